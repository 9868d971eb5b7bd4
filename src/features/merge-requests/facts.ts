import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { type Facts, isUndecided, type Presence } from './checks.ts';
import {
  approvalsOf,
  blocksOf,
  branchPresence,
  commitCountOf,
  divergence,
  projectOf,
  reviewersOf,
  type Which,
} from './queries.ts';
import { useRights } from './rights.ts';

/** What the checks of a merge request need besides its record. */
export function useFacts(which: Which, record: MergeRequest): Facts {
  const { detailed_merge_status: status, source_project_id: sourceId } = record;
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const { data: commits } = useSuspenseQuery(commitCountOf(which));
  const { update } = useRights(which);
  // The record tells a missing branch and a conflict apart only where nothing else comes first.
  const isUnclear =
    record.state === 'opened' &&
    !isUndecided(status) &&
    (status === 'commits_status' || (record.has_conflicts && status !== 'conflict'));
  const source = useQuery({
    ...branchPresence(sourceId ?? 0, record.source_branch),
    enabled: isUnclear && sourceId !== null,
  });
  const target = useQuery({
    ...branchPresence(record.target_project_id, record.target_branch),
    enabled: isUnclear,
  });
  const isLinear = project.merge_method !== 'merge';
  const isHidden = isLinear && !isUndecided(status) && status !== 'need_rebase';
  const ahead = useQuery({
    ...divergence(which),
    enabled: record.state === 'opened' && isHidden && status !== 'mergeable' && !isUnclear,
  });
  const isOpen = record.state === 'opened';
  const approvals = useQuery({ ...approvalsOf(which), enabled: isOpen });
  const blocks = useQuery({ ...blocksOf(which), enabled: isOpen });
  const reviewers = useQuery({ ...reviewersOf(which), enabled: isOpen });
  const seen = (found: Presence | undefined): Presence | undefined => (isUnclear ? found : 'there');
  return {
    source: sourceId === null ? 'gone' : seen(source.data),
    target: seen(target.data),
    hasCommits: commits.rows.length > 0,
    isLinear,
    behind: ahead.data?.diverged_commits_count,
    needsThreads: project.only_allow_merge_if_all_discussions_are_resolved,
    needsControls: project.only_allow_merge_if_all_status_checks_passed,
    needsPipeline: project.only_allow_merge_if_pipeline_succeeds,
    mayUpdate: update,
    approvalsLeft: approvals.data?.approvals_left,
    approvalsRequired: approvals.data?.approvals_required,
    // Those that one may not see are counted where all are listed.
    blockers: blocks.data?.rows.flatMap(({ blocking_merge_request: other }) =>
      other === undefined || other.state === 'merged' ? [] : [other.reference],
    ),
    hasBlocks: (blocks.data?.rows.length ?? 0) > 0,
    changesBy: (reviewers.data ?? [])
      .filter(({ state }) => state === 'requested_changes')
      .map(({ user }) => user.name),
  };
}
