import { formatCount, formatNumber } from '../lib/format.ts';

/** Words of reviewing: approvals, verdicts, what is written before it is told. */
export const reviewWords = {
  reviewers: {
    label: 'Reviewers',
    // By the names of the API.
    states: {
      unreviewed: 'not yet',
      review_started: 'has begun',
      reviewed: 'has commented',
      requested_changes: 'requests changes',
      approved: 'approves',
      unapproved: 'to look again',
    },
    isDone: (state: string): boolean => state !== 'unreviewed' && state !== 'review_started',
    askAgain: 'Ask again',
    askAgainOf: (name: string) => `Ask ${name} again`,
  },
  head: {
    came: (commits: number, files: number) =>
      `${formatCount(commits, 'new commit', 'new commits')} since this page was loaded, in ${formatCount(files, 'file', 'files')}:`,
    stale: 'The source branch has changed since this page was loaded.',
    gone: (commits: number) =>
      `${formatCount(commits, 'commit', 'commits')} that you saw ${commits === 1 ? 'is' : 'are'} no longer part of it:`,
    more: (commits: number) => `and ${formatCount(commits, 'more', 'more')}`,
    look: 'Look at all changes',
    lookAtNew: 'Look at what is new',
  },
  changes: {
    viewed: (viewed: number, count: number) =>
      `${formatNumber(viewed)} of ${formatNumber(count)} viewed`,
    ignoreSpace: 'Ignore white space',
    newest: 'Newest version',
    version: (number: number, sha: string, at: string) => `Version ${number}, ${sha}, ${at}`,
    to: 'Version',
    from: 'Compared with',
    base: 'Target branch',
  },
  suggestions: {
    label: (from: number, to: number) =>
      from === to ? `Suggestion for line ${from}` : `Suggestion for lines ${from} to ${to}`,
    removed: 'Removed',
    added: 'Added',
    apply: 'Apply suggestion',
    applied: 'Suggestion committed to the source branch',
    takeAlong: 'Add to batch',
    leaveOut: 'Remove from batch',
    applyAll: (count: number) => `Apply ${formatCount(count, 'suggestion', 'suggestions')}`,
    appliedAll: (count: number) =>
      `${formatCount(count, 'suggestion', 'suggestions')} committed to the source branch as one commit`,
    message: 'Commit message',
    messageHelp: 'Left empty, it tells how many suggestions are applied to how many files.',
    isApplied: 'Applied',
    outdated: 'The lines have changed since',
  },
  drafts: {
    label: 'Comment that is not published yet',
    mark: 'Not published yet',
    answer: 'An answer in a thread',
    start: 'Start a review',
    add: 'Add to review',
    added: 'Kept for the end of the review',
    save: 'Save comment',
    saved: 'Comment saved',
    removeTitle: 'Remove this comment?',
    removeHelp: 'Nobody else has seen it. What it says is lost.',
    removed: 'Comment deleted',
    publish: 'Publish now',
  },
  finish: {
    label: 'End of the review',
    begin: 'Finish review',
    beginWith: (count: number) => `Finish review with ${formatCount(count, 'comment', 'comments')}`,
    note: 'Summary',
    verdict: 'Verdict',
    verdicts: {
      reviewed: 'Comment only',
      requested_changes: 'Request changes',
      approved: 'Approve',
    },
    submit: 'Submit review',
    done: 'Review published',
  },
  dependencies: {
    label: 'What has to be merged before',
    waitsFor: (count: number) =>
      count === 0
        ? 'Waits for no other merge request'
        : `Waits for ${formatCount(count, 'merge request', 'merge requests')}`,
    hidden: (count: number) =>
      `${formatCount(count, 'merge request', 'merge requests')} that you may not see`,
    waitingLabel: 'What waits for this one',
    waiting: (count: number) =>
      count === 1
        ? '1 merge request waits for this one'
        : `${formatNumber(count)} merge requests wait for this one`,
    add: 'Wait for a merge request',
    added: 'It waits until the other is merged',
    removeOf: (reference: string) => `Wait for ${reference} no longer`,
    removed: 'It no longer waits for the other',
    which: 'Merge request',
    whichHelp: 'Words of its title, or its number in this project.',
    noneFound: 'No open merge request fits',
  },
  time: {
    label: 'Time',
    none: 'Nothing estimated, nothing spent',
    spent: (spent: string | null, estimate: string | null) =>
      estimate === null
        ? `${spent ?? 'Nothing'} spent`
        : `${spent ?? 'Nothing'} spent of ${estimate}`,
    over: 'More than estimated',
    log: 'Log time',
    logged: 'Time logged',
    estimate: 'Set the estimate',
    estimated: 'Estimate set',
    duration: 'Time',
    durationHelp: 'As 1w 2d 3h 4m: a week has five days, a day eight hours.',
    logHelp: 'As 3h 30m; a minus takes some back: -30m.',
    summary: 'What for',
    dropEstimate: 'Remove the estimate',
    dropped: 'Estimate removed',
    reset: 'Take all time back',
    resetTitle: 'Take all logged time back?',
    resetHelp: (spent: string) =>
      `${spent} are no longer counted. The activity still tells of them.`,
    wasReset: 'Logged time taken back',
  },
  history: {
    tab: 'History',
    label: 'What happened, the newest first',
    show: 'What is shown',
    kinds: {
      all: 'All',
      labels: 'Labels',
      state: 'State',
      versions: 'Versions',
      notes: 'Other',
    },
    filter: 'Person, label or words',
    none: 'Nothing of that happened.',
    opened: 'opened it',
    version: (number: number) => `Version ${formatNumber(number)}`,
    files: (count: string) => (count === '1' ? '1 file' : `${count} files`),
  },
  around: {
    label: 'Around this merge request',
    participants: (count: number) => formatCount(count, 'person takes part', 'people take part'),
    closes: 'Closes when merged',
    mentions: 'Names',
  },
  approvals: {
    label: 'Approvals',
    left: (count: number) => `${formatCount(count, 'approval', 'approvals')} missing`,
    given: (count: number) =>
      count === 0 ? 'Nobody has approved' : formatCount(count, 'approval', 'approvals'),
    of: (given: number, required: number) => `${formatNumber(given)} of ${formatNumber(required)}`,
    approve: 'Approve',
    revoke: 'Revoke approval',
    approved: 'Approved',
    revoked: 'Approval revoked',
  },
} as const;
