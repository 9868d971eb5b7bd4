import { actingUserId, type Ctx, now } from '../../context.ts';
import { exchangeLabel } from '../labels/rules.ts';
import {
  copyGroupLabel,
  copyLabel,
  dropLeftMilestones,
  dropLeftParents,
  findUsableGroupLabel,
  findUsableLabel,
  listLeftEpicLabels,
  listLeftLabels,
  type MovedProjects,
  tellLeftMilestones,
} from './repository.ts';

/**
 * What projects carry of groups that they have left: labels become their own, or those of the same
 * name in their new place; milestones go. Call inside `transact`, after the move.
 */
export async function settleIn(ctx: Ctx, moved: MovedProjects): Promise<void> {
  for (const label of await listLeftLabels(ctx.db, moved)) {
    const { project_id, label_id, name } = label;
    const to =
      (await findUsableLabel(ctx.db, project_id, name)) ??
      (await copyLabel(ctx.db, label, now(ctx)));
    await exchangeLabel(ctx, { from: label_id, to }, { projectId: project_id });
  }
  const by = { user_id: actingUserId(ctx), created_at: now(ctx) };
  await tellLeftMilestones(ctx.db, moved, by);
  await dropLeftMilestones(ctx.db, moved);
}

/**
 * The same for epics of a group that has moved: labels of groups above it no more become its own,
 * and parents in the tree that it has left are theirs no more. Call inside `transact`.
 */
export async function settleEpics(ctx: Ctx, groupId: number): Promise<void> {
  for (const label of await listLeftEpicLabels(ctx.db, groupId)) {
    const to =
      (await findUsableGroupLabel(ctx.db, groupId, label.name)) ??
      (await copyGroupLabel(ctx.db, groupId, { ...label, instant: now(ctx) }));
    await exchangeLabel(ctx, { from: label.label_id, to }, { epicsBelow: groupId });
  }
  await dropLeftParents(ctx.db, groupId);
}
