import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconGitPullRequestClosed from '@tabler/icons-react/icons/IconGitPullRequestClosed';
import { type ListedMergeRequest, passingMergeStatuses } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { call } from '../../api/client.ts';
import type { BulkAction } from '../../table/bulk.ts';
import {
  assignmentActions,
  labelActions,
  type Planning,
  stateActions,
} from '../../planning/bulk-actions.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';

const listed = [
  mergeRequests.list,
  mergeRequests.listAll,
  mergeRequests.listOfGroup,
  mergeRequests.show,
];

const planning: Planning<ListedMergeRequest> = {
  change: ({ project_id, iid }, body) =>
    call(mergeRequests.update, { id: String(project_id), merge_request_iid: iid, ...body }),
  invalidates: listed,
  noun: mergeRequestWords.noun,
};

const words = mergeRequestWords.bulkMerge;
const waiting: readonly string[] = passingMergeStatuses;
const isWaiting = ({ detailed_merge_status: status }: ListedMergeRequest) =>
  waiting.includes(status);
const isReady = ({ state, detailed_merge_status: status }: ListedMergeRequest) =>
  state === 'opened' && status === 'mergeable';
const mayWait = (row: ListedMergeRequest) => row.state === 'opened' && isWaiting(row);

/** What a merge would do to a row, by what the list knows of it. */
function mergeOutcome(row: ListedMergeRequest): string {
  const status = mergeRequestWords.statusOf(row.detailed_merge_status);
  if (isReady(row)) return words.merges(row.target_branch, row.squash_on_merge);
  return mayWait(row) ? words.waits(status) : words.stays(status);
}

const mergeAction: BulkAction<ListedMergeRequest> = {
  name: 'merge',
  label: words.action,
  icon: <IconGitMerge aria-hidden size={14} />,
  fits: (row) => isReady(row) || mayWait(row),
  preview: mergeOutcome,
  confirm: (rows) => ({ title: words.title(rows.length), help: words.help }),
  // The head that the list showed: what was pushed since is refused.
  run: (row) =>
    call(mergeRequests.merge, {
      id: String(row.project_id),
      merge_request_iid: row.iid,
      ...(row.sha !== null && { sha: row.sha }),
      ...(row.force_remove_source_branch && { should_remove_source_branch: true }),
      ...(isWaiting(row) && { auto_merge: true }),
    }),
  done: words.done,
  invalidates: listed,
};

/** What a project offers to set; over all projects only labels that are in use are known. */
export interface Offered {
  readonly labels: readonly string[];
  readonly inProject?: {
    readonly people: readonly { readonly id: number; readonly name: string }[];
    readonly milestones: readonly { readonly id: number; readonly title: string }[];
  };
}

/** Labels, assignee, milestone, closing and reopening, which can be undone; and the merge. */
export const mergeRequestActions = (
  { labels, inProject }: Offered,
  rows: readonly ListedMergeRequest[],
): readonly BulkAction<ListedMergeRequest>[] => [
  ...labelActions(planning, labels, rows),
  ...(inProject ? assignmentActions(planning, inProject.people, inProject.milestones) : []),
  mergeAction,
  ...stateActions(planning, {
    close: <IconGitPullRequestClosed aria-hidden size={14} />,
    reopen: <IconGitPullRequest aria-hidden size={14} />,
  }),
];
