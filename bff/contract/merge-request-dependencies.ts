import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedMergeRequest } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

/** One merge request has to be merged before another; what the caller may not read is left out. */
export const mergeRequestDependency = z
  .object({
    id: z.int(),
    blocking_merge_request: listedMergeRequest.optional(),
    blocked_merge_request: listedMergeRequest.optional(),
    /** The project that was asked. */
    project_id: z.int(),
  })
  .meta({ id: 'MergeRequestDependency' });
export type MergeRequestDependency = z.output<typeof mergeRequestDependency>;

const one = '/projects/:id/merge_requests/:merge_request_iid';
const underBlock = z.object({ ...underMergeRequest.shape, block_id: z.int() });
const reads = { who: 'anyone', project: 'read_merge_request' } as const;
const writes = { who: 'user', project: 'read_merge_request' } as const;

export const mergeRequestDependencies = {
  list: defineEndpoint({
    id: 'mergeRequestDependencies.list',
    method: 'GET',
    path: `${one}/blocks`,
    summary: 'What has to be merged before a merge request, the oldest first',
    access: reads,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(mergeRequestDependency),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'mergeRequestDependencies.show',
    method: 'GET',
    path: `${one}/blocks/:block_id`,
    summary: 'One thing that has to be merged before a merge request',
    access: reads,
    params: underBlock,
    response: mergeRequestDependency,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'mergeRequestDependencies.create',
    method: 'POST',
    path: `${one}/blocks`,
    summary: 'Let a merge request wait until another is merged',
    access: writes,
    params: underMergeRequest,
    body: z.object({
      blocking_merge_request_id: z.int().optional().describe('Its id in all projects'),
      blocking_merge_request_iid: z.int().optional().describe('Its number in its project'),
      blocking_project_id: z.int().optional().describe('The project of the number, if another'),
    }),
    exclusive: [['blocking_merge_request_id', 'blocking_merge_request_iid']],
    atLeastOne: ['blocking_merge_request_id', 'blocking_merge_request_iid'],
    response: mergeRequestDependency,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'mergeRequestDependencies.remove',
    method: 'DELETE',
    path: `${one}/blocks/:block_id`,
    summary: 'Let a merge request wait for another no longer',
    access: writes,
    params: underBlock,
    response: null,
    status: [204],
  }),
  listBlockees: defineEndpoint({
    id: 'mergeRequestDependencies.listBlockees',
    method: 'GET',
    path: `${one}/blockees`,
    summary: 'What waits until a merge request is merged, the oldest first',
    access: reads,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(mergeRequestDependency),
    status: [200],
    paginated: true,
  }),
} as const;
