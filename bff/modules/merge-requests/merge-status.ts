import type { DetailedMergeStatus } from '#contract/merge-request-record.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import type { Row } from '../../db/schema.ts';

export type MergeStatus = Row<'merge_requests'>['merge_status'];

/** The status as the API shows it: two values are inner ones. */
export function shownMergeStatus(
  status: MergeStatus,
): Exclude<MergeStatus, 'preparing' | 'cannot_be_merged_rechecking'> {
  return status === 'preparing' || status === 'cannot_be_merged_rechecking' ? 'checking' : status;
}

/** Whether a check has ended and nothing has asked for another one since. */
export const isSettled = (status: MergeStatus): boolean =>
  status === 'can_be_merged' || status === 'cannot_be_merged';

/** After a push to either branch. */
export function statusAfterPush(status: MergeStatus): MergeStatus {
  return status.startsWith('cannot_be_merged') ? 'cannot_be_merged_recheck' : 'unchecked';
}

/** When a check starts; one that makes the first diff stays `preparing`. */
export function statusWhileChecked(status: MergeStatus): MergeStatus {
  if (status === 'preparing') return status;
  return status.startsWith('cannot_be_merged') ? 'cannot_be_merged_rechecking' : 'checking';
}

/** What the status depends on. */
export type StatusInput = Pick<
  Row<'merge_requests'>,
  | 'merge_status'
  | 'state'
  | 'merge_after'
  | 'draft'
  | 'branch_missing'
  | 'commits_count'
  | 'unresolved_count'
  | 'diverged'
  | 'auto_merge'
>;

export type StatusSettings = Pick<
  Row<'projects'>,
  | 'merge_method'
  | 'only_allow_merge_if_all_discussions_are_resolved'
  | 'only_allow_merge_if_pipeline_succeeds'
  | 'allow_merge_on_skipped_pipeline'
>;

/** When it is asked, and how the newest pipeline of the head stands; undefined where there is none. */
export interface StatusMoment {
  instant: string;
  pipeline: PipelineStatus | undefined;
  /** A reviewer has asked for changes and has not looked at them yet. */
  changesRequested?: boolean;
  /** How many approvals are missing; none where it is not said. */
  missingApprovals?: number | undefined;
  /** Another merge request has to be merged before. */
  blocked?: boolean;
  /** An external control of a project that asks for them has not passed. */
  controlsOpen?: boolean;
}

/** The first reason, in the agreed order, why a merge request cannot be merged at this instant. */
export function detailedMergeStatus(
  row: StatusInput,
  project: StatusSettings,
  moment: StatusMoment,
): DetailedMergeStatus {
  const { instant, pipeline, changesRequested = false } = moment;
  const { missingApprovals = 0, blocked = false, controlsOpen = false } = moment;
  if (row.merge_status === 'preparing') return 'preparing';
  const shown = shownMergeStatus(row.merge_status);
  if (shown === 'checking') return 'checking';
  if (shown === 'unchecked' || shown === 'cannot_be_merged_recheck') return 'unchecked';
  if (row.state !== 'opened') return 'not_open';
  if (changesRequested) return 'requested_changes';
  if (missingApprovals > 0) return 'not_approved';
  if (blocked) return 'merge_request_blocked';
  if (controlsOpen) return 'status_checks_must_pass';
  if (row.merge_after !== null && row.merge_after > instant) return 'merge_time';
  if (row.draft === 1) return 'draft_status';
  if (row.branch_missing === 1 || row.commits_count === 0) return 'commits_status';
  if (!areThreadsResolved(row, project)) return 'discussions_not_resolved';
  if (row.merge_status === 'cannot_be_merged') return 'conflict';
  if (project.merge_method !== 'merge' && row.diverged === 1) return 'need_rebase';
  if (!hasToPass(row, project, pipeline)) return 'mergeable';
  if (pipeline === 'success') return 'mergeable';
  if (pipeline === 'skipped' && project.allow_merge_on_skipped_pipeline === 1) return 'mergeable';
  return pipeline !== undefined && active.has(pipeline) ? 'ci_still_running' : 'ci_must_pass';
}

/** Goes on by itself. */
const active: ReadonlySet<PipelineStatus> = new Set([
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'scheduled',
]);

/** A project may want it; an automatic merge waits for the pipeline that there is. */
const hasToPass = (
  row: Pick<StatusInput, 'auto_merge'>,
  project: StatusSettings,
  pipeline: PipelineStatus | undefined,
): boolean =>
  project.only_allow_merge_if_pipeline_succeeds === 1 ||
  (row.auto_merge === 1 && pipeline !== undefined);

/** Whether open threads do not stand in the way. */
export const areThreadsResolved = (
  row: Pick<StatusInput, 'unresolved_count'>,
  project: StatusSettings,
): boolean =>
  project.only_allow_merge_if_all_discussions_are_resolved === 0 || row.unresolved_count === 0;
