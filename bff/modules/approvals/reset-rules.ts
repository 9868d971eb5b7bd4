import { type Ctx, now } from '../../context.ts';
import {
  deleteApprovals,
  keepsApprovals,
  listApprovedBy,
  recountApprovals,
  setReviewState,
} from './repository.ts';

/** Takes all approvals away, or those of other heads; how many. Call inside `transact`. */
export async function forgetApprovals(ctx: Ctx, id: number, notOf?: string): Promise<number> {
  const gone = await deleteApprovals(ctx.db, id, notOf === undefined ? {} : { notOf });
  if (gone.length === 0) return 0;
  await setReviewState(ctx.db, { id, userIds: gone }, { state: 'unapproved' });
  await recountApprovals(ctx.db, id, now(ctx));
  return gone.length;
}

/**
 * After new commits, or another target without `head`: what was approved is not what is there now,
 * unless the project keeps it. Approvals of this head stay.
 */
export async function approvalsAfterPush(
  ctx: Ctx,
  rows: readonly { id: number; target_project_id: number; approvals_count: number }[],
  head?: string,
): Promise<void> {
  for (const row of rows) {
    if (row.approvals_count === 0) continue;
    if (await keepsApprovals(ctx.db, row.target_project_id)) continue;
    await forgetApprovals(ctx, row.id, head);
  }
}

/** What a user has approved; to be counted again once the user is gone. */
export const approvedBy = (ctx: Ctx, userId: number): Promise<number[]> =>
  listApprovedBy(ctx.db, userId);

/** Counts approvals again from the rows themselves. Call inside `transact`. */
export async function recountApprovalsOf(ctx: Ctx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await recountApprovals(ctx.db, id, now(ctx));
}
