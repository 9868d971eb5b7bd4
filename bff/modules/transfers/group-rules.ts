import { type Ctx, transact } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { type Group, moreOpenThan, parentFor } from '../groups/rules.ts';
import { recordRolesBelow } from '../members/rules.ts';
import { holdPaths, moveNamespace } from '../namespaces/path-rules.ts';
import { refuseReservedPath } from '../namespaces/paths.ts';
import { placeNamespace } from '../namespaces/rules.ts';
import { closeBelow, holdNamespace, isWithin, projectsBelow } from './repository.ts';
import { settleEpics, settleIn } from './settle-rules.ts';

/**
 * Moves a group with all below it into another one, or to the top, where the caller may create
 * groups. Nothing in it stays more open than its new parent; old paths lead on.
 */
export async function transferGroup(
  ctx: Ctx,
  group: Group,
  parentId: number | undefined,
): Promise<Group> {
  const wanted = await parentFor(ctx, parentId);
  return transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const parent = wanted && (await holdNamespace(ctx.db, wanted.id));
    const before = await holdNamespace(ctx.db, group.id);
    if (before === undefined || (wanted !== undefined && parent === undefined)) {
      throw notFound('Group');
    }
    if (before.parent_id === (parent?.id ?? null)) {
      throw invalid({ group_id: ['is where the group already stands'] });
    }
    if (parent === undefined) refuseReservedPath(before.path);
    else if (await isWithin(ctx.db, parent.id, before.id)) {
      throw invalid({ group_id: ['is the group itself or stands below it'] });
    }
    const above = parent === undefined ? '' : `${parent.full_path}/`;
    await moveNamespace(ctx, before, `${above}${before.path}`);
    const placed = await placeNamespace(ctx, before, parent);
    const open = parent === undefined ? [] : moreOpenThan(parent.visibility);
    if (parent !== undefined && open.length > 0) {
      await closeBelow(ctx.db, before.id, { from: open, to: parent.visibility });
    }
    await recordRolesBelow(ctx, before.id);
    await settleIn(ctx, projectsBelow(before.id));
    await settleEpics(ctx, before.id);
    const after = (await holdNamespace(ctx.db, before.id)) ?? placed;
    const told = ({ full_path, visibility }: Group) => ({ full_path, visibility });
    await audit(ctx, {
      action: 'group.transfer',
      subject: { type: 'Group', id: after.id, name: before.full_path },
      groupId: after.id,
      before: told(before),
      after: told(after),
    });
    return after;
  });
}
