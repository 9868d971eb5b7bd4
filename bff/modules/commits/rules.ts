import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { commits } from '#contract/commits.ts';
import type { Ctx } from '../../context.ts';
import { countedOf, type Slice, totalOf } from '../../db/page.ts';
import { notFound, wayNotAllowed } from '../../errors.ts';
import { type Commit, commitOfSha, countCommits, log } from '../../git/commits.ts';
import { type DiffFile, diffStat, openDiff } from '../../git/diff.ts';
import { treePath } from '../../git/names.ts';
import { mergeBase } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { branchShas } from '../repositories/rules.ts';

type Paging = { offset: number; perPage: number; withTotal?: boolean; keyset?: Slice['keyset'] };

/** The commit that a text names in a project; 404 `404 <thing> Not Found` for none. */
export async function commitNamed(
  ctx: Ctx,
  project: Project,
  text: string,
  thing = 'Commit',
): Promise<string> {
  const sha = await resolve(repositoryPath(ctx, project.id), text);
  if (sha === undefined) throw notFound(thing);
  return sha;
}

/** One page of commits. An empty repository has none. */
export async function commitPage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof commits.list> & { paging: Paging },
): Promise<Page<Commit>> {
  // What no commit can hold, none has changed.
  const impossible = treePath(query.path ?? '') === undefined || /[\0\n]/.test(query.author ?? '');
  if (project.empty_repo === 1 || impossible) return { rows: [], total: 0 };
  const repo = repositoryPath(ctx, project.id);
  const { keyset } = query.paging;
  if (keyset !== undefined && query.all === true) {
    throw wayNotAllowed('Keyset pagination is not yet available for this type of request');
  }
  // A page after the first keeps to the commits that the first one began at, whatever came since.
  const begun = keyset?.after === undefined ? undefined : String(keyset.after.value);
  const [from, to] = (begun ?? query.ref_name ?? project.default_branch).split('..');
  const include =
    query.all === true
      ? await branchShas(ctx, project.id)
      : [await commitNamed(ctx, project, to || from || 'HEAD', 'Tree')];
  const exclude = to === undefined ? [] : [await commitNamed(ctx, project, from ?? '', 'Tree')];
  const range = { include, exclude };
  const options = {
    path: query.path,
    author: query.author,
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
    firstParent: query.first_parent,
    topoOrder: query.order === 'topo',
  };
  const { perPage } = query.paging;
  // A cursor is the caller’s word: git refuses numbers beyond its own.
  const offset = Math.min(Math.max(keyset?.after?.id ?? query.paging.offset, 0), 2_000_000_000);
  if (keyset !== undefined) {
    // One more than the page holds tells whether there is a next one.
    const found = await log(repo, range, { ...options, skip: offset, limit: perPage + 1 });
    const value = [...exclude, ...include].join('..');
    const next = found.length > perPage ? { value, id: offset + perPage } : undefined;
    return { rows: found.slice(0, perPage), total: undefined, next };
  }
  const rows = await log(repo, range, { ...options, skip: offset, limit: perPage });
  if (offset === 0 && rows.length < perPage) return { rows, total: rows.length };
  const counted = await countCommits(repo, range, {
    ...options,
    limit: countedOf(query.paging),
  });
  return { rows, total: totalOf(counted, query.paging) };
}

export interface CommitWithStats {
  commit: Commit;
  stats: { additions: number; deletions: number; total: number };
}

/** A commit with the numbers of lines that it changed. */
export async function showCommit(
  ctx: Ctx,
  project: Project,
  text: string,
): Promise<CommitWithStats> {
  const repo = repositoryPath(ctx, project.id);
  const commit = await commitOfSha(repo, await commitNamed(ctx, project, text));
  return { commit, stats: await statsOf(repo, commit) };
}

/** How many commits lead to a commit, itself included. */
export async function countUpTo(
  ctx: Ctx,
  project: Project,
  { sha, firstParent }: { sha: string; firstParent: boolean },
): Promise<number> {
  const to = await commitNamed(ctx, project, sha);
  return countCommits(repositoryPath(ctx, project.id), { include: to }, { firstParent });
}

/** How many lines a commit added and removed, against its first parent. */
export async function statsOf(repo: string, commit: Commit): Promise<CommitWithStats['stats']> {
  const files = await diffStat(repo, { base: commit.parents[0] ?? null, head: commit.sha });
  const additions = files.reduce((sum, file) => sum + file.added, 0);
  const deletions = files.reduce((sum, file) => sum + file.removed, 0);
  return { additions, deletions, total: additions + deletions };
}

/** One page of the files that a commit changed. */
export async function commitDiffPage(
  ctx: Ctx,
  project: Project,
  of: { sha: string; paging: Paging },
): Promise<Page<DiffFile>> {
  const repo = repositoryPath(ctx, project.id);
  const commit = await commitOfSha(repo, await commitNamed(ctx, project, of.sha));
  const ends = { base: commit.parents[0] ?? null, head: commit.sha };
  const { offset, perPage } = of.paging;
  const diff = await openDiff(repo, ends, { skip: offset, limit: perPage });
  const rows: DiffFile[] = [];
  for await (const file of diff.files) rows.push(file);
  return { rows, total: diff.count };
}

export interface Comparison {
  commits: Commit[];
  diffs: DiffFile[];
  same: boolean;
}

/** Commits of `to` that `from` lacks, and what changed since they parted (or straight). */
export async function compare(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof commits.compare>,
): Promise<Comparison> {
  const repo = repositoryPath(ctx, project.id);
  const from = await commitNamed(ctx, project, query.from, 'Ref');
  const to = await commitNamed(ctx, project, query.to, 'Ref');
  const base = query.straight ? from : ((await mergeBase(repo, from, to)) ?? null);
  const list = await log(repo, { include: to, exclude: from }, { limit: 1000 });
  const diffs: DiffFile[] = [];
  const diff = await openDiff(repo, { base, head: to }, { limit: 1000, collapseBytes: 512 * 1024 });
  for await (const file of diff.files) diffs.push(file);
  return { commits: list.reverse(), diffs, same: from === to };
}
