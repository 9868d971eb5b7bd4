import { actingUser, actingUserId, type Ctx, now, transact } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import type { Label } from './repository.ts';
import { getLabel, type Place } from './resource-rules.ts';
import {
  deleteSubscription,
  insertSubscription,
  listSubscribed,
} from './subscription-repository.ts';

/** Which of these labels the caller hears of. */
export async function subscribedAmong(
  ctx: Ctx,
  labels: readonly Pick<Label, 'id'>[],
): Promise<ReadonlySet<number>> {
  const userId = actingUserId(ctx);
  if (userId === null) return new Set();
  const ids = labels.map(({ id }) => id);
  return new Set(await listSubscribed(ctx.db, userId, ids));
}

/** Decides whether the caller hears of a label; undefined where nothing changes. */
export async function setSubscription(
  ctx: Ctx,
  place: Place,
  { idOrName, subscribed }: { idOrName: string; subscribed: boolean },
): Promise<Label | undefined> {
  const label = await getLabel(ctx, place, { idOrName, ancestors: true });
  const userId = actingUser(ctx).id;
  return transact(ctx, async (ctx) => {
    const row = { label_id: label.id, user_id: userId, created_at: now(ctx) };
    const changed = subscribed
      ? await insertSubscription(ctx.db, row)
      : await deleteSubscription(ctx.db, label.id, userId);
    if (!changed) return undefined;
    await audit(ctx, {
      action: `label.${subscribed ? 'subscribe' : 'unsubscribe'}`,
      subject: { type: 'Label', id: label.id, name: label.name },
      ...('project' in place ? { projectId: place.project.id } : { groupId: place.group.id }),
    });
    return label;
  });
}
