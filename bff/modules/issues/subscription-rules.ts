import { actingUser, actingUserId, type Ctx, now, transact } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { getIssue, type Issue, isOwn } from './rules.ts';
import { findSubscription, upsertSubscription } from './subscription-repository.ts';

/** Whether the caller hears of an issue: as decided, else its author and assignees. */
export async function isSubscribed(ctx: Ctx, issue: Issue): Promise<boolean> {
  const userId = actingUserId(ctx);
  if (userId === null) return false;
  const decided = await findSubscription(ctx.db, issue.id, userId);
  return decided === undefined ? isOwn(ctx, issue) : decided.subscribed === 1;
}

/** Decides whether the caller hears of an issue; undefined where nothing changes. */
export async function setSubscription(
  ctx: Ctx,
  project: Project,
  { iid, subscribed }: { iid: number; subscribed: boolean },
): Promise<Issue | undefined> {
  const issue = await getIssue(ctx, project, iid);
  if ((await isSubscribed(ctx, issue)) === subscribed) return undefined;
  await transact(ctx, async (ctx) => {
    const of = { issue_id: issue.id, user_id: actingUser(ctx).id };
    const wanted = { subscribed: Number(subscribed), created_at: now(ctx) };
    await upsertSubscription(ctx.db, { ...of, ...wanted });
    await audit(ctx, {
      action: `issue.${subscribed ? 'subscribe' : 'unsubscribe'}`,
      subject: { type: 'Issue', id: issue.id, name: `${project.full_path}#${issue.iid}` },
      projectId: project.id,
    });
  });
  return issue;
}
