import type { mergeRequestReviewers } from '#contract/merge-request-reviewers.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { actingUser, actingUserId, type Ctx, now, transact } from '../../context.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { askForAutoMerge } from '../merge-requests/auto-merge.ts';
import { addReviewer } from '../merge-requests/people-rules.ts';
import {
  getMergeRequest,
  lockMergeRequestOf,
  type MergeRequest,
  mayUpdate,
  reviewersOf,
  tell,
} from '../merge-requests/rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { advanceReview, deleteApprovals, recountApprovals, setReviewState } from './repository.ts';

export type Verdict = BodyOf<typeof mergeRequestReviewers.update>['state'];

const said: Record<Verdict, string> = {
  reviewed: 'reviewed this merge request',
  requested_changes: 'requested changes',
  unreviewed: 'took the review back',
};

/** Says how a review stands: one's own, or `unreviewed` of another reviewer, who is asked again. */
export async function changeReview(
  ctx: Ctx,
  project: Project,
  given: { iid: number; userId: number; state: Verdict },
): Promise<MergeRequest> {
  const row = await getMergeRequest(ctx, project, given.iid);
  if (given.userId === actingUserId(ctx)) {
    await requireVerdict(ctx, project, { row, state: given.state });
    return transact(ctx, (ctx) => giveVerdict(ctx, project, { row, state: given.state }));
  }
  if (given.state !== 'unreviewed' || !(await mayUpdate(ctx, project, row))) throw forbidden();
  return askAgain(ctx, project, { row, userId: given.userId });
}

/** 403 where the caller is no reviewer and may not become one, 409 for what is not open. */
export async function requireVerdict(
  ctx: Ctx,
  project: Project,
  { row, state }: { row: MergeRequest; state: Verdict },
): Promise<void> {
  if (project.archived === 1) throw forbidden();
  const isReviewer = (await reviewersOf(ctx, row)).some(
    (reviewer) => reviewer.user_id === actingUserId(ctx),
  );
  const mayJoin = state === 'requested_changes' || state === 'reviewed';
  if (isReviewer) return;
  if (!mayJoin || !(await mayInProject(ctx, 'update_merge_request', project))) throw forbidden();
}

/** Writes the caller's verdict, once it was judged. Call inside `transact`. */
export async function giveVerdict(
  ctx: Ctx,
  project: Project,
  { row, state }: { row: MergeRequest; state: Verdict },
): Promise<MergeRequest> {
  const held = await lockMergeRequestOf(ctx, row);
  if (held.state !== 'opened') throw conflict('The merge request is not open');
  const userId = actingUser(ctx).id;
  await addReviewer(ctx, held, userId);
  const reviewer = { id: row.id, userIds: [userId] };
  const changes_requested = state === 'requested_changes' ? 1 : 0;
  await setReviewState(ctx.db, reviewer, { state, changes_requested });
  if (state === 'requested_changes') {
    const gone = await deleteApprovals(ctx.db, row.id, { userId });
    if (gone.length > 0) await recountApprovals(ctx.db, row.id, now(ctx));
  }
  await tell(ctx, row, { body: said[state] });
  await audited(ctx, project, { row, state });
  await askForAutoMerge(ctx, held);
  return held;
}

/** The caller, where a reviewer, has written something that is not told yet. Call inside `transact`. */
export const beginReview = (ctx: Ctx, row: MergeRequest): Promise<void> =>
  advanceReview(ctx.db, { id: row.id, userId: actingUser(ctx).id }, 'review_started');

/** The caller, where a reviewer, has told all without a verdict. Call inside `transact`. */
export const endReview = (ctx: Ctx, row: MergeRequest): Promise<void> =>
  advanceReview(ctx.db, { id: row.id, userId: actingUser(ctx).id }, 'reviewed');

/** The changes that a reviewer has asked for stay in the way until this reviewer has looked. */
const askAgain = (
  ctx: Ctx,
  project: Project,
  { row, userId }: { row: MergeRequest; userId: number },
): Promise<MergeRequest> =>
  transact(ctx, async (ctx) => {
    const held = await lockMergeRequestOf(ctx, row);
    if (held.state !== 'opened') throw conflict('The merge request is not open');
    const reviewer = { id: row.id, userIds: [userId] };
    if ((await setReviewState(ctx.db, reviewer, { state: 'unreviewed' })) === 0) {
      throw notFound('Reviewer');
    }
    const name = (await usersById(ctx, [userId])).get(userId)?.username ?? userId;
    await tell(ctx, row, { body: `asked @${name} for another review` });
    await audited(ctx, project, { row, state: 'unreviewed', of: userId });
    return held;
  });

/** Asks those of these reviewers again whose review has ended. Call inside `transact`. */
export async function askThemAgain(
  ctx: Ctx,
  project: Project,
  { row, userIds }: { row: MergeRequest; userIds: readonly number[] },
): Promise<void> {
  const hasEnded = new Set<string>(['reviewed', 'requested_changes', 'approved', 'unapproved']);
  for (const { user_id: userId, state } of await reviewersOf(ctx, row)) {
    const isAsked = userIds.includes(userId) && userId !== actingUserId(ctx);
    if (isAsked && hasEnded.has(state)) await askAgain(ctx, project, { row, userId });
  }
}

const audited = (
  ctx: Ctx,
  project: Project,
  { row, ...after }: { row: MergeRequest; state: Verdict; of?: number },
): Promise<void> =>
  audit(ctx, {
    action: 'merge_request.review',
    subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
    projectId: project.id,
    after,
  });
