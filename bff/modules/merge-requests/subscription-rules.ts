import { actingUser, actingUserId, type Ctx, now, transact } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { findSubscription, upsertSubscription } from './related-repository.ts';
import { getMergeRequest, type MergeRequest, participantIds } from './rules.ts';

/** Whether the caller hears of a merge request: as decided, else whoever takes part. */
export async function isSubscribed(
  ctx: Ctx,
  project: Project,
  { row, people }: { row: MergeRequest; people?: readonly number[] },
): Promise<boolean> {
  const userId = actingUserId(ctx);
  if (userId === null) return false;
  const decided = await findSubscription(ctx.db, row.id, userId);
  if (decided !== undefined) return decided.subscribed === 1;
  // Comments are only looked through for somebody who has no other part.
  if (people?.includes(userId) === true) return true;
  return (await participantIds(ctx, project, row)).includes(userId);
}

/** Decides whether the caller hears of a merge request; undefined where nothing changes. */
export async function setSubscription(
  ctx: Ctx,
  project: Project,
  { iid, subscribed }: { iid: number; subscribed: boolean },
): Promise<MergeRequest | undefined> {
  const row = await getMergeRequest(ctx, project, iid);
  if ((await isSubscribed(ctx, project, { row })) === subscribed) return undefined;
  await transact(ctx, async (ctx) => {
    const of = { merge_request_id: row.id, user_id: actingUser(ctx).id };
    const wanted = { subscribed: Number(subscribed), created_at: now(ctx) };
    await upsertSubscription(ctx.db, { ...of, ...wanted });
    await audit(ctx, {
      action: `merge_request.${subscribed ? 'subscribe' : 'unsubscribe'}`,
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
    });
  });
  return row;
}
