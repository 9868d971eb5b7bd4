import { type Ctx, now, transact } from '../../context.ts';
import { enqueue, enqueueAll } from '../../jobs/queue.ts';
import { isoOf } from '../../clock.ts';
import { forgetDoneJobs } from '../jobs/rules.ts';
import { minuteOf, nextRunAt } from './next-run.ts';
import { type Schedule, updateSchedule } from './repository.ts';
import { deleteOldRuns, insertRuns, takeDue } from './run-repository.ts';

const minute = 60_000;
const atOnce = 200;
// A job is taken and ended by two writes of its own, which cost as much as a pipeline.
const runsOfJob = 25;
const keptDays = 90;

/** Asks for the next look at what is due: at the next full minute. */
const askForNextTick = (ctx: Ctx): Promise<void> =>
  enqueue(
    ctx,
    'run_due_schedules',
    {},
    { delay: minute - (ctx.clock.now() % minute), dedup: 'clock' },
  );

/**
 * Lets all schedules run whose time has come. The next look is asked for first, so that one that
 * dies holds up nothing but itself.
 */
export async function runDueSchedules(ctx: Ctx): Promise<void> {
  await askForNextTick(ctx);
  for (;;) {
    const claimed = await transact(ctx, (ctx) => claimDue(ctx, { most: atOnce }));
    if (claimed.length < atOnce) break;
  }
  await forgetDoneJobs(ctx, 'run_due_schedules');
  await forgetDoneJobs(ctx, 'run_schedule');
  await forgetDoneJobs(ctx, 'run_schedules');
}

/**
 * Takes due schedules: each gets its next time, and its run is written with the job that does it,
 * all or nothing. Times that were missed are one run. Call inside `transact`.
 */
export async function claimDue(
  ctx: Ctx,
  { most, id }: { most: number; id?: number },
): Promise<Schedule[]> {
  const instant = now(ctx);
  const due = await takeDue(ctx.db, { dialect: ctx.dialect, instant, most, id });
  if (due.length === 0) return [];
  const last_run_at = minuteOf(ctx.clock.now());
  const claimed: Schedule[] = [];
  for (const schedule of due) {
    const next_run_at = nextRunAt(ctx, { ...schedule, last_run_at });
    const after = await updateSchedule(ctx.db, schedule.id, { next_run_at, last_run_at });
    claimed.push(after ?? schedule);
  }
  const runs = await insertRuns(
    ctx.db,
    due.map((schedule) => ({
      pipeline_schedule_id: schedule.id,
      kind: 'cron' as const,
      due_at: schedule.next_run_at ?? instant,
      created_at: instant,
    })),
  );
  const ids = runs.map((run) => run.id);
  const shares = Math.ceil(ids.length / runsOfJob);
  await enqueueAll(
    ctx,
    'run_schedules',
    Array.from({ length: shares }, (_share, at) => ({
      payload: { run_ids: ids.slice(at * runsOfJob, (at + 1) * runsOfJob) },
    })),
  );
  return claimed;
}

/** Runs a schedule for somebody who asks for it. Call inside `transact`. */
export async function playNow(
  ctx: Ctx,
  { schedule, userId }: { schedule: Schedule; userId: number },
): Promise<void> {
  const time = now(ctx);
  const row = { pipeline_schedule_id: schedule.id, kind: 'play' as const, user_id: userId };
  const [run] = await insertRuns(ctx.db, [{ ...row, due_at: time, created_at: time }]);
  if (run === undefined) throw new Error('one run in, one run out');
  await enqueue(ctx, 'run_schedule', { run_id: run.id });
}

/** Forgets the history of long ago: a daily job. */
export const forgetOldRuns = (ctx: Ctx): Promise<void> =>
  deleteOldRuns(ctx.db, isoOf(ctx.clock.now() - keptDays * 86_400_000));
