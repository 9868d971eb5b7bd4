import type { Settings } from '#contract/settings/all.ts';

/** Settings as this process last read them; other replicas follow within the time they are kept. */
export interface SettingsCache {
  kept: { settings: Settings; at: number } | undefined;
  /** Grows with each change: a read that began before it is not kept. */
  generation: number;
}

const keptMilliseconds = 60_000;

/** A cache that holds nothing yet. */
export const emptySettingsCache = (): SettingsCache => ({ kept: undefined, generation: 0 });

/** The settings kept, while they are fresh. */
export function freshSettings(cache: SettingsCache, instant: number): Settings | undefined {
  const { kept } = cache;
  // The clock of a test may also be turned back.
  if (kept === undefined || Math.abs(instant - kept.at) >= keptMilliseconds) return undefined;
  return kept.settings;
}

/** Forgets what was read, so that the next read sees a change. */
export function forgetSettings(cache: SettingsCache): void {
  if (cache.kept !== undefined) cache.kept = { ...cache.kept, at: Number.NEGATIVE_INFINITY };
  cache.generation += 1;
}
