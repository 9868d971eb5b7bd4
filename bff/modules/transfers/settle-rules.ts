import { type Ctx, now } from '../../context.ts';
import {
  copyLabel,
  dropLeftMilestones,
  exchangeLabel,
  findUsableLabel,
  listLeftLabels,
  type MovedProjects,
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
    await exchangeLabel(ctx.db, project_id, { from: label_id, to });
  }
  await dropLeftMilestones(ctx.db, moved);
}
