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
    const observed = await countTogether(ctx, `${throttle.name} ${throttle.of} ${endsAt}`, endsAt);
    const text = `${settings.rate_limiting_response_text || 'Retry later'}\n`;
    const standing = { throttle, observed, endsAt, now, text };
    if (strictest === undefined || left(standing) < left(strictest)) strictest = standing;
  }
  return strictest;
}

/** Counts one more in a window that ends then: on PostgreSQL by all replicas together. */
export async function countTogether(ctx: Ctx, key: string, endsAt: number): Promise<number> {
  if (ctx.dialect !== 'postgres') return countHere(ctx, key, endsAt);
  await forgetOver(ctx);
  return countOne(ctx.db, { key, ends_at: endsAt });
}

/** Counts one more in a window that ends then, by this process alone. */
export async function countHere(ctx: Ctx, key: string, endsAt: number): Promise<number> {
  await forgetOver(ctx);
  const { byKey } = ctx.throttleCounts;
  const [oldest] = byKey.keys();
  if (byKey.size >= mostWindows && oldest !== undefined) byKey.delete(oldest);
  const window = byKey.get(key) ?? { count: 0, endsAt };
  window.count += 1;
  byKey.set(key, window);
  return window.count;
}

/** Once a minute windows that are over are forgotten, wherever they were counted. */
async function forgetOver(ctx: Ctx): Promise<void> {
  const { throttleCounts: counts, clock, db, dialect } = ctx;
  const now = clock.now() / 1000;
  if (Math.abs(now - counts.forgottenAt) < 60) return;
  counts.forgottenAt = now;
  for (const [key, { endsAt }] of counts.byKey) if (endsAt <= now) counts.byKey.delete(key);
  if (dialect === 'postgres') await forgetEnded(db, now);
}
