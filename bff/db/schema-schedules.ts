import type { Generated } from 'kysely';
import type { ScheduleProblem, ScheduleRun } from '#contract/schedule-record.ts';

type Flag = Generated<number>;
type Time = string;

export interface PipelineSchedules {
  id: Generated<number>;
  project_id: number;
  /** Null where the owner was deleted: it runs nothing then. */
  owner_id: number | null;
  description: string;
  description_lower: string;
  /** In full. */
  ref: string;
  cron: string;
  cron_timezone: string;
  active: Flag;
  next_run_at: Time | null;
  /** When it last ran at its time. */
  last_run_at: Time | null;
  /** JSON list of names and values. */
  encrypted_inputs: string | null;
  /** What kept its last run at its time from making a good pipeline. */
  problem: ScheduleProblem | null;
  problem_text: string | null;
  problem_since: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface PipelineScheduleVariables {
  id: Generated<number>;
  pipeline_schedule_id: number;
  key: string;
  encrypted_value: string;
  variable_type: Generated<'env_var' | 'file'>;
}

/** Each time that a schedule ran or was to run. */
export interface PipelineScheduleRuns {
  id: Generated<number>;
  pipeline_schedule_id: number;
  kind: ScheduleRun['kind'];
  /** Who ran it by hand. */
  user_id: number | null;
  state: Generated<ScheduleRun['state']>;
  problem: ScheduleProblem | null;
  text: string | null;
  pipeline_id: number | null;
  due_at: Time;
  created_at: Time;
  finished_at: Time | null;
}

export interface ScheduleTables {
  pipeline_schedules: PipelineSchedules;
  pipeline_schedule_variables: PipelineScheduleVariables;
  pipeline_schedule_runs: PipelineScheduleRuns;
}
