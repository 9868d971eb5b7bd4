import type { Ctx } from '../../context.ts';
import { resolve, resolveBranchAndTag } from '../../git/resolve.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';

/** A branch or tag with the commit that it names now. */
export interface FoundRef {
  name: string;
  tag: boolean;
  sha: string;
}

/** What a short or full ref name stands for; `ambiguous` when it is branch and tag. */
export async function findRef(
  ctx: Ctx,
  project: Project,
  text: string,
): Promise<FoundRef | 'ambiguous' | undefined> {
  const repo = repositoryPath(ctx, project.id);
  const full = /^refs\/(heads|tags)\/(.+)$/s.exec(text);
  if (full !== null) {
    const sha = await resolve(repo, text);
    const [, kind, name = ''] = full;
    return sha === undefined ? undefined : { name, tag: kind === 'tags', sha };
  }
  const { branch, tag } = await resolveBranchAndTag(repo, text);
  if (branch !== undefined && tag !== undefined) return 'ambiguous';
  if (branch !== undefined) return { name: text, tag: false, sha: branch };
  return tag === undefined ? undefined : { name: text, tag: true, sha: tag };
}
