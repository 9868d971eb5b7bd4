import * as z from 'zod';
import { filledText, pageQuery, underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { basicPipeline } from './pipeline-record.ts';
import { pipelineFilter } from './pipelines.ts';
import {
  longestScheduleText,
  longestVariable,
  pipelineSchedule,
  pipelineScheduleDetails,
  scheduleInputValue,
  scheduleOverview,
  scheduleRun,
} from './schedule-record.ts';

/** A variable that is added. */
export const newVariable = z.object({
  key: z.string(),
  value: z.string().max(longestVariable),
  variable_type: z.enum(['env_var', 'file']).default('env_var'),
});

const path = '/projects/:id/pipeline_schedules';
const one = `${path}/:pipeline_schedule_id`;

/** Path parameters of everything below a schedule. */
export const underSchedule = z.object({ ...underId.shape, pipeline_schedule_id: z.int() });

const scope = z.enum(['active', 'inactive']).optional();
// What a caller may do with a schedule depends on whose it is: the rules know.
const access = { who: 'user', project: 'read_pipeline' } as const;

const input = {
  name: z.string().max(longestScheduleText),
  value: scheduleInputValue.optional(),
};
const description = z.string().max(longestScheduleText);
const zone = z.string().describe('A friendly name, an IANA name or `+02:00`');

export const pipelineSchedules = {
  list: defineEndpoint({
    id: 'pipelineSchedules.list',
    method: 'GET',
    path,
    summary: 'Pipeline schedules of a project, in the order in which they were made',
    access,
    params: underId,
    query: z.object({ ...pageQuery, scope }),
    response: z.array(pipelineSchedule),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'pipelineSchedules.show',
    method: 'GET',
    path: one,
    summary: 'One pipeline schedule; its variables and inputs for its owner and Maintainers',
    access,
    params: underSchedule,
    response: pipelineScheduleDetails,
    status: [200],
  }),
  listPipelines: defineEndpoint({
    id: 'pipelineSchedules.listPipelines',
    method: 'GET',
    path: `${one}/pipelines`,
    summary: 'Pipelines that a schedule has made, the oldest first',
    access,
    params: underSchedule,
    query: z.object({
      ...pageQuery,
      ...pipelineFilter,
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.array(basicPipeline),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    id: 'pipelineSchedules.create',
    method: 'POST',
    path,
    summary: 'Create a pipeline schedule of the caller’s',
    access: { who: 'user', project: 'create_pipeline' },
    params: underId,
    body: z.object({
      description,
      ref: filledText().describe('Short, where it is a branch or a tag and not both, or in full'),
      cron: z.string(),
      cron_timezone: zone.default('UTC'),
      active: z.boolean().default(true),
      inputs: z.array(z.object(input)).optional().describe('20 at most'),
      variables: z.array(newVariable).optional().describe('100 at most'),
    }),
    response: pipelineScheduleDetails,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'pipelineSchedules.update',
    method: 'PUT',
    path: one,
    summary: 'Change a pipeline schedule; for its owner and administrators',
    access,
    params: underSchedule,
    body: z.object({
      description: description.optional(),
      ref: filledText().optional(),
      cron: z.string().optional(),
      cron_timezone: zone.optional(),
      active: z.boolean().optional(),
      inputs: z
        .array(z.object({ ...input, destroy: z.boolean().optional() }))
        .optional()
        .describe('Added or changed by name; with `destroy` removed'),
    }),
    response: pipelineScheduleDetails,
    status: [200],
  }),
  takeOwnership: defineEndpoint({
    id: 'pipelineSchedules.takeOwnership',
    method: 'POST',
    path: `${one}/take_ownership`,
    summary: 'Become the owner of a pipeline schedule, whose rights it runs with',
    access,
    params: underSchedule,
    response: pipelineScheduleDetails,
    status: [201, 200],
  }),
  remove: defineEndpoint({
    id: 'pipelineSchedules.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a pipeline schedule; its pipelines stay',
    access,
    params: underSchedule,
    response: null,
    status: [204],
  }),
  play: defineEndpoint({
    id: 'pipelineSchedules.play',
    method: 'POST',
    path: `${one}/play`,
    summary: 'Run a pipeline schedule now, with the rights of the caller',
    access,
    params: underSchedule,
    response: z.object({ message: z.string() }),
    status: [201],
  }),
  overview: defineEndpoint({
    id: 'pipelineSchedules.overview',
    method: 'GET',
    path,
    base: 'bff',
    summary: 'Pipeline schedules of a project with their last and next runs',
    access,
    params: underId,
    query: z.object({ ...pageQuery, scope }),
    response: z.array(scheduleOverview),
    status: [200],
    paginated: true,
  }),
  runs: defineEndpoint({
    id: 'pipelineSchedules.runs',
    method: 'GET',
    path: `${one}/runs`,
    base: 'bff',
    summary: 'When a schedule ran and what came of it, the newest first',
    access,
    params: underSchedule,
    query: z.object(pageQuery),
    response: z.array(scheduleRun),
    status: [200],
    paginated: true,
  }),
} as const;
