import type {
  ScheduleOverview,
  ScheduleRun as RunRecord,
  scheduleTrouble,
} from '#contract/schedule-record.ts';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { presentBasicPipeline } from '../pipelines/present.ts';
import { pipelinesById } from '../pipelines/rules.ts';
import type { Project } from '../projects/rules.ts';
import type { Overview, ScheduleRun } from './overview-rules.ts';
import { ownersOf, scheduleFields } from './present.ts';
import type { Schedule } from './rules.ts';

/** What is wrong with a schedule; null for nothing. */
export const presentTrouble = (row: Schedule): z.output<typeof scheduleTrouble> | null =>
  row.problem === null
    ? null
    : {
        problem: row.problem,
        text: row.problem_text ?? '',
        since: row.problem_since ?? row.updated_at,
      };

/** Runs with their pipelines. */
export async function presentRuns(
  ctx: Ctx,
  project: Project,
  rows: readonly ScheduleRun[],
): Promise<RunRecord[]> {
  const pipelines = await pipelinesById(
    ctx,
    rows.flatMap((row) => row.pipeline_id ?? []),
  );
  return rows.map((row) => {
    const pipeline = pipelines.get(row.pipeline_id ?? 0);
    return {
      id: row.id,
      kind: row.kind,
      state: row.state,
      problem: row.problem,
      text: row.text,
      due_at: row.due_at,
      created_at: row.created_at,
      finished_at: row.finished_at,
      pipeline: pipeline === undefined ? null : presentBasicPipeline(ctx, project, pipeline),
    };
  });
}

/** Schedules as their project's screen shows them. */
export async function presentOverview(
  ctx: Ctx,
  project: Project,
  rows: readonly Overview[],
): Promise<ScheduleOverview[]> {
  const owners = await ownersOf(
    ctx,
    rows.map((row) => row.schedule),
  );
  const all = await presentRuns(
    ctx,
    project,
    rows.flatMap((row) => row.runs),
  );
  const runs = new Map(all.map((run) => [run.id, run]));
  return rows.map(({ schedule, upcoming, may, ...row }) => ({
    ...scheduleFields(ctx, schedule, owners),
    trouble: presentTrouble(schedule),
    last_run_at: schedule.last_run_at,
    runs: row.runs.flatMap((run) => runs.get(run.id) ?? []),
    upcoming: [...upcoming],
    may: { update: may.update, play: may.play, admin: may.admin },
  }));
}
