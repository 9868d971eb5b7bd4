import type { MergeRequest } from '#contract/merge-request-record.ts';
import { formatMoment } from '../../lib/format.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';

const words = mergeRequestWords.box;

export type CheckState = 'fail' | 'pending' | 'pass';

/** One thing that stands between a merge request and its merge, or no longer does. */
export interface Check {
  readonly key: string;
  readonly state: CheckState;
  readonly title: string;
  readonly help?: string;
  /** Commands that help. */
  readonly commands?: string;
  readonly action?: 'ready';
}

/** What the checks read of the record. */
export type Judged = Pick<
  MergeRequest,
  | 'state'
  | 'draft'
  | 'detailed_merge_status'
  | 'has_conflicts'
  | 'blocking_discussions_resolved'
  | 'source_branch'
  | 'target_branch'
  | 'merge_after'
  | 'user'
>;

const undecided: readonly string[] = ['preparing', 'checking', 'unchecked'];

/** The server is still finding out. */
export const isUndecided = (status: string | undefined): boolean =>
  status !== undefined && undecided.includes(status);

/** All checks behind `detailed_merge_status`: failing ones first, passed ones last. */
export function checksOf(record: Judged): Check[] {
  const order: readonly CheckState[] = ['fail', 'pending', 'pass'];
  return [
    draftCheck(record),
    conflictCheck(record),
    ...rebaseCheck(record),
    commitsCheck(record),
    ...threadsCheck(record),
    ...timeCheck(record),
    roleCheck(record),
  ].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

function draftCheck({ draft }: Judged): Check {
  if (!draft) return { key: 'draft', state: 'pass', title: words.isReady };
  return {
    key: 'draft',
    state: 'fail',
    title: words.isDraft,
    help: words.draftHelp,
    action: 'ready',
  };
}

function conflictCheck(record: Judged): Check {
  const { detailed_merge_status: status, source_branch: source, target_branch: target } = record;
  if (isUndecided(status)) {
    return { key: 'conflict', state: 'pending', title: words.checkingConflicts };
  }
  if (status !== 'conflict' && !record.has_conflicts) {
    return { key: 'conflict', state: 'pass', title: words.noConflicts(target) };
  }
  return {
    key: 'conflict',
    state: 'fail',
    title: words.conflicts(target),
    help: words.conflictsHelp,
    commands: words.conflictCommands(source, target),
  };
}

function rebaseCheck(record: Judged): Check[] {
  const { detailed_merge_status: status, source_branch: source, target_branch: target } = record;
  if (status !== 'need_rebase') return [];
  return [
    {
      key: 'rebase',
      state: 'fail',
      title: words.rebase(target),
      help: words.rebaseHelp,
      commands: words.rebaseCommands(source, target),
    },
  ];
}

function commitsCheck({ detailed_merge_status: status }: Judged): Check {
  if (status !== 'commits_status') {
    return { key: 'commits', state: 'pass', title: words.hasCommits };
  }
  return { key: 'commits', state: 'fail', title: words.noCommits, help: words.noCommitsHelp };
}

function threadsCheck(record: Judged): Check[] {
  if (record.detailed_merge_status === 'discussions_not_resolved') {
    return [{ key: 'threads', state: 'fail', title: words.threadsOpen, help: words.threadsHelp }];
  }
  return record.blocking_discussions_resolved
    ? [{ key: 'threads', state: 'pass', title: words.threadsResolved }]
    : [];
}

function timeCheck(record: Judged): Check[] {
  if (record.detailed_merge_status !== 'merge_time' || record.merge_after === null) return [];
  const title = words.waitsUntil(formatMoment(record.merge_after));
  return [{ key: 'time', state: 'pending', title }];
}

function roleCheck({ user, target_branch: target }: Judged): Check {
  if (user.can_merge) return { key: 'role', state: 'pass', title: words.mayMerge(target) };
  return {
    key: 'role',
    state: 'fail',
    title: words.mayNotMerge(target),
    help: words.mayNotHelp,
  };
}
