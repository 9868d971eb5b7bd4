import type { Deps } from '../../deps.ts';

const units: readonly (readonly [letter: string, seconds: number])[] = [
  ['w', 5 * 8 * 3600],
  ['d', 8 * 3600],
  ['h', 3600],
  ['m', 60],
];

const hourUnits = units.filter(([, seconds]) => seconds <= 3600);

/** Working time as people write it: `1w 2d 3h 4m`, or in hours and minutes alone; null for none. */
export function humanDuration(seconds: number, hoursOnly = false): string | null {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [letter, size] of hoursOnly ? hourUnits : units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole}${letter}`);
  }
  if (parts.length === 0) return null;
  return (seconds < 0 ? '-' : '') + parts.join(' ');
}

/** The same as the settings want it; records are made without waiting, by those read last. */
export const shownDuration = (deps: Pick<Deps, 'settingsCache'>, seconds: number): string | null =>
  humanDuration(seconds, deps.settingsCache.kept?.settings.time_tracking_limit_to_hours);

const day = 8 * 3600;
const secondsOf: Readonly<Record<string, number>> = {
  mo: 20 * day,
  w: 5 * day,
  d: day,
  h: 3600,
  m: 60,
  s: 1,
};

/** More than a lifetime of work; sums of it stay exact. */
const longest = 1e10;

/** White space left out. */
const longestText = 60;

/** Reads working time as people write it, a leading minus included; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const dense = text.replaceAll(/\s/g, '').toLowerCase();
  if (dense.length > longestText) return undefined;
  const sign = dense.startsWith('-') ? '-' : '';
  let total = 0;
  let rest = dense.slice(sign.length);
  if (rest === '') return undefined;
  while (rest !== '') {
    const [whole, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(mo|[wdhms])/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    total += Number(number) * (secondsOf[unit] ?? 0);
    rest = rest.slice(whole.length);
  }
  const seconds = Math.round(total);
  if (seconds > longest) return undefined;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
}
