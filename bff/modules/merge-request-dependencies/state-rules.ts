import type { Ctx } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type Blocking, listBlocked, listWaitingFor } from './repository.ts';

/** Of these merge requests the ones that another has to be merged before. */
export async function blockedAmong(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await listBlocked(ctx.db, ids)).map((row) => row.id));
}

/**
 * Lets what waits for these look again whether it can be merged: after their merge, or before
 * they go. Call inside `transact`.
 */
export async function wakeWaitingFor(ctx: Ctx, blocking: Blocking): Promise<void> {
  for (const id of await listWaitingFor(ctx.db, blocking)) await lookAgain(ctx, id);
}

/** Lets an automatic merge, if there is one, look again. Call inside `transact`. */
export const lookAgain = (ctx: Ctx, id: number): Promise<void> =>
  // A key of its own: a job that is queued for another reason may run before this commits.
  enqueue(ctx, 'auto_merge', { merge_request_id: id }, { dedup: `${id}:unblocked` });
