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
    requestChanges: 'Request changes',
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
