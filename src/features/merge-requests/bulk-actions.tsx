import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconGitPullRequestClosed from '@tabler/icons-react/icons/IconGitPullRequestClosed';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconTagOff from '@tabler/icons-react/icons/IconTagOff';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { call } from '../../api/client.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { labelNames } from './records.ts';

const words = mergeRequestWords.bulk;

type Change = BodyOf<typeof mergeRequests.update>;

const change = ({ project_id, iid }: ListedMergeRequest, body: Change) =>
  call(mergeRequests.update, { id: String(project_id), merge_request_iid: iid, ...body });

const invalidates = [mergeRequests.list, mergeRequests.listAll, mergeRequests.show];

const close = (record: ListedMergeRequest) => change(record, { state_event: 'close' });
const reopen = (record: ListedMergeRequest) => change(record, { state_event: 'reopen' });
// The labels as they were, those that the action did not name included.
const relabel = (record: ListedMergeRequest) => change(record, { labels: labelNames(record) });

const choicesOf = (names: Iterable<string>) =>
  [...new Set(names)].sort().map((name) => ({ value: name, label: name }));

/** Labels, closing and reopening; all of it can be undone. `labels` are those on offer. */
export const mergeRequestActions = (
  labels: readonly string[],
  rows: readonly ListedMergeRequest[],
): readonly BulkAction<ListedMergeRequest>[] => [
  {
    name: 'label',
    label: words.addLabel,
    icon: <IconTag aria-hidden size={14} />,
    choices: choicesOf(labels),
    run: (record, label) => change(record, { add_labels: [label] }),
    undo: relabel,
    done: words.labelled,
    invalidates,
  },
  {
    name: 'unlabel',
    label: words.removeLabel,
    icon: <IconTagOff aria-hidden size={14} />,
    choices: choicesOf(rows.flatMap(labelNames)),
    fits: (record) => record.labels.length > 0,
    run: (record, label) => change(record, { remove_labels: [label] }),
    undo: relabel,
    done: words.unlabelled,
    invalidates,
  },
  {
    name: 'close',
    label: words.close,
    icon: <IconGitPullRequestClosed aria-hidden size={14} />,
    fits: ({ state }) => state === 'opened',
    run: close,
    undo: reopen,
    done: words.closed,
    invalidates,
  },
  {
    name: 'reopen',
    label: words.reopen,
    icon: <IconGitPullRequest aria-hidden size={14} />,
    fits: ({ state }) => state === 'closed',
    run: reopen,
    undo: close,
    done: words.reopened,
    invalidates,
  },
];
