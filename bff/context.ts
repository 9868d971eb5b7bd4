import type { Scope } from '#contract/endpoint.ts';
import type { Viewer } from './access.ts';
import type { Db } from './db/open.ts';
import type { Row } from './db/schema.ts';
import type { Deps } from './deps.ts';

export type User = Row<'users'>;

/** Who acts. A session acts through its access token, so both carry one. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user';
      user: User;
      via: 'token' | 'session';
      tokenId: number;
      scopes: readonly Scope[];
      sessionId?: number;
      /** The deploy key that acts for the user, in its projects alone. */
      deployKey?: { id: number; title: string };
      /** The administrator behind a `sudo` request. */
      impersonator?: User;
    }
  | { kind: 'system'; job: string };

/** Where a request came from, for audit rows and throttles. */
export interface Origin {
  requestId: string;
  ip: string;
  userAgent?: string;
  /** Why, in the caller's words. */
  reason?: string;
}

/** What every rule receives: the dependencies, the connection to use and who acts. */
export interface Ctx extends Deps {
  db: Db;
  actor: Actor;
  origin: Origin | undefined;
  /** True inside `transact`. */
  inTransaction: boolean;
  /** Of a job: aborted when the job is not this process's any more; nothing is written then. */
  signal?: AbortSignal;
  /** Runs once the outermost transaction has committed; without one, at once. */
  afterCommit(act: () => void): void;
}

/** A context outside any transaction. */
export function createContext(
  deps: Deps & Pick<Ctx, 'signal'>,
  actor: Actor,
  origin?: Origin,
): Ctx {
  return {
    ...deps,
    actor,
    origin,
    inTransaction: false,
    afterCommit: (act) => act(),
  };
}

/**
 * Runs `fn` in one transaction (joins the outer one where there is one). Only SQL may be awaited
 * inside; the inner context shadows the outer so that the wrong connection cannot be named.
 */
export async function transact<T>(ctx: Ctx, fn: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return fn(ctx);
  ctx.signal?.throwIfAborted();
  const after: (() => void)[] = [];
  const result = await ctx.db
    .transaction()
    .execute((trx) =>
      fn({ ...ctx, db: trx, inTransaction: true, afterCommit: (act) => after.push(act) }),
    );
  for (const act of after) act();
  return result;
}

/** The signed-in user; rules call it where the endpoint's access already made sure of one. */
export function actingUser(ctx: Ctx): User {
  if (ctx.actor.kind !== 'user') throw new Error('no user acts here');
  return ctx.actor.user;
}

/** The acting user's id, or null for anonymous callers and jobs. */
export const actingUserId = (ctx: Ctx): number | null =>
  ctx.actor.kind === 'user' ? ctx.actor.user.id : null;

/** Administrator powers: an administrator by session or token, or a job. */
export function isAdministrator(ctx: Ctx): boolean {
  if (ctx.actor.kind === 'system') return true;
  return ctx.actor.kind === 'user' && ctx.actor.user.is_admin === 1;
}

/** Who looks, for lists. */
export function viewerOf(ctx: Ctx): Viewer {
  const user = ctx.actor.kind === 'user' ? ctx.actor.user : undefined;
  return { userId: user?.id ?? null, admin: isAdministrator(ctx), external: user?.external === 1 };
}

/** Now, as records carry it. */
export const now = (ctx: Pick<Ctx, 'clock'>): string => new Date(ctx.clock.now()).toISOString();
