import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { mergeRequest } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

const one = '/projects/:id/merge_requests/:merge_request_iid';
const access = { who: 'user', project: 'read_merge_request' } as const;
/** Nothing where nothing changes. */
const response = mergeRequest.or(z.object({}));

export const mergeRequestSubscriptions = {
  subscribe: defineEndpoint({
    id: 'mergeRequests.subscribe',
    method: 'POST',
    path: `${one}/subscribe`,
    summary: 'Hear of what happens to a merge request; 304 for who does',
    access,
    params: underMergeRequest,
    response,
    status: [201, 304],
  }),
  unsubscribe: defineEndpoint({
    id: 'mergeRequests.unsubscribe',
    method: 'POST',
    path: `${one}/unsubscribe`,
    summary: 'Hear no more of a merge request; 304 for who does not',
    access,
    params: underMergeRequest,
    response,
    status: [201, 304],
  }),
} as const;
