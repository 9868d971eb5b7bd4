import type { Ctx } from '../../context.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { type Asked, anyThrottle, type Throttle, throttlesFor } from './families.ts';
import { countOne, forgetEnded } from './repository.ts';

/** Requests counted by this process; on PostgreSQL all replicas count together in the database. */
export interface ThrottleCounts {
  byKey: Map<string, { count: number; endsAt: number }>;
  forgottenAt: number;
}

export const emptyThrottleCounts = (): ThrottleCounts => ({ byKey: new Map(), forgottenAt: 0 });

/** How a request stands with the throttle that leaves it the least. */
export interface Standing {
  throttle: Throttle;
  observed: number;
  /** Seconds since 1970. */
  endsAt: number;
  now: number;
  /** What is said to whoever is beyond it. */
  text: string;
}

/** So many windows are kept in memory; a flood of addresses takes no more. */
const mostWindows = 100_000;

/** Counts a request against every throttle that holds for it; undefined where none does. */
export async function countRequest(ctx: Ctx, asked: Asked): Promise<Standing | undefined> {
  const settings = await settingsOf(ctx);
  if (!anyThrottle(settings)) return undefined;
  let strictest: Standing | undefined;
  const left = ({ throttle, observed }: Standing) => throttle.limit - observed;
  for (const throttle of throttlesFor(settings, asked)) {
    const now = ctx.clock.now() / 1000;
    // Windows are fixed: they begin where the seconds since 1970 are a multiple of the period.
    const endsAt = (Math.floor(now / throttle.period) + 1) * throttle.period;
    const observed = await count(ctx, `${throttle.name} ${throttle.of} ${endsAt}`, endsAt);
    const text = `${settings.rate_limiting_response_text || 'Retry later'}\n`;
    const standing = { throttle, observed, endsAt, now, text };
    if (strictest === undefined || left(standing) < left(strictest)) strictest = standing;
  }
  return strictest;
}

async function count(ctx: Ctx, key: string, endsAt: number): Promise<number> {
  const counts = ctx.throttleCounts;
  const now = ctx.clock.now() / 1000;
  const isDue = Math.abs(now - counts.forgottenAt) >= 60;
  if (isDue) counts.forgottenAt = now;
  if (ctx.dialect === 'postgres') {
    if (isDue) await forgetEnded(ctx.db, now);
    return countOne(ctx.db, { key, ends_at: endsAt });
  }
  if (isDue || counts.byKey.size >= mostWindows) forget(counts, now);
  const window = counts.byKey.get(key) ?? { count: 0, endsAt };
  window.count += 1;
  counts.byKey.set(key, window);
  return window.count;
}

function forget({ byKey }: ThrottleCounts, now: number): void {
  for (const [key, { endsAt }] of byKey) if (endsAt <= now) byKey.delete(key);
  const [oldest] = byKey.keys();
  if (byKey.size >= mostWindows && oldest !== undefined) byKey.delete(oldest);
}
