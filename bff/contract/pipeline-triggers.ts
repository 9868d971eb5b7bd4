import * as z from 'zod';
import { datetime, filledText, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pipeline } from './pipeline-record.ts';

const pipelineTrigger = z
  .object({
    id: z.int(),
    token: z.string().describe('Whole for its owner, four characters for everyone else'),
    description: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    last_used: timestamp.nullable(),
    expires_at: timestamp.nullable(),
    owner: userSummary.nullable(),
  })
  .meta({ id: 'PipelineTrigger' });
export type PipelineTrigger = z.output<typeof pipelineTrigger>;

const path = '/projects/:id/triggers';
const one = `${path}/:trigger_id`;
const underTrigger = z.object({ ...underId.shape, trigger_id: z.int() });
const text = z.union([z.string(), z.array(z.string())]);

/** Everything that starts a pipeline; the token stands for the caller. */
const start = {
  token: z.string().optional().describe('A trigger or job token; or the header `JOB-TOKEN`'),
  variables: z.record(z.string(), text).optional().describe('Texts by their names'),
  inputs: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
};
const starting = {
  access: { who: 'anyone' },
  identifies: false,
  order: 'params-before-401',
  response: pipeline,
  status: [201],
} as const;

export const pipelineTriggers = {
  list: defineEndpoint({
    id: 'pipelineTriggers.list',
    method: 'GET',
    path,
    summary: 'Trigger tokens of a project, in the order in which they were made',
    access: { who: 'user', project: 'read_trigger' },
    order: 'params-before-401',
    params: underId,
    query: z.object(pageQuery),
    response: z.array(pipelineTrigger),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'pipelineTriggers.show',
    method: 'GET',
    path: one,
    summary: 'One trigger token',
    access: { who: 'user', project: 'read_trigger' },
    order: 'params-before-401',
    params: underTrigger,
    response: pipelineTrigger,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'pipelineTriggers.create',
    method: 'POST',
    path,
    summary: 'Create a trigger token',
    access: { who: 'user', project: 'admin_trigger' },
    order: 'params-before-401',
    params: underId,
    body: z.object({ description: z.string().max(1024), expires_at: datetime().optional() }),
    response: pipelineTrigger,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'pipelineTriggers.update',
    method: 'PUT',
    path: one,
    summary: 'Describe a trigger token anew; for its owner and administrators',
    access: { who: 'user', project: 'admin_trigger' },
    order: 'params-before-401',
    params: underTrigger,
    body: z.object({ description: z.string().max(1024).optional() }),
    response: pipelineTrigger,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'pipelineTriggers.remove',
    method: 'DELETE',
    path: one,
    summary: 'Revoke a trigger token',
    access: { who: 'user', project: 'admin_trigger' },
    order: 'params-before-401',
    params: underTrigger,
    response: null,
    status: [204],
  }),
  rotate: defineEndpoint({
    id: 'pipelineTriggers.rotate',
    method: 'POST',
    path: `${one}/rotate`,
    base: 'bff',
    summary: 'Give a trigger token a new text; the old one works on for a while',
    access: { who: 'user', project: 'admin_trigger' },
    order: 'params-before-401',
    params: underTrigger,
    body: z.object({
      overlap_minutes: z
        .int()
        .min(0)
        .max(43_200)
        .default(1440)
        .describe('How long the old text still starts pipelines; 0: not at all'),
      expires_at: datetime()
        .nullable()
        .optional()
        .describe('When the token ends; absent: as before'),
    }),
    response: z
      .object({ ...pipelineTrigger.shape, previous_valid_until: timestamp })
      .meta({ id: 'RotatedPipelineTrigger' }),
    status: [201],
  }),
  start: defineEndpoint({
    ...starting,
    id: 'pipelineTriggers.start',
    method: 'POST',
    path: '/projects/:id/trigger/pipeline',
    summary: 'Start a pipeline with a trigger token or a job token',
    params: underId,
    body: z.object({ ref: filledText(), ...start }),
  }),
  startForRef: defineEndpoint({
    ...starting,
    id: 'pipelineTriggers.startForRef',
    method: 'POST',
    path: '/projects/:id/ref/:ref/trigger/pipeline',
    summary: 'Start a pipeline of the ref in the path, as the address of a hook',
    params: z.object({ ...underId.shape, ref: filledText() }),
    body: z.object(start),
  }),
} as const;
