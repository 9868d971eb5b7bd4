import * as z from 'zod';
import { pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedMergeRequest } from './merge-request-record.ts';

export const commitMergeRequests = {
  list: defineEndpoint({
    id: 'commits.listMergeRequests',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/merge_requests',
    summary: 'Merge requests that a commit came with, or is to come with',
    access: { who: 'anyone', project: 'read_code' },
    params: z.object({ ...underId.shape, sha: z.string() }),
    query: z.object({
      ...pageQuery,
      state: z.enum(['opened', 'closed', 'locked', 'merged']).optional(),
    }),
    response: z.array(listedMergeRequest),
    status: [200],
    paginated: true,
  }),
} as const;
