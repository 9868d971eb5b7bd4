import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { newVariable, underSchedule } from './pipeline-schedules.ts';
import { pipelineVariable } from './pipelines.ts';

const path = '/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables';
const one = `${path}/:key`;
const underKey = z.object({ ...underSchedule.shape, key: z.string() });
// Whose variables they are decides who may do what: the rules know.
const access = { who: 'user', project: 'read_pipeline' } as const;

export const pipelineScheduleVariables = {
  create: defineEndpoint({
    id: 'pipelineScheduleVariables.create',
    method: 'POST',
    path,
    summary: 'Add a variable to a pipeline schedule',
    access,
    params: underSchedule,
    body: newVariable,
    response: pipelineVariable,
    status: [201],
  }),
  show: defineEndpoint({
    id: 'pipelineScheduleVariables.show',
    method: 'GET',
    path: one,
    summary: 'One variable of a pipeline schedule; for its owner and Maintainers',
    access,
    params: underKey,
    response: pipelineVariable,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'pipelineScheduleVariables.update',
    method: 'PUT',
    path: one,
    summary: 'Change a variable of a pipeline schedule',
    access,
    params: underKey,
    body: z.object({
      value: newVariable.shape.value,
      variable_type: newVariable.shape.variable_type.unwrap().optional(),
    }),
    response: pipelineVariable,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'pipelineScheduleVariables.remove',
    method: 'DELETE',
    path: one,
    summary: 'Take a variable off a pipeline schedule; answers with it',
    access,
    params: underKey,
    response: pipelineVariable,
    status: [202],
  }),
} as const;
