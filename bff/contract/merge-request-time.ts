import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { timeStats } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

const one = '/projects/:id/merge_requests/:merge_request_iid';
const access = { who: 'user', project: 'update_merge_request' } as const;
const duration = z.string().describe('As people write it: `1w 2d 3h 4m 5s`, `2mo`');

/** Time that a merge request is to take and has taken. */
export const mergeRequestTime = {
  stats: defineEndpoint({
    id: 'mergeRequests.showTimeStats',
    method: 'GET',
    path: `${one}/time_stats`,
    summary: 'Time that a merge request is to take and has taken',
    access: { who: 'anyone', project: 'read_merge_request' },
    params: underMergeRequest,
    response: timeStats,
    status: [200],
  }),
  estimate: defineEndpoint({
    id: 'mergeRequests.setTimeEstimate',
    method: 'POST',
    path: `${one}/time_estimate`,
    summary: 'Say how long a merge request will take',
    access,
    params: underMergeRequest,
    body: z.object({ duration }),
    response: timeStats,
    status: [200],
  }),
  resetEstimate: defineEndpoint({
    id: 'mergeRequests.resetTimeEstimate',
    method: 'POST',
    path: `${one}/reset_time_estimate`,
    summary: 'Take the estimate of a merge request back',
    access,
    params: underMergeRequest,
    response: timeStats,
    status: [200],
  }),
  addSpent: defineEndpoint({
    id: 'mergeRequests.addSpentTime',
    method: 'POST',
    path: `${one}/add_spent_time`,
    summary: 'Add time that was spent on a merge request; a minus takes some back',
    access,
    params: underMergeRequest,
    body: z.object({ duration, summary: z.string().max(255).optional() }),
    response: timeStats,
    status: [201],
  }),
  resetSpent: defineEndpoint({
    id: 'mergeRequests.resetSpentTime',
    method: 'POST',
    path: `${one}/reset_spent_time`,
    summary: 'Take back all time that was spent on a merge request',
    access,
    params: underMergeRequest,
    response: timeStats,
    status: [200],
  }),
} as const;
