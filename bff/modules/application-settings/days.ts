const units: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Days of a text such as `15 days`; undefined for anything else. */
export function daysOf(text: string): number | undefined {
  const [count = '', unit = ''] = text.trim().toLowerCase().split(/\s+/, 3);
  const days = units[unit.replace(/s$/, '')];
  if (!/^\d{1,6}$/.test(count) || days === undefined) return undefined;
  return Number(count) * days;
}
