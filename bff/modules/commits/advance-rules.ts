import { type Ctx, transact } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { updateRef } from '../../git/refs.ts';
import { audit } from '../audit/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { expectReconciliation, recordRefUpdates } from '../repositories/rules.ts';

/** Moves a branch to a new commit and records it; a `RefRace` where it has moved meanwhile. */
export async function advanceBranch(
  ctx: Ctx,
  project: Project,
  { branch, old, sha }: { branch: string; old: string | undefined; sha: string },
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  await expectReconciliation(ctx, project.id);
  await updateRef(repositoryPath(ctx, project.id), { ref, new: sha, old: old ?? null });
  await transact(ctx, async (ctx) => {
    await recordRefUpdates(ctx, project, [{ ref, old: old ?? nullSha, new: sha }]);
    await audit(ctx, {
      action: 'repository.commit',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { ref, sha: old ?? null },
      after: { ref, sha },
    });
  });
}
