import type {
  PipelineSchedule as ScheduleRecord,
  PipelineScheduleDetails,
} from '#contract/schedule-record.ts';
import type { Ctx, User } from '../../context.ts';
import { presentBasicPipeline } from '../pipelines/present.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { mayDo } from './access-rules.ts';
import { inputsOf } from './input-rules.ts';
import { lastPipelineOf, type Schedule } from './rules.ts';
import { type ScheduleVariable, variablesOfSchedule } from './variable-rules.ts';

/** What a schedule shows wherever it is shown. */
export const scheduleFields = (
  ctx: Ctx,
  row: Schedule,
  owners: ReadonlyMap<number, User>,
): ScheduleRecord => {
  const owner = owners.get(row.owner_id ?? 0);
  return {
    id: row.id,
    description: row.description,
    ref: row.ref,
    cron: row.cron,
    cron_timezone: row.cron_timezone,
    next_run_at: row.next_run_at,
    active: row.active === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    owner: owner === undefined ? null : presentUserSummary(ctx, owner),
  };
};

/** Owners of schedules, for records of several. */
export const ownersOf = (ctx: Ctx, rows: readonly Schedule[]): Promise<Map<number, User>> =>
  usersById(
    ctx,
    rows.map((row) => row.owner_id),
  );

/** Records of a list. */
export async function presentSchedules(
  ctx: Ctx,
  rows: readonly Schedule[],
): Promise<ScheduleRecord[]> {
  const owners = await ownersOf(ctx, rows);
  return rows.map((row) => scheduleFields(ctx, row, owners));
}

/** A schedule's whole record; what may hold secrets is left out for whoever may not see it. */
export async function presentSchedule(
  ctx: Ctx,
  project: Project,
  row: Schedule,
): Promise<PipelineScheduleDetails> {
  const last = await lastPipelineOf(ctx, row);
  const details = {
    ...scheduleFields(ctx, row, await ownersOf(ctx, [row])),
    last_pipeline: last === undefined ? null : presentBasicPipeline(ctx, project, last),
  };
  if (!(await mayDo(ctx, project, row)).secrets) return details;
  const variables = await variablesOfSchedule(ctx, row);
  return {
    ...details,
    inputs: inputsOf(ctx, row),
    variables: variables.map((variable) => presentVariable(ctx, variable)),
  };
}

/** One variable with its value. */
export const presentVariable = (ctx: Pick<Ctx, 'secrets'>, row: ScheduleVariable) => ({
  variable_type: row.variable_type,
  key: row.key,
  value: ctx.secrets.decrypt(row.encrypted_value),
  raw: false,
});
