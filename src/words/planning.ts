import { formatCount } from '../lib/format.ts';

type Noun = readonly [one: string, many: string];

/** Words of what merge requests, issues and epics share: people, labels, milestones, states. */
export const planningWords = {
  assignees: 'Assignees',
  nobody: 'Nobody',
  noPerson: 'Nobody in the project by this name',
  description: 'Description',
  noDescription: 'No description.',
  confidential: 'Confidential',
  labels: 'Labels',
  noLabels: 'No labels',
  noLabel: 'No label by this name',
  milestone: 'Milestone',
  noMilestone: 'No milestone',
  noMilestoneFound: 'No open milestone by this name',
  overdue: 'overdue',
  bulk: {
    addLabel: 'Add label',
    removeLabel: 'Remove label',
    assign: 'Assign',
    milestone: 'Milestone',
    reviewer: 'Reviewer',
    draft: 'Draft',
    ready: 'Ready',
    close: 'Close',
    reopen: 'Reopen',
    labelled: (count: number, noun: Noun) => `Label added to ${formatCount(count, ...noun)}`,
    unlabelled: (count: number, noun: Noun) => `Label removed from ${formatCount(count, ...noun)}`,
    assigned: (count: number, noun: Noun) => `Assignee of ${formatCount(count, ...noun)} set`,
    planned: (count: number, noun: Noun) => `Milestone of ${formatCount(count, ...noun)} set`,
    reviewed: (count: number, noun: Noun) => `Reviewer of ${formatCount(count, ...noun)} set`,
    drafted: (count: number, noun: Noun) => `${formatCount(count, ...noun)} marked as draft`,
    readied: (count: number, noun: Noun) => `${formatCount(count, ...noun)} marked as ready`,
    closed: (count: number, noun: Noun) => `${formatCount(count, ...noun)} closed`,
    reopened: (count: number, noun: Noun) => `${formatCount(count, ...noun)} reopened`,
  },
} as const;
