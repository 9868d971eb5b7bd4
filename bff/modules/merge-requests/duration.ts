const units: readonly (readonly [letter: string, seconds: number])[] = [
  ['w', 5 * 8 * 3600],
  ['d', 8 * 3600],
  ['h', 3600],
  ['m', 60],
];

/** Working time as people write it: `1w 2d 3h 4m`; null for none. */
export function humanDuration(seconds: number): string | null {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [letter, size] of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole}${letter}`);
  }
  if (parts.length === 0) return null;
  return (seconds < 0 ? '-' : '') + parts.join(' ');
}
