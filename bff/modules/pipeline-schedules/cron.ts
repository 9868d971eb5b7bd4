import { Cron } from 'croner';
import { cronerText, cronFields } from './cron-text.ts';
import { midnightGaps } from './midnight-gaps.ts';
import { type Zone, zoneOf } from './zones.ts';

const mostKept = 500;
const kept = new Map<string, Cron>();

/** Is this a schedule that runs at some time? */
export const isCron = (text: string): boolean => cronerText(text) !== undefined;

/** Is this a zone that schedules can name? */
export const isZone = (name: string): boolean => zoneOf(name) !== undefined;

function cronOf(text: string, zone: Zone): Cron | undefined {
  const pattern = cronerText(text);
  if (pattern === undefined) return undefined;
  const key = `${pattern} ${JSON.stringify(zone)}`;
  const before = kept.get(key);
  if (before !== undefined) return before;
  const place = 'iana' in zone ? { timezone: zone.iana } : { utcOffset: zone.offsetMinutes };
  const made = new Cron(pattern, {
    ...place,
    mode: '5-part',
    paused: true,
    // Times without a wildcard run once: right after a missing hour, first in a repeated one.
    fixedTimeRule: 'no-wildcard',
  });
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, made);
  return made;
}

/**
 * The next runs of a schedule after an instant (in milliseconds), the earliest first. None for a
 * text or zone that is none.
 */
export function nextRuns(
  schedule: { cron: string; zone: string },
  after: number,
  count: number,
): number[] {
  const zone = zoneOf(schedule.zone);
  const cron = zone === undefined ? undefined : cronOf(schedule.cron, zone);
  const runs: number[] = [];
  let at = after;
  while (zone !== undefined && cron !== undefined && runs.length < count) {
    const next = runAfter(cron, at);
    if (next === undefined) break;
    const run = rightAfterMidnight(schedule.cron, zone, { after: at, before: next }) ?? next;
    runs.push(run);
    at = run;
  }
  return runs;
}

/** A fixed time that clocks left out at the end of a day; croner looks for it on that day alone. */
function rightAfterMidnight(
  text: string,
  zone: Zone,
  { after, before }: { after: number; before: number },
): number | undefined {
  const [minutes = '*', hours = '*'] = cronFields(text) ?? [];
  if (!('iana' in zone) || /[*/]/.test(minutes + hours)) return undefined;
  return midnightGaps(zone.iana, after, before).find((gap) => {
    const unchanged = cronOf(text, { offsetMinutes: gap.before });
    const run = unchanged === undefined ? undefined : runAfter(unchanged, gap.at - 1);
    return run !== undefined && run < gap.at + (gap.after - gap.before) * minute;
  })?.at;
}

/** The next run of a schedule after an instant; undefined when there is none. */
export const nextRun = (
  schedule: { cron: string; zone: string },
  after: number,
): number | undefined => nextRuns(schedule, after, 1)[0];

const minute = 60_000;
const day = 86_400_000;

/** A day that a zone left out as a whole makes croner answer with what was asked from. */
function runAfter(cron: Cron, at: number): number | undefined {
  for (const from of [at, at + day, at + 2 * day]) {
    const next = cron.nextRun(new Date(from))?.getTime();
    if (next === undefined) return undefined;
    if (next > at) return next;
  }
  return undefined;
}
