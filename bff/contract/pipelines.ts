import * as z from 'zod';
import { datetime, filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedPipeline, pipeline, pipelineSources, pipelineStatuses } from './pipeline-record.ts';

/** Path parameters of everything below a pipeline. */
export const underPipeline = z.object({ ...underId.shape, pipeline_id: z.int() });

export const pipelineVariable = z
  .object({
    variable_type: z.enum(['env_var', 'file']),
    key: z.string(),
    value: z.string(),
    raw: z.boolean(),
  })
  .meta({ id: 'PipelineVariable' });

/** Filters that every list of pipelines takes. */
export const pipelineFilter = {
  scope: z.enum(['running', 'pending', 'finished', 'branches', 'tags']).optional(),
  status: z.enum(pipelineStatuses).optional(),
  updated_before: datetime().optional(),
  updated_after: datetime().optional(),
  created_before: datetime().optional(),
  created_after: datetime().optional(),
};

const path = '/projects/:id/pipelines';
const one = `${path}/:pipeline_id`;

export const pipelines = {
  list: defineEndpoint({
    id: 'pipelines.list',
    method: 'GET',
    path,
    summary: 'Pipelines of a project, the newest first',
    access: { who: 'anyone', project: 'read_pipeline' },
    params: underId,
    query: z.object({
      ...pageQuery,
      ...pipelineFilter,
      source: z.enum(pipelineSources).optional(),
      ref: z.string().optional(),
      sha: z.string().optional(),
      yaml_errors: z.boolean().optional(),
      username: z.string().optional(),
      name: z.string().optional(),
      order_by: z.enum(['id', 'status', 'ref', 'updated_at', 'user_id']).default('id'),
      sort: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: z.array(listedPipeline),
    status: [200],
    paginated: true,
  }),
  latest: defineEndpoint({
    id: 'pipelines.latest',
    method: 'GET',
    path: `${path}/latest`,
    summary: 'The newest pipeline of the last commit of a branch or tag',
    access: { who: 'anyone', project: 'read_pipeline' },
    params: underId,
    query: z.object({ ref: z.string().optional() }),
    response: pipeline,
    status: [200],
  }),
  show: defineEndpoint({
    id: 'pipelines.show',
    method: 'GET',
    path: one,
    summary: 'One pipeline',
    access: { who: 'anyone', project: 'read_pipeline' },
    params: underPipeline,
    response: pipeline,
    status: [200],
  }),
  variables: defineEndpoint({
    id: 'pipelines.variables',
    method: 'GET',
    path: `${one}/variables`,
    summary: 'Variables that a pipeline was started with; for Maintainers and who started it',
    access: { who: 'user', project: 'read_pipeline' },
    params: underPipeline,
    response: z.array(pipelineVariable),
    status: [200],
  }),
  create: defineEndpoint({
    id: 'pipelines.create',
    method: 'POST',
    path: '/projects/:id/pipeline',
    summary: 'Create a pipeline from the CI file of a branch or tag',
    access: { who: 'user', project: 'create_pipeline' },
    params: underId,
    body: z.object({
      ref: filledText(),
      variables: z
        .union([
          z.array(
            z.object({
              key: z.string(),
              value: z.string(),
              variable_type: z.enum(['env_var', 'file']).default('env_var'),
            }),
          ),
          z.record(z.string(), z.string()),
        ])
        .optional(),
      inputs: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
        .optional(),
    }),
    response: pipeline,
    status: [201],
  }),
  cancel: defineEndpoint({
    id: 'pipelines.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    summary: 'Cancel the jobs of a pipeline that have not ended',
    access: { who: 'user', project: 'update_pipeline' },
    params: underPipeline,
    response: pipeline,
    status: [200],
  }),
  retry: defineEndpoint({
    id: 'pipelines.retry',
    method: 'POST',
    path: `${one}/retry`,
    summary: 'Start the failed and canceled jobs of a pipeline anew',
    access: { who: 'user', project: 'update_pipeline' },
    params: underPipeline,
    response: pipeline,
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'pipelines.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a pipeline with its jobs',
    access: { who: 'user', project: 'remove_pipeline' },
    params: underPipeline,
    response: null,
    status: [204],
  }),
} as const;
