/** ISO 8601 in the forms that people send, as UTC text with milliseconds; undefined for others. */
export function instantOf(text: string): string | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, day, minutes = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const instant = Date.parse(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
