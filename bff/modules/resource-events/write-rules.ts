import { actingUserId, type Ctx, now } from '../../context.ts';
import {
  exchangeMilestone,
  insertLeavingAll,
  insertMilestoneEvent,
  insertStateEvent,
  placeOf,
  type Resource,
  type StateEvent,
} from './repository.ts';

/** Whose doing it is where it is not the caller's, and when where that is not now. */
interface By {
  by?: number | null;
  at?: string | undefined;
}

const byOf = (ctx: Ctx, { by = actingUserId(ctx), at = now(ctx) }: By) => ({
  user_id: by,
  created_at: at,
});

/** Tells that something was closed, reopened or merged. Call inside `transact`. */
export const tellState = (
  ctx: Ctx,
  of: Resource,
  told: By & { state: StateEvent['state']; mergeRequestId?: number | undefined },
): Promise<void> =>
  insertStateEvent(ctx.db, {
    ...placeOf(of),
    ...byOf(ctx, told),
    state: told.state,
    source_merge_request_id: told.mergeRequestId ?? null,
  });

/** The same where a change has moved the state to another. Call inside `transact`. */
export async function tellStateChange(
  ctx: Ctx,
  of: Resource,
  told: By & {
    before: string;
    after: 'opened' | 'closed' | 'merged' | 'locked';
    mergeRequestId?: number | undefined;
  },
): Promise<void> {
  const { before, after, ...rest } = told;
  if (before === after || after === 'locked') return;
  await tellState(ctx, of, { ...rest, state: after === 'opened' ? 'reopened' : after });
}

/**
 * Tells that something came into a milestone, or left one for none: a change from one to another is
 * told of the newer alone, as v4 clients know it. Call inside `transact`.
 */
export async function tellMilestone(
  ctx: Ctx,
  of: Resource,
  told: By & { before: number | null; after: number | null },
): Promise<void> {
  const { before, after } = told;
  if (before === after) return;
  await insertMilestoneEvent(ctx.db, {
    ...placeOf(of),
    ...byOf(ctx, told),
    milestone_id: after ?? before,
    action: after === null ? 'remove' : 'add',
  });
}

/** Tells that everything has left a milestone that is about to be deleted. Call inside `transact`. */
export const tellMilestoneGone = (ctx: Ctx, milestoneId: number): Promise<void> =>
  insertLeavingAll(ctx.db, milestoneId, byOf(ctx, {}));

/** Puts one milestone in the place of others in what is told. Call inside `transact`. */
export const exchangeToldMilestones = (
  ctx: Ctx,
  { from, to }: { from: readonly number[]; to: number },
): Promise<void> => exchangeMilestone(ctx.db, from, to);
