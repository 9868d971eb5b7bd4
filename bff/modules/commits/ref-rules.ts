import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { listRefs } from '../../git/refs.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { commitNamed } from './rules.ts';

interface NamedRef {
  type: 'branch' | 'tag';
  name: string;
}

const kinds = [
  { type: 'branch', prefix: 'refs/heads/' },
  { type: 'tag', prefix: 'refs/tags/' },
] as const;

/** One page of the branches, then the tags, that contain a commit. */
export async function refsOfCommit(
  ctx: Ctx,
  project: Project,
  of: { sha: string; type: 'branch' | 'tag' | 'all'; paging: { offset: number; perPage: number } },
): Promise<Page<NamedRef>> {
  const contains = await commitNamed(ctx, project, of.sha);
  const wanted = kinds.filter(({ type }) => of.type === 'all' || type === of.type);
  const prefixes = wanted.map(({ prefix }) => prefix);
  const found = await listRefs(repositoryPath(ctx, project.id), prefixes, { contains });
  const named = wanted.flatMap(({ type, prefix }) =>
    found.flatMap(({ name }) =>
      name.startsWith(prefix) ? { type, name: name.slice(prefix.length) } : [],
    ),
  );
  const { offset, perPage } = of.paging;
  return { rows: named.slice(offset, offset + perPage), total: named.length };
}
