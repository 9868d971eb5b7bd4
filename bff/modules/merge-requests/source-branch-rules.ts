import { type Ctx, transact } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { deleteRef, RefRace } from '../../git/refs.ts';
import type { JobPayloads } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { findProjectById, mayUserInProject, repositoryPath } from '../projects/rules.ts';
import {
  branchSha,
  expectReconciliation,
  protectionOf,
  recordRefUpdates,
} from '../repositories/rules.ts';
import { usersById } from '../users/rules.ts';
import { branchRef } from './branches.ts';

/**
 * The job: removes the branch of a merged request if it is still where it was merged and whoever
 * merged may push there. Default and protected branches stay.
 */
export async function removeSourceBranch(
  ctx: Ctx,
  job: JobPayloads['remove_source_branch'],
): Promise<void> {
  const project = await findProjectById(ctx, job.project_id);
  if (project === undefined || project.archived === 1) return;
  // A merge into one project gives no right in the fork that it came from.
  const merger = (await usersById(ctx, [job.user_id])).get(job.user_id ?? 0);
  if (merger === undefined || !(await mayUserInProject(ctx, merger, 'push_code', project))) return;
  if (job.branch === project.default_branch) return;
  if ((await protectionOf(ctx, project.id, job.branch)) !== undefined) return;
  if ((await branchSha(ctx, project.id, job.branch)) !== job.sha) return;
  const ref = branchRef(job.branch);
  await expectReconciliation(ctx, project.id);
  try {
    await deleteRef(repositoryPath(ctx, project.id), ref, job.sha);
  } catch (error) {
    // It has moved: what came after the merge is not ours to throw away.
    if (error instanceof RefRace) return;
    throw error;
  }
  await transact(ctx, async (ctx) => {
    await recordRefUpdates(ctx, project, [{ ref, old: job.sha, new: nullSha }]);
    await audit(ctx, {
      action: 'branch.remove',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { ref, sha: job.sha },
    });
  });
}
