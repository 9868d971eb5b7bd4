import { actingUserId, type Ctx, transact } from '../../context.ts';
import { DomainError, unauthorized } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { actAs } from './act-as.ts';
import { abortAutoMerge, askForAutoMerge, choicesOf } from './auto-merge.ts';
import { mergeNow } from './merge-rules.ts';
import { statusNow } from './status-rules.ts';
import { settled } from './refresh-rules.ts';
import { findMergeRequestById, lockMergeRequest, type MergeRequest } from './repository.ts';
import { getMergeRequest, mayMergeInto } from './rules.ts';

/** The job: merges what waits for its checks once they pass, as the person who asked for it. */
export async function autoMerge(ctx: Ctx, job: { merge_request_id: number }): Promise<void> {
  const row = await findMergeRequestById(ctx.db, job.merge_request_id);
  if (row?.auto_merge !== 1 || row.state !== 'opened') return;
  const project = await findProjectById(ctx, row.target_project_id);
  const user = (await usersById(ctx, [row.merge_user_id])).get(row.merge_user_id ?? 0);
  if (project === undefined) return;
  if (user?.state !== 'active') return abort(ctx, row, 'who asked for it cannot sign in any more');
  const asUser = actAs(ctx, user);
  if (!(await mayMergeInto(asUser, project, row.target_branch))) {
    return abort(ctx, row, 'who asked for it may not merge any more');
  }
  const ready = await settled(asUser, row);
  // A push or a new target has taken it back.
  if (ready?.auto_merge !== 1 || ready.head_sha !== choicesOf(ready).sha) return;
  if ((await statusNow(ctx, { project, row: ready })).status !== 'mergeable') return;
  try {
    const merged = await mergeNow(asUser, { project, row: ready }, choicesOf(ready));
    if (merged === 'raced') await askForAutoMerge(ctx, ready);
  } catch (error) {
    // It cannot be merged at this moment: what changes that asks for the next try, and a target
    // that git does not move has taken it back.
    if (!(error instanceof DomainError)) throw error;
  }
}

const abort = (ctx: Ctx, row: MergeRequest, why: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, row.id);
    if (held?.auto_merge !== 1) return;
    await abortAutoMerge(ctx, held, {
      reason: `aborted the automatic merge because ${why}`,
      by: held.author_id,
    });
  });

/** Takes an auto-merge back: the author may, and who may merge; 406 where none is set. */
export async function cancelAutoMerge(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<MergeRequest> {
  const row = await getMergeRequest(ctx, project, iid);
  const mine = row.author_id === actingUserId(ctx);
  if (!mine && !(await mayMergeInto(ctx, project, row.target_branch))) throw unauthorized();
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, row.id);
    if (held?.auto_merge !== 1 || held.state !== 'opened') {
      throw new DomainError({ kind: 'refused_406', message: '406 Not Acceptable' });
    }
    await audit(ctx, {
      action: 'merge_request.cancel_auto_merge',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
    });
    const reason = 'canceled the automatic merge';
    return abortAutoMerge(ctx, held, { reason, by: actingUserId(ctx) });
  });
}
