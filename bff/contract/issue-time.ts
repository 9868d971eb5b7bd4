import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { underIssue } from './issues.ts';
import { timeStats } from './merge-request-record.ts';

const one = '/projects/:id/issues/:issue_iid';
const access = { who: 'user', project: 'update_issue' } as const;
const duration = z.string().describe('As people write it: `1w 2d 3h 4m 5s`, `2mo`');

/** Time that an issue is to take and has taken. */
export const issueTime = {
  stats: defineEndpoint({
    id: 'issues.showTimeStats',
    method: 'GET',
    path: `${one}/time_stats`,
    summary: 'Time that an issue is to take and has taken',
    access: { who: 'anyone', project: 'read_issue' },
    params: underIssue,
    response: timeStats,
    status: [200],
  }),
  estimate: defineEndpoint({
    id: 'issues.setTimeEstimate',
    method: 'POST',
    path: `${one}/time_estimate`,
    summary: 'Say how long an issue will take',
    access,
    params: underIssue,
    body: z.object({ duration }),
    response: timeStats,
    status: [200],
  }),
  resetEstimate: defineEndpoint({
    id: 'issues.resetTimeEstimate',
    method: 'POST',
    path: `${one}/reset_time_estimate`,
    summary: 'Take the estimate of an issue back',
    access,
    params: underIssue,
    response: timeStats,
    status: [200],
  }),
  addSpent: defineEndpoint({
    id: 'issues.addSpentTime',
    method: 'POST',
    path: `${one}/add_spent_time`,
    summary: 'Add time that was spent on an issue; a minus takes some back',
    access,
    params: underIssue,
    body: z.object({ duration, summary: z.string().max(255).optional() }),
    response: timeStats,
    status: [201],
  }),
  resetSpent: defineEndpoint({
    id: 'issues.resetSpentTime',
    method: 'POST',
    path: `${one}/reset_spent_time`,
    summary: 'Take back all time that was spent on an issue',
    access,
    params: underIssue,
    response: timeStats,
    status: [200],
  }),
} as const;
