import { ianaZones } from '#contract/iana-zones.ts';
import { friendlyZones } from '#contract/time-zones.ts';

/** Where a schedule's times are read: an IANA zone, or a fixed distance from UTC. */
export type Zone = { iana: string } | { offsetMinutes: number };

const known = new Set(ianaZones);

/** The zone of a friendly name, an IANA name or link (case counts), or `+02:00`. */
export function zoneOf(name: string): Zone | undefined {
  if (Object.hasOwn(friendlyZones, name)) return { iana: friendlyZones[name] ?? name };
  const [, sign, hours, minutes] = /^([+-])(0\d|1[0-3]|14(?=:00)):([0-5]\d)$/.exec(name) ?? [];
  if (sign !== undefined) {
    const distance = Number(hours) * 60 + Number(minutes);
    return { offsetMinutes: sign === '-' ? -distance : distance };
  }
  return known.has(name) && isUsable(name) ? { iana: name } : undefined;
}

/** The runtime's own list may be older than ours. */
function isUsable(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
