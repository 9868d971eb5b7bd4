import type { Ctx } from '../context.ts';
import { now } from '../context.ts';
import { isoOf } from '../clock.ts';

/** Every kind of background work with what it needs to know. */
export interface JobPayloads {
  /** Tells what hangs on refs (merge requests) that they have moved. */
  refs_changed: { project_id: number; updates: { ref: string; old: string; new: string }[] };
  /** Compares the refs of a repository with the recorded ones. */
  reconcile_refs: { project_id: number };
  /** Removes the repository of a deleted project. */
  remove_repository: { project_id: number };
  /** Takes away memberships whose last day is over. */
  expire_members: Record<never, never>;
}

export type JobKind = keyof JobPayloads;

export interface JobOptions {
  /** Milliseconds from now until the job may run. */
  delay?: number;
  /** While a job of this key is queued, another is not written. */
  dedup?: string;
}

/**
 * Writes a job in the transaction of the change that asks for it; the runner wakes when that
 * commits. At-least-once: handlers must bear a second run.
 */
export async function enqueue<K extends JobKind>(
  ctx: Ctx,
  kind: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): Promise<void> {
  await ctx.db
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      run_at: isoOf(ctx.clock.now() + (options.delay ?? 0)),
      lease_until: null,
      lease_owner: null,
      dedup_key: options.dedup === undefined ? null : `${kind}:${options.dedup}`,
      last_error: null,
      created_at: now(ctx),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .execute();
  ctx.afterCommit(() => ctx.jobs.wake());
}
