/**
 * When a schedule runs, worked out without a cron library: a walk over the minutes that the clocks
 * of a zone show, with `Intl` as the only thing that knows of zones.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The values of each field; undefined where it is a star. */
export interface Wanted {
  text: string;
  minutes: readonly number[];
  hours: readonly number[];
  days: readonly number[] | undefined;
  months: readonly number[] | undefined;
  weekdays: readonly number[] | undefined;
  /** Neither minute nor hour is a star or has a step: such a time runs once a day. */
  fixed: boolean;
}

/** A time in which the clocks of a zone run on without a change. */
export interface Stretch {
  from: number;
  until: number;
  /** Milliseconds ahead of UTC. */
  ahead: number;
}

/** Stretches of a zone between two instants. */
export function stretchesOf(timeZone: string, from: number, until: number): Stretch[] {
  const ahead = clockOf(timeZone);
  const stretches: Stretch[] = [];
  let begins = from;
  let now = ahead(from);
  for (let at = from; at < until; ) {
    const next = Math.min(at + 6 * hour, until);
    if (ahead(next) !== now) {
      const changes = changeBetween(ahead, at, next);
      stretches.push({ from: begins, until: changes, ahead: now });
      begins = changes;
      now = ahead(changes);
      at = changes;
    } else at = next;
  }
  stretches.push({ from: begins, until, ahead: now });
  return stretches;
}

/** The minute at which the clocks change, by halves. */
function changeBetween(ahead: (at: number) => number, from: number, until: number): number {
  const before = ahead(from);
  let [low, high] = [from, until];
  while (high - low > minute) {
    const middle = Math.floor((low + high) / 2 / minute) * minute;
    if (ahead(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function clockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const [, month, date, year, hours, minutes, seconds] =
      /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(format.format(at))?.map(Number) ?? [];
    const shown = Date.UTC(year ?? 0, (month ?? 0) - 1, date, hours, minutes, seconds);
    return shown - Math.floor(at / 1000) * 1000;
  };
}

/** All runs in these stretches, the earliest first. */
export function runsIn(stretches: readonly Stretch[], wanted: Wanted): number[] {
  const runs: number[] = [];
  let shownUntil: number | undefined;
  for (const { from, until, ahead } of stretches) {
    const [first, last] = [from + ahead, until + ahead];
    if (shownUntil !== undefined && wanted.fixed && first > shownUntil) {
      // A time that clocks never showed runs right after.
      if (shownIn(shownUntil, first, wanted).length > 0) runs.push(from);
    }
    for (const local of shownIn(first, last, wanted)) {
      const again = shownUntil !== undefined && local < shownUntil;
      const run = local - ahead;
      if (!(wanted.fixed && again) && runs.at(-1) !== run) runs.push(run);
    }
    shownUntil = last;
  }
  return runs;
}

/** Local times between two, that the expression wants. */
function shownIn(from: number, until: number, wanted: Wanted): number[] {
  const found: number[] = [];
  for (let at = Math.floor(from / day) * day; at < until; at += day) {
    if (!wantsDay(new Date(at), wanted)) continue;
    for (const hours of wanted.hours) {
      for (const minutes of wanted.minutes) {
        const local = at + hours * hour + minutes * minute;
        if (local >= from && local < until) found.push(local);
      }
    }
  }
  return found;
}

function wantsDay(date: Date, { days, months, weekdays }: Wanted): boolean {
  if (months !== undefined && !months.includes(date.getUTCMonth() + 1)) return false;
  const onDay = days?.includes(date.getUTCDate());
  const onWeekday = weekdays?.includes(date.getUTCDay());
  // Both named: either will do.
  if (onDay !== undefined && onWeekday !== undefined) return onDay || onWeekday;
  return onDay ?? onWeekday ?? true;
}

/** Numbers below one, as `Math.random` gives them. */
export type Dice = () => number;

const below = (dice: Dice, count: number) => Math.floor(dice() * count);

interface Part {
  text: string;
  values: number[];
  open: boolean;
}

/** A field: one value, a few, a range, a star or a step. */
function partOf(dice: Dice, least: number, most: number, kinds: string): Part {
  const all = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const value = () => least + below(dice, all.length);
  const kind = kinds[below(dice, kinds.length)];
  if (kind === '*') return { text: '*', values: all, open: true };
  if (kind === '/') {
    const step = 2 + below(dice, Math.max(2, all.length / 2));
    return { text: `*/${step}`, values: all.filter((_, at) => at % step === 0), open: true };
  }
  if (kind === '-') {
    const from = least + below(dice, all.length - 2);
    const until = from + 1 + below(dice, Math.min(5, most - from - 1));
    return {
      text: `${from}-${until}`,
      values: all.filter((one) => one >= from && one <= until),
      open: false,
    };
  }
  const values = [...new Set(kind === ',' ? [value(), value(), value()] : [value()])];
  values.sort((a, b) => a - b);
  return { text: values.join(','), values, open: false };
}

/** An expression of any shape. */
export function randomCron(dice: Dice): Wanted {
  const [minutes, hours] = [partOf(dice, 0, 59, '111,,-*/'), partOf(dice, 0, 23, '11,--*/')];
  const days = partOf(dice, 1, 28, '***1,');
  const months = partOf(dice, 1, 12, '****,-');
  const weekdays = partOf(dice, 0, 6, '***1,-');
  return {
    text: [minutes, hours, days, months, weekdays].map(({ text }) => text).join(' '),
    minutes: minutes.values,
    hours: hours.values,
    days: days.open ? undefined : days.values,
    months: months.open ? undefined : months.values,
    weekdays: weekdays.open ? undefined : weekdays.values,
    fixed: !minutes.open && !hours.open,
  };
}

const noDays = { days: undefined, months: undefined, weekdays: undefined };
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A time of each day, and a minute of each hour. */
export const dailyAt = (hours: number, minutes: number): Wanted => ({
  ...noDays,
  text: `${minutes} ${hours} * * *`,
  minutes: [minutes],
  hours: [hours],
  fixed: true,
});
export const hourlyAt = (minutes: number): Wanted => ({
  ...noDays,
  text: `${minutes} * * * *`,
  minutes: [minutes],
  hours: range(24),
  fixed: false,
});
