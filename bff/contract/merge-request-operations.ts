import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';
import { listedPipeline, pipeline } from './pipeline-record.ts';

const one = '/projects/:id/merge_requests/:merge_request_iid';
const readable = { who: 'anyone', project: 'read_merge_request' } as const;

/** What is done with the branches of a merge request besides merging it. */
export const mergeRequestOperations = {
  rebase: defineEndpoint({
    id: 'mergeRequests.rebase',
    method: 'PUT',
    path: `${one}/rebase`,
    summary: 'Put the commits of the source branch on top of the target branch, in the background',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    body: z.object({
      skip_ci: z.boolean().default(false).describe('Make no pipeline for the new head'),
    }),
    response: z.object({ rebase_in_progress: z.boolean() }),
    status: [202],
  }),
  mergeRef: defineEndpoint({
    id: 'mergeRequests.showMergeRef',
    method: 'GET',
    path: `${one}/merge_ref`,
    summary: 'The commit that a merge would make now, at `refs/merge-requests/<iid>/merge`',
    access: readable,
    params: underMergeRequest,
    response: z.object({ commit_id: z.string() }),
    status: [200],
  }),
  listPipelines: defineEndpoint({
    id: 'mergeRequests.listPipelines',
    method: 'GET',
    path: `${one}/pipelines`,
    summary: 'Pipelines of a merge request and of its heads, the newest first',
    access: readable,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(listedPipeline),
    status: [200],
    paginated: true,
  }),
  createPipeline: defineEndpoint({
    id: 'mergeRequests.createPipeline',
    method: 'POST',
    path: `${one}/pipelines`,
    summary: 'Make a pipeline for a merge request',
    access: { who: 'user', project: 'create_pipeline' },
    params: underMergeRequest,
    body: z.object({
      async: z.boolean().default(false).describe('Answer at once, without the pipeline'),
    }),
    response: pipeline.or(z.object({})),
    status: [200, 202],
  }),
} as const;
