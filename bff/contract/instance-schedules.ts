import * as z from 'zod';
import { pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pipelineSchedule, scheduleProblem, scheduleTrouble } from './schedule-record.ts';

/** A schedule among those of all projects. */
const instanceSchedule = z
  .object({
    ...pipelineSchedule.shape,
    project: z.object({
      id: z.int(),
      name_with_namespace: z.string(),
      path_with_namespace: z.string(),
      archived: z.boolean(),
    }),
    trouble: scheduleTrouble.nullable(),
    last_run_at: timestamp.nullable(),
    orphaned: z.boolean().describe('Its owner is gone, blocked or without the right to run it'),
  })
  .meta({ id: 'InstanceSchedule' });

export const instanceSchedules = {
  list: defineEndpoint({
    id: 'instanceSchedules.list',
    method: 'GET',
    path: '/schedules',
    base: 'bff',
    summary: 'Pipeline schedules of all projects, the next to run first',
    access: { who: 'admin' },
    query: z.object({
      ...pageQuery,
      state: z.enum(['active', 'inactive', 'orphaned', 'failing']).optional(),
      search: z.string().optional().describe('In descriptions and paths of projects'),
      owner: z.string().optional().describe('Username of the owner'),
      project_id: z.int().optional(),
    }),
    response: z.array(instanceSchedule),
    status: [200],
    paginated: true,
  }),
  listOwnFailing: defineEndpoint({
    id: 'instanceSchedules.listOwnFailing',
    method: 'GET',
    path: '/schedules/own_failing',
    base: 'bff',
    summary: 'One’s own pipeline schedules that could not run when they were last to',
    access: { who: 'user' },
    query: z.object(pageQuery),
    response: z.array(instanceSchedule),
    status: [200],
    paginated: true,
  }),
  handOver: defineEndpoint({
    id: 'instanceSchedules.handOver',
    method: 'POST',
    path: '/schedules/hand_over',
    base: 'bff',
    summary: 'Give pipeline schedules another owner',
    access: { who: 'admin' },
    body: z.object({
      ids: z.array(z.int()).describe('Of schedules, 100 at most'),
      user_id: z.int().describe('The new owner'),
    }),
    response: z
      .object({
        handed_over: z.array(z.int()),
        refused: z.array(
          z.object({
            id: z.int(),
            problem: z
              .enum(['not_found', ...scheduleProblem.extract(['owner_role', 'archived']).options])
              .describe('`owner_role`: the new owner could not run it'),
          }),
        ),
      })
      .meta({ id: 'SchedulesHandedOver' }),
    status: [200],
  }),
} as const;
