import * as z from 'zod';
import { commit } from './commits.ts';
import { pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { basicPipeline, pipelineStatuses } from './pipeline-record.ts';
import { underPipeline } from './pipelines.ts';

/** A recorded job. Nothing is run here, so it has neither runner nor artifacts. */
export const ciJob = z
  .object({
    id: z.int(),
    status: z.enum(pipelineStatuses),
    stage: z.string(),
    name: z.string(),
    ref: z.string(),
    tag: z.boolean(),
    coverage: z.number().nullable(),
    allow_failure: z.boolean(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    erased_at: timestamp.nullable(),
    duration: z.number().nullable(),
    queued_duration: z.number().nullable(),
    failure_reason: z.string().optional(),
    user: userSummary.nullable(),
    commit,
    pipeline: basicPipeline,
    web_url: z.string(),
    project: z.object({ ci_job_token_scope_enabled: z.boolean() }),
    artifacts: z.array(z.object({ file_type: z.string(), size: z.int(), filename: z.string() })),
    runner: z.null(),
    runner_manager: z.null(),
    artifacts_expire_at: z.null(),
    archived: z.boolean(),
    tag_list: z.array(z.string()),
  })
  .meta({ id: 'CiJob' });
export type CiJob = z.output<typeof ciJob>;

const scope = z.array(z.enum(pipelineStatuses));
const query = {
  ...pageQuery,
  /** One status or several. */
  scope: z.union([scope, z.enum(pipelineStatuses)]).optional(),
};

const path = '/projects/:id/jobs';
const underJob = z.object({ ...underId.shape, job_id: z.int() });

export const ciJobs = {
  listOfPipeline: defineEndpoint({
    id: 'ciJobs.listOfPipeline',
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    summary: 'Jobs of a pipeline',
    access: { who: 'anyone', project: 'read_pipeline' },
    params: underPipeline,
    query: z.object({ ...query, include_retried: z.boolean().default(false) }),
    response: z.array(ciJob),
    status: [200],
    paginated: true,
  }),
  list: defineEndpoint({
    id: 'ciJobs.list',
    method: 'GET',
    path,
    summary: 'Jobs of a project, the newest first',
    access: { who: 'user', project: 'read_pipeline' },
    limited: 'project_jobs',
    params: underId,
    query: z.object(query),
    response: z.array(ciJob),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'ciJobs.show',
    method: 'GET',
    path: `${path}/:job_id`,
    summary: 'One job',
    access: { who: 'user', project: 'read_pipeline' },
    params: underJob,
    response: ciJob,
    status: [200],
  }),
  play: defineEndpoint({
    id: 'ciJobs.play',
    method: 'POST',
    path: `${path}/:job_id/play`,
    summary: 'Let a manual job wait for its run',
    access: { who: 'user', project: 'update_pipeline' },
    params: underJob,
    response: ciJob,
    status: [200],
  }),
  cancel: defineEndpoint({
    id: 'ciJobs.cancel',
    method: 'POST',
    path: `${path}/:job_id/cancel`,
    summary: 'Cancel a job',
    access: { who: 'user', project: 'update_pipeline' },
    params: underJob,
    response: ciJob,
    status: [201],
  }),
  retry: defineEndpoint({
    id: 'ciJobs.retry',
    method: 'POST',
    path: `${path}/:job_id/retry`,
    summary: 'Start an ended job anew',
    access: { who: 'user', project: 'update_pipeline' },
    params: underJob,
    response: ciJob,
    status: [201],
  }),
  token: defineEndpoint({
    id: 'ciJobs.token',
    method: 'POST',
    path: `${path}/:job_id/token`,
    summary: 'Hand out the token of a running job, once: it starts pipelines',
    access: { who: 'user', project: 'admin_pipeline' },
    params: underJob,
    response: z.object({ token: z.string() }),
    status: [201],
  }),
} as const;
