import { accessLevels } from '#contract/abilities.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { conflict, forbidden } from '../../errors.ts';
import { rebase } from '../../git/rebase.ts';
import { isAncestor, RefRace, updateRef } from '../../git/refs.ts';
import { enqueue, type JobPayloads } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import {
  findProjectById,
  type Project,
  projectLevelOfActor,
  repositoryPath,
} from '../projects/rules.ts';
import {
  branchSha,
  expectReconciliation,
  mayPush,
  protectionOf,
  recordRefUpdates,
} from '../repositories/rules.ts';
import { usersById } from '../users/rules.ts';
import { actAs } from './act-as.ts';
import { branchRef, bringHead, carryToSource, headsOf, targetRepository } from './branches.ts';
import {
  findMergeRequestById,
  lockMergeRequest,
  type MergeRequest,
  updateMergeRequestRow,
} from './repository.ts';
import { getMergeRequest } from './rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** Asks for a rebase of the source branch: 403 says why the caller may not, 409 when not open. */
export async function askForRebase(
  ctx: Ctx,
  project: Project,
  given: { iid: number; skipCi: boolean },
): Promise<void> {
  const row = await getMergeRequest(ctx, project, given.iid);
  const source = await findProjectById(ctx, row.source_project_id ?? 0);
  const why = await problemWith(ctx, source, row);
  if (why !== undefined) throw forbidden(why);
  await transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, row.id);
    if (held?.state !== 'opened') throw conflict('Merge request is not open');
    await updateMergeRequestRow(ctx.db, row.id, { merge_error: null });
    const job = {
      merge_request_id: row.id,
      user_id: actingUser(ctx).id,
      skip_ci: given.skipCi,
    };
    await enqueue(ctx, 'rebase_merge_request', job, { dedup: String(row.id) });
    await audit(ctx, {
      action: 'merge_request.rebase',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      before: { sha: row.head_sha },
    });
  });
}

/** Why the caller may not rewrite the source branch. */
async function problemWith(
  ctx: Ctx,
  source: Project | undefined,
  row: MergeRequest,
): Promise<string | undefined> {
  const branch = row.source_branch;
  if (source === undefined || (await branchSha(ctx, source.id, branch)) === undefined) {
    return 'Source branch does not exist';
  }
  const level = isAdministrator(ctx) ? accessLevels.owner : await projectLevelOfActor(ctx, source);
  const may = source.archived === 0 && (await mayPush(ctx, source, { branch, level }));
  if (!may) return 'Cannot push to source branch';
  const protection = await protectionOf(ctx, source.id, branch);
  const forced = protection === undefined || protection.allowForcePush;
  return forced ? undefined : 'Source branch is protected from force push';
}

const attempts = 5;

/** The job: rebases as the person who asked; a failure is the request's `merge_error`. */
export async function rebaseMergeRequest(
  ctx: Ctx,
  job: JobPayloads['rebase_merge_request'],
): Promise<void> {
  const user = (await usersById(ctx, [job.user_id])).get(job.user_id);
  if (user?.state !== 'active') return;
  const asUser = actAs(ctx, user);
  for (let attempt = 1; ; attempt++) {
    const row = await findMergeRequestById(ctx.db, job.merge_request_id);
    if (row?.state !== 'opened') return;
    try {
      const failure = await rebaseOnce(asUser, row, job.skip_ci);
      if (failure !== undefined) {
        await updateMergeRequestRow(ctx.db, row.id, { merge_error: `Rebase failed: ${failure}` });
      }
      return;
    } catch (error) {
      // Somebody pushed meanwhile: what came is rebased as well.
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

/** Rebases what is there now; says why it cannot. */
async function rebaseOnce(
  ctx: Ctx,
  row: MergeRequest,
  skipCi: boolean,
): Promise<string | undefined> {
  const source = await findProjectById(ctx, row.source_project_id ?? 0);
  const why = await problemWith(ctx, source, row);
  if (source === undefined || why !== undefined) return why;
  const { source: old, target } = await headsOf(ctx, row);
  if (old === undefined) return 'Source branch does not exist';
  if (target === undefined) return 'Target branch does not exist';
  const repo = targetRepository(ctx, row);
  const ref = branchRef(row.source_branch);
  if ((await bringHead(ctx, row, old)) !== old) throw new RefRace(ref);
  if (await isAncestor(repo, target, old)) return undefined;
  const user = actingUser(ctx);
  const committer = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const rebased = await rebase(repo, { onto: target, source: old, committer });
  if ('conflicts' in rebased) {
    return 'Rebase locally, resolve all conflicts, then push the branch.';
  }
  await carryToSource(ctx, row, rebased.sha);
  await expectReconciliation(ctx, source.id);
  const reason = `rebase of merge request ${row.iid}`;
  await updateRef(repositoryPath(ctx, source.id), { ref, new: rebased.sha, old }, { reason });
  await transact(ctx, (ctx) =>
    recordRefUpdates(ctx, source, [{ ref, old, new: rebased.sha }], { copied: skipCi }),
  );
  return undefined;
}
