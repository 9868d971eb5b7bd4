import type { Ctx } from './context.ts';
import { DomainError } from './errors.ts';

const minute = 60_000;
/** So many wrong credentials of one address within the window shut it out for a while. */
const limit = { failures: 30, window: 3 * minute, shutOut: 60 * minute, addresses: 10_000 };

interface Failures {
  since: number;
  count: number;
  until: number | undefined;
}

/** Wrong credentials by address; each process counts for itself. */
export type FailedCredentials = Map<string, Failures>;

/** A process on the same machine is no stranger: scripts and tests go wrong all day. */
const isLoopback = (ip: string) => /^(::ffff:)?127\.|^::1$/.test(ip);

/**
 * Runs the check of a credential. An address that failed too often is refused before it, whatever
 * it sends: else its right guess would still be told from the wrong ones.
 */
export async function countingFailures<T>(ctx: Ctx, check: () => Promise<T>): Promise<T> {
  const ip = ctx.origin?.ip;
  if (ip === undefined || isLoopback(ip)) return check();
  refuseAfterFailures(ctx, ip);
  try {
    return await check();
  } catch (error) {
    if (error instanceof DomainError && error.refusal.kind === 'unauthorized') note(ctx, ip);
    throw error;
  }
}

function refuseAfterFailures(ctx: Ctx, ip: string): void {
  const until = ctx.failedCredentials.get(ip)?.until;
  if (until === undefined) return;
  const left = until - ctx.clock.now();
  if (left > 0) {
    throw new DomainError({ kind: 'shut_out', retryAfter: Math.ceil(left / 1000) });
  }
  ctx.failedCredentials.delete(ip);
}

function note(ctx: Ctx, ip: string): void {
  const failed = ctx.failedCredentials;
  const instant = ctx.clock.now();
  const known = failed.get(ip);
  const current =
    known !== undefined && instant - known.since < limit.window
      ? known
      : { since: instant, count: 0, until: undefined };
  current.count += 1;
  if (current.count >= limit.failures) current.until = instant + limit.shutOut;
  failed.delete(ip);
  failed.set(ip, current);
  // The oldest entry goes: a flood of addresses takes no memory.
  const [oldest] = failed.keys();
  if (failed.size > limit.addresses && oldest !== undefined) failed.delete(oldest);
}
