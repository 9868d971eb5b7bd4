import { ianaZones } from '#contract/iana-zones.ts';
import { friendlyZones } from '#contract/time-zones.ts';

const iana = new Set(ianaZones);

/** Every name of a zone that the server takes; friendly ones say which place they stand for. */
export const zoneChoices: readonly { value: string; label: string }[] = [
  ...[...iana].map((value) => ({ value, label: value })),
  // UTC is a name of both kinds.
  ...Object.entries(friendlyZones)
    .filter(([value]) => !iana.has(value))
    .map(([value, place]) => ({ value, label: `${value} (${place})` })),
];

/** The zone of whoever reads. */
export const ownZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** The place that a zone is named after: `Europe/Berlin` is Berlin. */
export const cityOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** `+02:00` as `UTC+2`. */
export function offsetName(offset: string): string {
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}
