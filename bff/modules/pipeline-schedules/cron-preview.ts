import type { CronPreview } from '#contract/previews.ts';
import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import { nextRun, nextRuns } from './cron.ts';
import { cronFields, cronProblem } from './cron-text.ts';
import { minutesAhead } from './midnight-gaps.ts';
import { upcomingRuns } from './next-run.ts';
import { type Zone, zoneOf } from './zones.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Leap days of a hundred years would take seconds to find. */
const farthest = 20 * 366 * 24 * hour;

interface Wanted {
  cron: string;
  cron_timezone: string;
  count: number;
  last_run_at?: string | undefined;
}

/** When a schedule would run here, and what is odd about it. */
export function previewCron(ctx: Pick<Ctx, 'config' | 'clock'>, wanted: Wanted): CronPreview {
  const { cron, cron_timezone, count, last_run_at = null } = wanted;
  const zone = zoneOf(cron_timezone);
  const problem = cronProblem(cron) ?? null;
  const timed = { cron, cron_timezone, last_run_at };
  const runs =
    zone === undefined || problem !== null
      ? []
      : upcomingRuns(ctx, timed, { most: count, until: ctx.clock.now() + farthest });
  const all = nextRuns({ cron, zone: cron_timezone }, ctx.clock.now(), runs.length);
  const [, , days, , weekdays] = cronFields(cron) ?? [];
  return {
    valid: zone !== undefined && problem === null,
    problems: { cron: problem, cron_timezone: zone === undefined ? 'syntax' : null },
    zone: zone === undefined ? null : nameOf(zone),
    runs: zone === undefined ? [] : runs.map((at) => seen(at, { cron, zone })),
    warnings: [
      ...(problem === null && days !== '*' && weekdays !== '*'
        ? (['day_or_weekday'] as const)
        : []),
      ...(all.some((at, index) => at !== runs[index]) ? (['too_often'] as const) : []),
    ],
    min_interval: ctx.config.minScheduleInterval,
    max_schedules: ctx.config.maxSchedulesPerProject,
  };
}

const nameOf = (zone: Zone): string =>
  'iana' in zone ? zone.iana : offsetText(zone.offsetMinutes);

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A run as people of the zone see it. */
function seen(at: number, of: { cron: string; zone: Zone }): CronPreview['runs'][number] {
  const offset = offsetOf(of.zone, at);
  return {
    at: isoOf(at),
    local: isoOf(at + offset * minute).slice(0, 16),
    offset: offsetText(offset),
    change: changeAt(at, of),
  };
}

const offsetOf = (zone: Zone, at: number): number =>
  'offsetMinutes' in zone ? zone.offsetMinutes : minutesAhead(zone.iana, at);

/** Whether clocks were put forward over the time of a run, or show its time twice. */
function changeAt(
  at: number,
  { cron, zone }: { cron: string; zone: Zone },
): 'gap' | 'repeat' | null {
  const before = offsetOf(zone, at - 3 * hour);
  const now = offsetOf(zone, at);
  const after = offsetOf(zone, at + 3 * hour);
  if (before === after && before === now) return null;
  // The same local time once more, by the offset that comes later.
  const again = at + (now - after) * minute;
  if (now > after && offsetOf(zone, again) === after) return 'repeat';
  // Where the clocks show another time than the schedule's, its own is in the missing hour.
  const asShown = nextRun({ cron, zone: offsetText(now) }, at - 1);
  return now > before && asShown !== at ? 'gap' : null;
}
