import type { DetailedMergeStatus } from '#contract/merge-request-record.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { mergeRequests } from '#contract/merge-requests.ts';
import type { Ctx } from '../../context.ts';
import { conflict, methodNotAllowed, unauthorized, unprocessable } from '../../errors.ts';
import { RefNameConflict, RefRace } from '../../git/refs.ts';
import { GitError } from '../../git/process.ts';
import type { Project } from '../projects/rules.ts';
import { canWait, setAutoMerge } from './auto-merge.ts';
import { type MergeChoices, planMerge } from './merge-plan.ts';
import { finishMerge, lockForMerge, moveTarget, undoMerge } from './merge-steps.ts';
import { settled } from './refresh-rules.ts';
import type { MergeRequest } from './repository.ts';
import { getMergeRequest, mayMergeInto } from './rules.ts';
import { statusNow } from './status-rules.ts';

type Body = BodyOf<typeof mergeRequests.merge>;

const attempts = 5;
const cannotBeMerged = () => unprocessable('Branch cannot be merged');

/**
 * Merges: 401 for who may not merge into the target, 405 in a state that forbids it, 422 for a
 * conflict or a needed rebase, 409 for another head than the caller saw.
 */
export async function mergeMergeRequest(
  ctx: Ctx,
  project: Project,
  given: { iid: number; body: Body },
): Promise<MergeRequest> {
  for (let attempt = 1; ; attempt++) {
    const { row, waits } = await judgeMerge(ctx, project, given);
    const place = { project, row };
    if (waits) return setAutoMerge(ctx, place, given.body);
    const merged = await mergeNow(ctx, place, given.body);
    if (merged !== 'raced') return merged;
    if (attempt === attempts) throw cannotBeMerged();
  }
}

/** Refuses what cannot be merged, neither now nor, where that is asked for, later. */
export async function judgeMerge(
  ctx: Ctx,
  project: Project,
  given: { iid: number; body: Body },
): Promise<{ row: MergeRequest; waits: boolean }> {
  const row = await getMergeRequest(ctx, project, given.iid);
  if (!(await mayMergeInto(ctx, project, row.target_branch))) throw unauthorized();
  const ready = await settled(ctx, row);
  if (ready === undefined) throw methodNotAllowed();
  const { auto_merge, merge_when_pipeline_succeeds, sha } = given.body;
  const auto = (auto_merge ?? merge_when_pipeline_succeeds) === true;
  // Whoever merges now does not wait, whatever was set before.
  const asked = { ...ready, auto_merge: Number(auto) };
  const { status, pipeline } = await statusNow(ctx, { project, row: asked });
  const waits = auto && canWait(status, pipeline);
  if (!waits) refuseUnready(status);
  if (sha !== undefined && sha !== ready.head_sha) {
    throw conflict(`SHA does not match HEAD of source branch: ${ready.head_sha}`);
  }
  return { row: ready, waits };
}

function refuseUnready(status: DetailedMergeStatus): void {
  if (status === 'conflict' || status === 'need_rebase') throw cannotBeMerged();
  if (status !== 'mergeable') throw methodNotAllowed();
}

/** One attempt; `raced` when a branch or the row moved meanwhile, so that all is to be looked at again. */
export async function mergeNow(
  ctx: Ctx,
  place: { project: Project; row: MergeRequest },
  choices: MergeChoices,
): Promise<MergeRequest | 'raced'> {
  const plan = await planMerge(ctx, place, choices);
  if (plan === undefined) throw cannotBeMerged();
  const locked = await lockForMerge(ctx, plan);
  if (locked === undefined) throw methodNotAllowed();
  if (locked === 'raced') return 'raced';
  try {
    await moveTarget(ctx, locked, plan);
  } catch (error) {
    if (error instanceof RefRace) {
      await undoMerge(ctx, plan, { reason: null });
      return 'raced';
    }
    const refused = error instanceof GitError || error instanceof RefNameConflict;
    if (!refused) throw error;
    await undoMerge(ctx, plan, {
      reason: 'The target branch could not be moved.',
      aborts: 'the target branch could not be moved',
    });
    ctx.log.error({ err: error, merge_request_id: locked.id }, 'merge failed');
    throw cannotBeMerged();
  }
  const merged = await finishMerge(ctx, plan);
  if (merged?.state !== 'merged') throw cannotBeMerged();
  return merged;
}
