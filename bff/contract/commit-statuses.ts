import * as z from 'zod';
import { filledText, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pipelineStatuses, reportableStatuses } from './pipeline-record.ts';

/** What a job or something outside says of a commit. */
export const commitStatus = z
  .object({
    id: z.int(),
    sha: z.string(),
    ref: z.string(),
    status: z.enum(pipelineStatuses),
    name: z.string(),
    target_url: z.string().nullable(),
    description: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    allow_failure: z.boolean(),
    coverage: z.number().nullable(),
    pipeline_id: z.int(),
    author: userSummary.nullable(),
  })
  .meta({ id: 'CommitStatus' });

export const commitStatuses = {
  list: defineEndpoint({
    id: 'commitStatuses.list',
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/statuses',
    summary: 'Statuses of a commit; of each name the newest, unless all are asked for',
    access: { who: 'anyone', project: 'read_pipeline' },
    params: z.object({ ...underId.shape, sha: z.string() }),
    query: z.object({
      ...pageQuery,
      ref: z.string().optional(),
      stage: z.string().optional(),
      name: z.string().optional(),
      pipeline_id: z.int().optional(),
      all: z.boolean().default(false),
      order_by: z.enum(['id', 'pipeline_id']).default('id'),
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.array(commitStatus),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    id: 'commitStatuses.create',
    method: 'POST',
    path: '/projects/:id/statuses/:sha',
    summary: 'Report how a job or something outside stands with a commit',
    access: { who: 'user', project: 'create_commit_status' },
    params: z.object({ ...underId.shape, sha: z.string() }),
    body: z.object({
      state: z.enum(reportableStatuses),
      ref: z.string().optional(),
      name: filledText().optional(),
      context: filledText().optional(),
      target_url: z.string().max(255).optional(),
      description: z.string().max(255).optional(),
      coverage: z.number().min(0).max(100).optional(),
      pipeline_id: z.int().optional(),
    }),
    response: commitStatus,
    status: [201],
  }),
} as const;
