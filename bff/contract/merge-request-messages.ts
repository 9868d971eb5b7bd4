import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

export const mergeRequestMessages = {
  show: defineEndpoint({
    id: 'mergeRequestMessages.show',
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/messages',
    base: 'bff',
    summary: 'The messages that a merge by the caller writes when none are sent',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    response: z.object({
      default_merge_commit_message: z.string(),
      default_squash_commit_message: z.string(),
    }),
    status: [200],
  }),
} as const;
