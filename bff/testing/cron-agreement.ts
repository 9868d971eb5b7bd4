import { nextRuns } from '../modules/pipeline-schedules/cron.ts';
import {
  dailyAt,
  type Dice,
  hourlyAt,
  randomCron,
  runsIn,
  type Stretch,
  stretchesOf,
  type Wanted,
} from './cron-oracle.ts';

const day = 86_400_000;
const begin = Date.UTC(2026, 0, 1);

export interface Agreement {
  compared: number;
  problems: string[];
}

function compare(
  seen: Agreement,
  { zone, wanted }: { zone: string; wanted: Wanted },
  { stretches, from, until }: { stretches: readonly Stretch[]; from: number; until: number },
): void {
  const due = runsIn(cut(stretches, from - day, until + day), wanted).filter(
    (run) => run >= from && run < until,
  );
  const got = nextRuns({ cron: wanted.text, zone }, from - 1, due.length + 1).filter(
    (run) => run < until,
  );
  seen.compared += due.length;
  const at = range(Math.max(due.length, got.length)).find((index) => due[index] !== got[index]);
  if (at === undefined) return;
  const show = (run: number | undefined) =>
    run === undefined ? 'none' : new Date(run).toISOString();
  seen.problems.push(`${wanted.text} in ${zone}: ${show(got[at])} instead of ${show(due[at])}`);
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

const cut = (stretches: readonly Stretch[], from: number, until: number): Stretch[] =>
  stretches
    .filter((stretch) => stretch.until > from && stretch.from < until)
    .map((stretch) => ({
      ...stretch,
      from: Math.max(stretch.from, from),
      until: Math.min(stretch.until, until),
    }));

/** One daily, one hourly and one random expression across each change of clocks of two years. */
export function acrossChanges(zones: readonly string[], dice: Dice): Agreement {
  const seen: Agreement = { compared: 0, problems: [] };
  for (const zone of zones) {
    const stretches = stretchesOf(zone, begin - 4 * day, begin + 734 * day);
    const changes = stretches.slice(1).map(({ from }) => from);
    for (const change of changes.length === 0 ? [begin + 60 * day] : changes) {
      // The change itself is looked for: its own hour, or the one that is left out.
      const local = new Date(change + (stretches[0]?.ahead ?? 0));
      const hours = (local.getUTCHours() + 23 + Math.floor(dice() * 3)) % 24;
      const minutes = Math.floor(dice() * 60);
      for (const wanted of [dailyAt(hours, minutes), hourlyAt(minutes), randomCron(dice)]) {
        const window = { stretches, from: change - day, until: change + day };
        compare(seen, { zone, wanted }, window);
      }
    }
  }
  return seen;
}

/** Random expressions in some zones over ten years; of those that run often, a part of them. */
export function overTenYears(
  zones: readonly string[],
  { count, most, dice }: { count: number; most: number; dice: Dice },
): Agreement {
  const seen: Agreement = { compared: 0, problems: [] };
  const expressions = range(count).map(() => randomCron(dice));
  for (const zone of zones) {
    const stretches = stretchesOf(zone, begin - 4 * day, begin + 3660 * day);
    for (const wanted of expressions) {
      const perDay = wanted.minutes.length * wanted.hours.length;
      const days = Math.min(3650, Math.max(3, Math.floor(most / perDay)));
      const from = begin + Math.floor(dice() * (3651 - days)) * day;
      compare(seen, { zone, wanted }, { stretches, from, until: from + days * day });
    }
  }
  return seen;
}
