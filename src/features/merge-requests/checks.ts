import {
  detailedMergeStatuses,
  type MergeRequest,
  undecidedMergeStatuses,
} from '#contract/merge-request-record.ts';
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
  readonly action?: 'ready' | 'edit' | 'rebase';
}

/** What the checks read of the record. */
export type Judged = Pick<
  MergeRequest,
  | 'iid'
  | 'draft'
  | 'detailed_merge_status'
  | 'has_conflicts'
  | 'blocking_discussions_resolved'
  | 'source_branch'
  | 'target_branch'
  | 'source_project_id'
  | 'target_project_id'
  | 'merge_after'
  | 'user'
>;

export type Presence = 'there' | 'gone' | 'unknown';

/** What they read besides; undefined is not known yet. */
export interface Facts {
  readonly source: Presence | undefined;
  readonly target: Presence | undefined;
  readonly hasCommits: boolean;
  /** The project merges by fast-forward, or rebased branches only. */
  readonly isLinear: boolean;
  /** Commits that the target branch is ahead. */
  readonly behind: number | undefined;
  readonly needsThreads: boolean;
  readonly needsPipeline: boolean;
  readonly needsControls: boolean;
  readonly mayUpdate: boolean;
  /** The server names one reason; these hold whatever it names. */
  readonly approvalsLeft: number | undefined;
  readonly approvalsRequired: number | undefined;
  /** What is not merged yet and has to be before, by name. */
  readonly blockers: readonly string[] | undefined;
  /** Whether it waits for any at all. */
  readonly hasBlocks: boolean;
  /** Who has asked for changes. */
  readonly changesBy: readonly string[];
}

const undecided: readonly string[] = undecidedMergeStatuses;

/** The server is still finding out. */
export const isUndecided = (status: string | undefined): boolean =>
  status !== undefined && undecided.includes(status);

/** The server's verdict; whether this person may merge is another matter. */
export const isMergeable = ({ detailed_merge_status: status }: Judged): boolean =>
  status === 'mergeable';

/** All checks behind `detailed_merge_status`: failing ones first, passed ones last. */
export function checksOf(record: Judged, facts: Facts): Check[] {
  const order: readonly CheckState[] = ['fail', 'pending', 'pass'];
  const checks = [
    draftCheck(record, facts),
    ...branchChecks(record, facts),
    commitsCheck(record, facts),
    conflictCheck(record, facts),
    ...rebaseCheck(record, facts),
    reviewCheck(record, facts),
    ...heldBackChecks(record, facts),
    ...controlsCheck(record, facts),
    threadsCheck(record, facts),
    ...timeCheck(record),
    ...pipelineCheck(record, facts),
  ];
  return [...checks, ...unexplained(record, checks), roleCheck(record)]
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(withStep);
}

/** What waits ends by itself: that is said too. */
const withStep = (check: Check): Check =>
  check.state === 'pending' && check.help === undefined
    ? { ...check, help: words.byItself }
    : check;

/** A reason that no check tells of is still said. */
function unexplained(record: Judged, checks: readonly Check[]): Check[] {
  const { detailed_merge_status: status } = record;
  if (isMergeable(record) || checks.some(({ state }) => state !== 'pass')) return [];
  const state = isUndecided(status) ? 'pending' : 'fail';
  const title = mergeRequestWords.statusOf(status);
  return [{ key: status, state, title, ...(state === 'fail' && { help: words.otherHelp }) }];
}

function draftCheck({ draft }: Judged, { mayUpdate }: Facts): Check {
  if (!draft) return { key: 'draft', state: 'pass', title: words.isReady };
  return {
    key: 'draft',
    state: 'fail',
    title: words.isDraft,
    help: mayUpdate ? words.draftHelp : words.draftHelpOfOthers,
    ...(mayUpdate && { action: 'ready' }),
  };
}

function branchChecks(record: Judged, { source, target, mayUpdate }: Facts): Check[] {
  const isFork = record.source_project_id !== record.target_project_id;
  const checks: Check[] = [];
  if (source === 'gone') {
    checks.push({
      key: 'source',
      state: 'fail',
      title: words.sourceGone(record.source_branch),
      help: isFork ? words.sourceGoneInFork : words.sourceGoneHelp,
      ...(!isFork && { commands: words.sourceGoneCommands(record.iid, record.source_branch) }),
    });
  }
  if (target === 'gone') {
    checks.push({
      key: 'target',
      state: 'fail',
      title: words.targetGone(record.target_branch),
      help: mayUpdate ? words.targetGoneHelp : words.targetGoneHelpOfOthers,
      ...(mayUpdate && { action: 'edit' }),
    });
  }
  if (checks.length > 0) return checks;
  const isKnown = source === 'there' && target === 'there';
  const title = isKnown ? words.branchesThere : words.lookingForBranches;
  return [{ key: 'branches', state: isKnown ? 'pass' : 'pending', title }];
}

const isBranchGone = ({ source, target }: Facts) => source === 'gone' || target === 'gone';

function commitsCheck({ detailed_merge_status: status }: Judged, facts: Facts): Check {
  if (facts.hasCommits && (status !== 'commits_status' || isBranchGone(facts))) {
    return { key: 'commits', state: 'pass', title: words.hasCommits };
  }
  const isLooking = facts.source === undefined || facts.target === undefined;
  if (isUndecided(status) || (facts.hasCommits && isLooking)) {
    return { key: 'commits', state: 'pending', title: words.readingCommits };
  }
  return { key: 'commits', state: 'fail', title: words.noCommits, help: words.noCommitsHelp };
}

function conflictCheck(record: Judged, facts: Facts): Check {
  const { detailed_merge_status: status, source_branch: source, target_branch: target } = record;
  if (isUndecided(status)) {
    return { key: 'conflict', state: 'pending', title: words.checkingConflicts };
  }
  if (status !== 'conflict' && !record.has_conflicts && status !== 'commits_status') {
    return { key: 'conflict', state: 'pass', title: words.noConflicts(target) };
  }
  const areBranchesThere = facts.source === 'there' && facts.target === 'there';
  if (status === 'commits_status' || !areBranchesThere || !facts.hasCommits) {
    return { key: 'conflict', state: 'pending', title: words.conflictsLater };
  }
  return {
    key: 'conflict',
    state: 'fail',
    title: words.conflicts(target),
    help: words.conflictsHelp,
    commands: words.conflictCommands(source, target),
  };
}

function rebaseCheck(record: Judged, { isLinear, behind, mayUpdate }: Facts): Check[] {
  const { detailed_merge_status: status, source_branch: source, target_branch: target } = record;
  if (!isLinear) return [];
  if (status === 'need_rebase' || (status !== 'mergeable' && (behind ?? 0) > 0)) {
    return [
      {
        key: 'rebase',
        state: 'fail',
        title: words.rebase(target),
        help: words.rebaseHelp,
        commands: words.rebaseCommands(source, target),
        ...(mayUpdate && { action: 'rebase' }),
      },
    ];
  }
  const isKnown = status === 'mergeable' || behind === 0;
  return [
    isKnown
      ? { key: 'rebase', state: 'pass', title: words.rebased(target) }
      : { key: 'rebase', state: 'pending', title: words.rebaseLater(target) },
  ];
}

function reviewCheck({ detailed_merge_status: status }: Judged, { changesBy }: Facts): Check {
  const key = 'requested_changes';
  const isAsked = status === key || (changesBy.length > 0 && status !== 'mergeable');
  if (!isAsked) return { key, state: 'pass', title: words.noChangesRequested };
  const title = changesBy.length > 0 ? words.changesRequestedBy(changesBy) : words.changesRequested;
  return { key, state: 'fail', title, help: words.changesHelp };
}

/** Approvals, and others that have to be merged before; named where something is asked for. */
function heldBackChecks(record: Judged, facts: Facts): Check[] {
  const { approvalsLeft = 0, approvalsRequired = 0, blockers = [], hasBlocks } = facts;
  const { detailed_merge_status: status } = record;
  const stands = (key: string, isKnown: boolean) =>
    status === key || (isKnown && !isMergeable(record));
  const checks: Check[] = [];
  if (stands('not_approved', approvalsLeft > 0)) {
    const title = mergeRequestWords.statusOf('not_approved');
    checks.push({ key: 'not_approved', state: 'fail', title, help: words.approvalsHelp });
  } else if (approvalsRequired > 0) {
    checks.push({ key: 'not_approved', state: 'pass', title: words.approvedAsAsked });
  }
  const blocked = 'merge_request_blocked';
  if (stands(blocked, blockers.length > 0)) {
    const title =
      blockers.length > 0 ? words.blockedBy(blockers) : mergeRequestWords.statusOf(blocked);
    checks.push({ key: blocked, state: 'fail', title, help: words.blockedHelp });
  } else if (hasBlocks) {
    checks.push({ key: blocked, state: 'pass', title: words.blockersMerged });
  }
  return checks;
}

/** Controls are asked for before what the later statuses name. */
function controlsCheck(
  { detailed_merge_status: status }: Judged,
  { needsControls }: Facts,
): Check[] {
  const key = 'status_checks_must_pass';
  if (status === key) {
    return [{ key, state: 'fail', title: words.controlsOpen, help: words.controlsOpenHelp }];
  }
  const place = (name: (typeof detailedMergeStatuses)[number]) =>
    detailedMergeStatuses.indexOf(name);
  if (!needsControls || place(status) < place(key)) return [];
  return [{ key, state: 'pass', title: words.controlsPassed }];
}

function threadsCheck(record: Judged, { needsThreads }: Facts): Check {
  const { detailed_merge_status: status, blocking_discussions_resolved: isResolved } = record;
  if (!isResolved || status === 'discussions_not_resolved') {
    return { key: 'threads', state: 'fail', title: words.threadsOpen, help: words.threadsHelp };
  }
  const title = needsThreads ? words.threadsResolved : words.threadsNotNeeded;
  return { key: 'threads', state: 'pass', title };
}

function timeCheck({ merge_after: at, detailed_merge_status: status }: Judged): Check[] {
  if (at === null) return [];
  const moment = formatMoment(at);
  // The server's clock decides once nothing else comes before; until then this one tells.
  const isDue = status === 'mergeable' || Date.parse(at) <= Date.now();
  const isWaiting = status === 'merge_time' || !isDue;
  return [
    isWaiting
      ? { key: 'time', state: 'pending', title: words.waitsUntil(moment) }
      : { key: 'time', state: 'pass', title: words.waited(moment) },
  ];
}

/** The pipeline is looked at last, once nothing else is in the way. */
function pipelineCheck(record: Judged, { needsPipeline }: Facts): Check[] {
  const status: string = record.detailed_merge_status;
  const key = 'pipeline';
  if (status === 'ci_must_pass') {
    return [{ key, state: 'fail', title: words.pipelineMissing, help: words.pipelineHelp }];
  }
  if (status === 'ci_still_running') {
    return [{ key, state: 'pending', title: words.pipelineRuns }];
  }
  if (!needsPipeline) return [];
  return status === 'mergeable'
    ? [{ key, state: 'pass', title: words.pipelinePassed }]
    : [{ key, state: 'pending', title: words.pipelineLater }];
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
