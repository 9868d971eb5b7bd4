import type { Page } from '#contract/common.ts';
import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import type { Project } from '../projects/rules.ts';
import { getSchedule, type May, mayWith } from './access-rules.ts';
import { upcomingRuns } from './next-run.ts';
import { type Schedule, schedulePage } from './rules.ts';
import { listNewestRuns, listRuns, type ScheduleRun } from './run-repository.ts';

export type { ScheduleRun } from './run-repository.ts';

const runsShown = 10;
const mostUpcoming = 200;
/** Each costs a little work: a page of many that run often shows fewer of each. */
const mostOfPage = 2000;
const week = 7 * 86_400_000;

/** A schedule with what a project's screen shows of it. */
export interface Overview {
  schedule: Schedule;
  runs: readonly ScheduleRun[];
  upcoming: readonly string[];
  may: May;
}

/** One page of a project's schedules with their last and next runs. */
export async function overviewPage(
  ctx: Ctx,
  project: Project,
  of: { scope: 'active' | 'inactive' | undefined; paging: Slice },
): Promise<Page<Overview>> {
  const page = await schedulePage(ctx, project, of);
  const ids = page.rows.map((row) => row.id);
  const all = await listNewestRuns(ctx.db, ids, runsShown);
  const mayOf = await mayWith(ctx, project, page.rows);
  const rows = page.rows.map((schedule) => ({
    schedule,
    runs: all.filter((run) => run.pipeline_schedule_id === schedule.id),
    upcoming: upcomingOf(ctx, schedule, Math.floor(mostOfPage / page.rows.length)),
    may: mayOf(schedule),
  }));
  return { rows, total: page.total };
}

function upcomingOf(ctx: Ctx, schedule: Schedule, share: number): string[] {
  if (schedule.active === 0) return [];
  const until = ctx.clock.now() + week;
  return upcomingRuns(ctx, schedule, { most: Math.min(mostUpcoming, share), until }).map(isoOf);
}

/** One page of a schedule's history, the newest first. */
export async function runPage(
  ctx: Ctx,
  project: Project,
  { id, paging }: { id: number; paging: Slice },
): Promise<Page<ScheduleRun>> {
  const schedule = await getSchedule(ctx, project, id);
  return listRuns(ctx.db, schedule.id, paging);
}
