import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { mergeRequestReviewer } from './merge-request-changes.ts';
import { underMergeRequest } from './merge-requests.ts';

/** What one may say of one's own review besides approving; `unreviewed` asks another person again. */
const verdicts = ['reviewed', 'requested_changes', 'unreviewed'] as const;

export const mergeRequestReviewers = {
  update: defineEndpoint({
    id: 'mergeRequestReviewers.update',
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/reviewers/:user_id',
    summary: 'Say how one’s review stands, or ask a reviewer again by `unreviewed`',
    access: { who: 'user', project: 'read_merge_request' },
    params: z.object({ ...underMergeRequest.shape, user_id: z.int() }),
    body: z.object({ state: z.enum(verdicts) }),
    response: mergeRequestReviewer,
    status: [200],
  }),
} as const;
