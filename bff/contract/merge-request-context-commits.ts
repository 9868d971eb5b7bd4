import * as z from 'zod';
import { commit } from './commits.ts';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid/context_commits';
const writes = { who: 'user', project: 'read_merge_request' } as const;
const shas = z.array(z.string()).describe('Ids of commits');

/** Commits that a merge request does not bring, shown beside it because it builds on them. */
export const mergeRequestContextCommits = {
  list: defineEndpoint({
    id: 'mergeRequestContextCommits.list',
    method: 'GET',
    path,
    summary: 'Commits that a merge request builds on, the newest first',
    access: { who: 'anyone', project: 'read_merge_request' },
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(commit),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    id: 'mergeRequestContextCommits.create',
    method: 'POST',
    path,
    summary: 'Show commits of the project beside those of a merge request, at most 20 in a call',
    access: writes,
    params: underMergeRequest,
    body: z.object({ commits: shas }),
    response: z.array(commit),
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'mergeRequestContextCommits.remove',
    method: 'DELETE',
    path,
    summary: 'Show commits beside those of a merge request no longer',
    access: writes,
    params: underMergeRequest,
    body: z.object({ commits: shas }),
    response: null,
    status: [204],
  }),
} as const;
