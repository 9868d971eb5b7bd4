import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconGitPullRequestClosed from '@tabler/icons-react/icons/IconGitPullRequestClosed';
import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
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

const planning: Planning<ListedMergeRequest> = {
  change: ({ project_id, iid }, body) =>
    call(mergeRequests.update, { id: String(project_id), merge_request_iid: iid, ...body }),
  invalidates: [mergeRequests.list, mergeRequests.listAll, mergeRequests.show],
  noun: mergeRequestWords.noun,
};

/** What a project offers to set; over all projects only labels that are in use are known. */
export interface Offered {
  readonly labels: readonly string[];
  readonly inProject?: {
    readonly people: readonly { readonly id: number; readonly name: string }[];
    readonly milestones: readonly { readonly id: number; readonly title: string }[];
  };
}

/** Labels, assignee, milestone, closing and reopening; all of it can be undone. */
export const mergeRequestActions = (
  { labels, inProject }: Offered,
  rows: readonly ListedMergeRequest[],
): readonly BulkAction<ListedMergeRequest>[] => [
  ...labelActions(planning, labels, rows),
  ...(inProject ? assignmentActions(planning, inProject.people, inProject.milestones) : []),
  ...stateActions(planning, {
    close: <IconGitPullRequestClosed aria-hidden size={14} />,
    reopen: <IconGitPullRequest aria-hidden size={14} />,
  }),
];
