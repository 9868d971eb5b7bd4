import * as z from 'zod';
import { timestamp, userSummary } from './common.ts';
import { basicPipeline } from './pipeline-record.ts';
import { pipelineVariable } from './pipelines.ts';

export const scheduleInputValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
]);

export const longestScheduleText = 255;
export const longestVariable = 65_536;

const shape = {
  id: z.int(),
  description: z.string(),
  ref: z.string().describe('In full: `refs/heads/…` or `refs/tags/…`'),
  cron: z.string(),
  cron_timezone: z.string().describe('As it was given: a friendly name, an IANA name or `+02:00`'),
  next_run_at: timestamp.nullable().describe('Also of an inactive one: when it would run'),
  active: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  owner: userSummary.nullable().describe('Null where the owner was deleted'),
};

/** A schedule in lists. */
export const pipelineSchedule = z.object(shape).meta({ id: 'PipelineSchedule' });
export type PipelineSchedule = z.output<typeof pipelineSchedule>;

/** A schedule read by itself; what may hold secrets is for its owner and Maintainers. */
export const pipelineScheduleDetails = z
  .object({
    ...shape,
    inputs: z.array(z.object({ name: z.string(), value: scheduleInputValue })).optional(),
    last_pipeline: basicPipeline.nullable(),
    variables: z.array(pipelineVariable).optional(),
  })
  .meta({ id: 'PipelineScheduleDetails' });
export type PipelineScheduleDetails = z.output<typeof pipelineScheduleDetails>;

/** Why a run made no pipeline, or one that has failed from the start. */
const scheduleProblems = [
  'owner_gone',
  'owner_blocked',
  'owner_role',
  'archived',
  'pipelines_off',
  'ref_gone',
  'ref_ambiguous',
  'ref_protected',
  'no_ci_file',
  'invalid_ci_file',
  'no_job',
  'invalid_inputs',
  'invalid_variables',
  'too_many_pipelines',
  'invalid_schedule',
  'error',
] as const;
export const scheduleProblem = z.enum(scheduleProblems);
export type ScheduleProblem = z.output<typeof scheduleProblem>;

/** `waiting`: due, and about to be tried. `failed`: there is a pipeline, but it could not begin. */
const scheduleRunStates = ['waiting', 'created', 'failed', 'refused'] as const;

/** One time that a schedule ran, or was to run. */
export const scheduleRun = z
  .object({
    id: z.int(),
    kind: z.enum(['cron', 'play']).describe('At its time, or by hand'),
    state: z.enum(scheduleRunStates),
    problem: scheduleProblem.nullable(),
    text: z.string().nullable().describe('What was wrong, in words'),
    due_at: timestamp.describe('When it was to run; of missed times the first'),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    pipeline: basicPipeline.nullable(),
  })
  .meta({ id: 'PipelineScheduleRun' });
export type ScheduleRun = z.output<typeof scheduleRun>;

/** What keeps a schedule from running, since when. */
export const scheduleTrouble = z.object({
  problem: scheduleProblem,
  text: z.string(),
  since: timestamp,
});

/** A schedule with all that its project's screen shows of it. */
export const scheduleOverview = z
  .object({
    ...shape,
    trouble: scheduleTrouble.nullable(),
    last_run_at: timestamp.nullable().describe('When it last ran at its time'),
    runs: z.array(scheduleRun).describe('The newest first, ten at most'),
    upcoming: z
      .array(timestamp)
      .describe('Runs of the next seven days, 200 at most; none while inactive'),
    may: z
      .object({ update: z.boolean(), play: z.boolean(), admin: z.boolean() })
      .describe('What the caller may do; `admin` is to delete it and to take it over'),
  })
  .meta({ id: 'PipelineScheduleOverview' });
export type ScheduleOverview = z.output<typeof scheduleOverview>;
