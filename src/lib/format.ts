// Numbers, dates and plurals, in the language of the page and the zone of whoever reads it.

const locale = 'en';

const numbers = new Intl.NumberFormat(locale);
const plurals = new Intl.PluralRules(locale);
const absolute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const counted = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' });

export const formatNumber = (value: number): string => numbers.format(value);

/** `formatCount(2, 'commit', 'commits')`: `2 commits`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${plurals.select(count) === 'one' ? one : many}`;

const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  // `hour12: false` begins the day at 24:00 in English.
  hourCycle: 'h23',
});

/** The time of a moment by the reader's clock: `00:05`. */
export const formatClock = (date: Date): string => clock.format(date);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in decimal units with three digits at most: `1.23 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power);
}

const weekdays = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day with its weekday: `Sat, Nov 28, 2026`. */
export const formatWeekday = (day: string): string => weekdays.format(new Date(`${day}T00:00:00Z`));

/** A moment with date, time and seconds. */
export const formatMoment = (iso: string): string => absolute.format(new Date(iso));

/** A day without a time: `2026-11-27`. */
export const formatDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A moment as a field of day and time holds it, in the reader's zone: `2026-11-28T09:30`. */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  if (iso === '' || Number.isNaN(at.getTime())) return '';
  const year = String(at.getFullYear()).padStart(4, '0');
  const day = [year, ...[at.getMonth() + 1, at.getDate()].map(twoDigits)].join('-');
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The moment that such a field holds, as the API takes it; null for an empty one. */
export function momentOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const steps: readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
];

/** `5 min ago`, `in 3 days`, seen from `now` (milliseconds). */
export function formatRelative(iso: string, now: number): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 10) return named.format(0, 'second');
  const [, unit, length] = steps.find(([limit]) => size < limit) ?? steps[0] ?? [0, 'second', 1];
  // Yesterday and tomorrow have names; `last mo.` is none.
  const written = unit === 'day' ? named : counted;
  // Without the full stop of abbreviations: `5 min ago`.
  return written.format(Math.trunc(seconds / length), unit).replace('.', '');
}

const lengthOf = (value: number, unit: 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value);

/** A length of time in its two largest units: `1h 4m`, `12m 5s`, `0s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.trunc(whole / 3600), 'hour'],
    [Math.trunc(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(([value, unit]) => lengthOf(value, unit)).join(' ');
}

/** Up to two letters for an avatar. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/)
    .filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last ? [...first][0] + ([...last][0] ?? '') : [...first].slice(0, 2).join('');
  return (letters ?? '').toUpperCase();
}
