import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import { nextRun } from './cron.ts';

const minute = 60_000;

/** When a schedule runs, as far as its row tells. */
export interface Timed {
  cron: string;
  cron_timezone: string;
  last_run_at: string | null;
}

type Limits = Pick<Ctx, 'config' | 'clock'>;

/**
 * The next runs from now on, each as long after the one before as the server wants: what comes
 * earlier is left out.
 */
export function upcomingRuns(
  ctx: Limits,
  timed: Timed,
  { most, until = Number.POSITIVE_INFINITY }: { most: number; until?: number },
): number[] {
  const apart = ctx.config.minScheduleInterval * minute;
  const schedule = { cron: timed.cron, zone: timed.cron_timezone };
  const runs: number[] = [];
  let last = timed.last_run_at === null ? Number.NEGATIVE_INFINITY : Date.parse(timed.last_run_at);
  let after = ctx.clock.now();
  while (runs.length < most) {
    const next = nextRun(schedule, Math.max(after, last + apart - 1));
    if (next === undefined || next > until) break;
    runs.push(next);
    after = next;
    last = next;
  }
  return runs;
}

/** The next run from now on; null where none will come. */
export function nextRunAt(ctx: Limits, timed: Timed): string | null {
  try {
    const [next] = upcomingRuns(ctx, timed, { most: 1 });
    return next === undefined ? null : isoOf(next);
  } catch {
    // A row that cannot be read (written before the rules of today) must not stop the others.
    return null;
  }
}

/** The minute in which a run counts as having happened. */
export const minuteOf = (instant: number): string => isoOf(Math.floor(instant / minute) * minute);
