import { type Ctx, now, transact } from '../../context.ts';
import { isAncestor, RefRace, updateRef } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { enqueue, type MergePlan } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { wakeWaitingFor } from '../merge-request-dependencies/state-rules.ts';
import { findProjectById } from '../projects/rules.ts';
import { expectReconciliation, recordRefUpdates } from '../repositories/rules.ts';
import { tellState } from '../resource-events/write-rules.ts';
import { abortAutoMerge } from './auto-merge.ts';
import { branchRef, headsOf, targetRepository } from './branches.ts';
import { markChanged } from './push-rules.ts';
import {
  findMergeRequestById,
  lockMergeRequest,
  type MergeRequest,
  releaseFromMerge,
  takeForMerge,
} from './repository.ts';
import { eventTargetOf, tell } from './rules.ts';
import {
  approvalsThatCount,
  areChangesRequested,
  blockedThatCount,
  openControlsThatCount,
} from './status-rules.ts';

/** A merge that takes longer than this is looked after by the repair. */
const repairAfter = 2 * 60_000;

/**
 * First step: the merge request is `locked`, and a repair that knows the plan is due if the
 * process ends before the last step. `raced` when it is open and not what the plan was made for any
 * more, undefined when it is not open.
 */
export const lockForMerge = (
  ctx: Ctx,
  plan: MergePlan,
): Promise<MergeRequest | 'raced' | undefined> =>
  transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, plan.merge_request_id);
    if (held === undefined) return undefined;
    if (await areChangesRequested(ctx, held)) return 'raced';
    // As many approvals as the plan saw may be other people's, and a rule may have come since.
    const missing = (await approvalsThatCount(ctx, [held])).get(held.id) ?? 0;
    if (missing > 0) return 'raced';
    if ((await blockedThatCount(ctx, [held])).has(held.id)) return 'raced';
    const project = await findProjectById(ctx, held.target_project_id);
    if (project === undefined) return undefined;
    if ((await openControlsThatCount(ctx, [held], [project])).size > 0) return 'raced';
    const row = await takeForMerge(ctx.db, plan);
    if (row === undefined) {
      const now = await findMergeRequestById(ctx.db, plan.merge_request_id);
      return now?.state === 'opened' ? 'raced' : undefined;
    }
    await enqueue(ctx, 'repair_merge', plan, { delay: repairAfter });
    await expectReconciliation(ctx, row.target_project_id);
    return row;
  });

/** Second step: the target branch moves if both are where the plan saw them, else `RefRace`. */
export async function moveTarget(ctx: Ctx, row: MergeRequest, plan: MergePlan): Promise<void> {
  // A push may be in git and not yet in the row.
  const { source } = await headsOf(ctx, row);
  if (source !== plan.head) throw new RefRace(branchRef(row.source_branch));
  await updateRef(
    targetRepository(ctx, row),
    { ref: plan.ref, new: plan.new, old: plan.old },
    { reason: `merge request ${row.iid}` },
  );
}

/** Last step: the row says merged, the moved ref is recorded, whoever waits is told. */
export const finishMerge = (
  ctx: Ctx,
  plan: MergePlan,
  tip = plan.new,
): Promise<MergeRequest | undefined> =>
  transact(ctx, async (ctx) => {
    const time = now(ctx);
    const row = await releaseFromMerge(
      ctx.db,
      { id: plan.merge_request_id, token: plan.token, orOpened: true },
      {
        state: 'merged',
        merge_status: 'can_be_merged',
        merged_at: time,
        merge_user_id: plan.user_id,
        merge_commit_sha: plan.merge_commit_sha,
        squash_commit_sha: plan.squash_commit_sha,
        should_remove_source_branch:
          plan.should_remove_source_branch === null
            ? null
            : Number(plan.should_remove_source_branch),
        merge_error: null,
        auto_merge: 0,
        merge_params: null,
        updated_at: time,
      },
    );
    if (row === undefined) return findMergeRequestById(ctx.db, plan.merge_request_id);
    const project = await findProjectById(ctx, row.target_project_id);
    if (project === undefined) return row;
    await recordRefUpdates(ctx, project, [{ ref: plan.ref, old: plan.old, new: tip }]);
    await tell(ctx, row, { body: 'merged', by: plan.user_id });
    await tellState(ctx, eventTargetOf(row), { state: 'merged', by: plan.user_id, at: time });
    await wakeWaitingFor(ctx, { of: 'id', id: row.id });
    if (plan.removes_source_branch && row.source_project_id !== null) {
      await enqueue(ctx, 'remove_source_branch', {
        project_id: row.source_project_id,
        branch: row.source_branch,
        sha: plan.head,
        user_id: plan.user_id,
      });
    }
    if (plan.user_id !== null && plan.closes?.length !== 0) {
      const issues = plan.closes === undefined ? {} : { issues: plan.closes };
      const payload = { merge_request_id: row.id, user_id: plan.user_id, ...issues };
      await enqueue(ctx, 'close_issues', payload);
    }
    await audit(ctx, {
      action: 'merge_request.merge',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      before: { state: 'opened', sha: plan.old },
      after: { state: 'merged', sha: plan.new, user_id: plan.user_id },
    });
    return row;
  });

/**
 * Gives up: the merge request is open again, says why, and is checked anew. That check lets an
 * auto-merge try again, so one that would only fail again is taken back for the reason `aborts`.
 */
export const undoMerge = (
  ctx: Ctx,
  plan: MergePlan,
  { reason, aborts }: { reason: string | null; aborts?: string },
): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await releaseFromMerge(
      ctx.db,
      { id: plan.merge_request_id, token: plan.token, orOpened: false },
      { state: 'opened', merge_error: reason },
    );
    if (row === undefined) return;
    if (aborts !== undefined && row.auto_merge === 1) {
      await abortAutoMerge(ctx, row, {
        reason: `aborted the automatic merge because ${aborts}`,
        by: row.author_id,
      });
    }
    await markChanged(ctx, row);
  });

/** The job: finishes a merge whose ref has moved and undoes one whose ref has not. */
export async function repairMerge(ctx: Ctx, plan: MergePlan): Promise<void> {
  const row = await findMergeRequestById(ctx.db, plan.merge_request_id);
  if (row?.state !== 'locked' || row.lock_token !== plan.token) return;
  const repo = targetRepository(ctx, row);
  const tip = await resolve(repo, plan.ref);
  const moved = tip !== undefined && (tip === plan.new || (await isAncestor(repo, plan.new, tip)));
  if (moved) await finishMerge(ctx, plan, tip);
  else await undoMerge(ctx, plan, { reason: 'The merge was interrupted. Nothing was merged.' });
}
