import { accessLevels } from '#contract/abilities.ts';
import type { Ctx } from '../../context.ts';
import { aheadBehind } from '../../git/refs.ts';
import { levelOfUser } from '../members/rules.ts';
import { type Project, sourceOfProject } from '../projects/rules.ts';
import { headsOf, targetRepository } from './branches.ts';
import { hasMerged } from './related-repository.ts';
import { checkIfDue } from './refresh-rules.ts';
import { noticeHead } from './push-rules.ts';
import { isRebasing } from './repository.ts';
import { getMergeRequest, type MergeRequest } from './rules.ts';

/** A merge request for a single read, which asks for a check where one is due. */
export async function readMergeRequest(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<MergeRequest> {
  const row = await noticeHead(ctx, await getMergeRequest(ctx, project, iid));
  await checkIfDue(ctx, row);
  return row;
}

/** How many commits the target branch is ahead. */
export async function divergedCount(ctx: Ctx, row: MergeRequest): Promise<number> {
  const { target } = await headsOf(ctx, row);
  if (target === undefined || row.head_sha === null || row.start_sha === null) return 0;
  return (await aheadBehind(targetRepository(ctx, row), target, row.head_sha)).behind;
}

/** Whether a rebase of the source branch is under way. */
export const rebaseInProgress = (ctx: Ctx, row: MergeRequest): Promise<boolean> =>
  isRebasing(ctx.db, row.id);

/** Somebody without a role above Guest, of whom nothing was merged before. */
export async function isFirstContribution(
  ctx: Ctx,
  project: Project,
  row: MergeRequest,
): Promise<boolean> {
  const level = await levelOfUser(ctx, sourceOfProject(project), row.author_id);
  if (level > accessLevels.guest) return false;
  return !(await hasMerged(ctx.db, project.id, row.author_id));
}
