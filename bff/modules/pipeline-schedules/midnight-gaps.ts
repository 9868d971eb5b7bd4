const minute = 60_000;
const day = 86_400_000;
const mostKept = 2000;

/** Clocks that were put forward over a midnight: times of the old day's end are left out. */
export interface MidnightGap {
  at: number;
  /** Minutes ahead of UTC, before and after. */
  before: number;
  after: number;
}

const kept = new Map<string, MidnightGap[]>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The midnight gaps of a zone after one instant and before another, the earliest first. */
export function midnightGaps(timeZone: string, from: number, until: number): MidnightGap[] {
  const years: number[] = [];
  const last = new Date(until).getUTCFullYear();
  for (let year = new Date(from).getUTCFullYear(); year <= last; year++) years.push(year);
  return years
    .flatMap((year) => gapsOfYear(timeZone, year))
    .filter(({ at }) => at > from && at < until);
}

function gapsOfYear(timeZone: string, year: number): MidnightGap[] {
  const key = `${timeZone} ${year}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const gaps: MidnightGap[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  let after = minutesAhead(timeZone, Date.UTC(year, 0, 1));
  for (let at = Date.UTC(year, 0, 1); at < end; at += day) {
    const before = after;
    after = minutesAhead(timeZone, at + day);
    // A day that is left out as a whole has no times to make up for.
    if (after <= before || after - before >= day / minute) continue;
    const change = changeBetween(timeZone, at, at + day);
    const dayOf = (minutes: number) => Math.floor((change + minutes * minute) / day);
    if (dayOf(before) < dayOf(after)) gaps.push({ at: change, before, after });
  }
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, gaps);
  return gaps;
}

function changeBetween(timeZone: string, from: number, until: number): number {
  const before = minutesAhead(timeZone, from);
  let [low, high] = [from, until];
  while (high - low > minute) {
    const middle = Math.floor((low + high) / 2 / minute) * minute;
    if (minutesAhead(timeZone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Minutes that the clocks of a zone are ahead of UTC. */
export function minutesAhead(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((local - Math.floor(at / minute) * minute) / minute);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}
