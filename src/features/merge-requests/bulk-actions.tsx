import IconEye from '@tabler/icons-react/icons/IconEye';
import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconGitPullRequestClosed from '@tabler/icons-react/icons/IconGitPullRequestClosed';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import type { InputOf } from '#contract/endpoint.ts';
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
import { planningWords } from '../../words/planning.ts';
import { titleAs } from './title-marks.ts';

const listed = [
  mergeRequests.list,
  mergeRequests.listAll,
  mergeRequests.listOfGroup,
  mergeRequests.show,
];

type Change = Omit<InputOf<typeof mergeRequests.update>, 'id' | 'merge_request_iid'>;

const change = ({ project_id, iid }: ListedMergeRequest, body: Change) =>
  call(mergeRequests.update, { id: String(project_id), merge_request_iid: iid, ...body });

const planning: Planning<ListedMergeRequest> = {
  change,
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

const { noun } = planning;
const edit = planningWords.bulk;

const draftAction = (isDraft: boolean): BulkAction<ListedMergeRequest> => ({
  name: isDraft ? 'draft' : 'ready',
  label: isDraft ? edit.draft : edit.ready,
  icon: <IconPencil aria-hidden size={14} />,
  fits: ({ state, draft }) => state === 'opened' && draft !== isDraft,
  run: (row) => change(row, { title: titleAs(row.title, isDraft) }),
  undo: (row) => change(row, { title: row.title }),
  done: (count) => (isDraft ? edit.drafted : edit.readied)(count, noun),
  invalidates: listed,
});

const reviewerAction = (people: Offered['people']) =>
  ({
    name: 'review',
    label: edit.reviewer,
    icon: <IconEye aria-hidden size={14} />,
    choices: [
      { value: '0', label: planningWords.nobody },
      ...people.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    run: (row, choice) => change(row, { reviewer_ids: [Number(choice)] }),
    undo: (row) => change(row, { reviewer_ids: row.reviewers.map(({ id }) => id) }),
    done: (count: number) => edit.reviewed(count, noun),
    invalidates: listed,
  }) satisfies BulkAction<ListedMergeRequest>;

/** What a project offers to set; over all projects only labels that are in use are known. */
export interface Offered {
  readonly labels: readonly string[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  /** None where the rows are of several projects: then one can only be taken away. */
  readonly milestones: readonly { readonly id: number; readonly title: string }[];
}

/** Labels, people, milestone, draft, closing and reopening, which can be undone; and the merge. */
export const mergeRequestActions = (
  { labels, people, milestones }: Offered,
  rows: readonly ListedMergeRequest[],
): readonly BulkAction<ListedMergeRequest>[] => [
  ...labelActions(planning, labels, rows),
  ...assignmentActions(planning, people, milestones),
  reviewerAction(people),
  draftAction(true),
  draftAction(false),
  mergeAction,
  ...stateActions(planning, {
    close: <IconGitPullRequestClosed aria-hidden size={14} />,
    reopen: <IconGitPullRequest aria-hidden size={14} />,
  }),
];
