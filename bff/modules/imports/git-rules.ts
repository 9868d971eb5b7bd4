import type { Ctx } from '../../context.ts';
import { fetchBundle } from '../../git/fetch.ts';
import { GitError } from '../../git/process.ts';
import { reconcileRefs } from '../repositories/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { transact } from '../../context.ts';
import { keyOf } from './place.ts';
import type { Source } from './person-rules.ts';
import { ImportProblem } from './problem.ts';
import { findImported, insertImported } from './repository.ts';

const longestFetch = 60 * 60_000;

/** Brings the branches and tags of a git bundle into the repository of its project, once. */
export async function bringRepository(
  ctx: Ctx,
  project: Project,
  given: { source: Source; bundle: string },
): Promise<boolean> {
  const { source, bundle } = given;
  const key = keyOf({ source }, 'repository', project.path);
  if ((await findImported(ctx.db, key)) !== undefined) return false;
  const signals = [ctx.signal, AbortSignal.timeout(longestFetch)];
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  try {
    await fetchBundle(repositoryPath(ctx, project.id), bundle, signal);
  } catch (error) {
    const tookTooLong = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof GitError || tookTooLong) || ctx.signal?.aborted) throw error;
    ctx.log.info({ project_id: project.id }, 'the bundle of an import could not be read');
    throw new ImportProblem(
      `The repository of ${project.path} cannot be read, or has other commits here on its branches.`,
    );
  }
  await reconcileRefs(ctx, project, { copied: true });
  await transact(ctx, (ctx) => insertImported(ctx.db, { ...key, record_id: project.id }));
  return true;
}
