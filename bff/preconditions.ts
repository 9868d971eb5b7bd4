import { preconditionFailed } from './errors.ts';

/**
 * 412 for a record that changed after the instant of `If-Unmodified-Since`, which counts whole
 * seconds; no header, and one that is no date, refuse nothing.
 */
export function refuseStale(
  record: { readonly updated_at: string },
  since: string | undefined,
): void {
  const known = since === undefined ? Number.NaN : Date.parse(since);
  if (Math.floor(Date.parse(record.updated_at) / 1000) > Math.floor(known / 1000)) {
    throw preconditionFailed();
  }
}
