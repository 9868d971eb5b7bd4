import type { Ctx } from '../../context.ts';
import { fetchRefs } from '../../git/fetch.ts';
import { RefRace, updateRef, updateRefs } from '../../git/refs.ts';
import { repositoryExists } from '../../git/repository.ts';
import { resolve } from '../../git/resolve.ts';
import { repositoryPath } from '../projects/rules.ts';
import type { MergeRequest } from './repository.ts';

/** Where a merge request's head is kept in the target repository, whatever becomes of its source. */
export const headRefOf = (row: Pick<MergeRequest, 'iid'>): string =>
  `refs/merge-requests/${row.iid}/head`;

export const branchRef = (branch: string): string => `refs/heads/${branch}`;

/** Where the commit of a merge that could be is kept. */
export const mergeRefOf = (row: Pick<MergeRequest, 'iid'>): string =>
  `refs/merge-requests/${row.iid}/merge`;

const keepRef = (sha: string) => `refs/keep-around/${sha}`;

/** The repository that a merge request merges into. */
export const targetRepository = (ctx: Ctx, row: Pick<MergeRequest, 'target_project_id'>): string =>
  repositoryPath(ctx, row.target_project_id);

/** The heads of both branches as git has them now; undefined for a branch that is gone. */
export async function headsOf(
  ctx: Ctx,
  row: MergeRequest,
): Promise<{ source: string | undefined; target: string | undefined }> {
  const source =
    row.source_project_id === null
      ? undefined
      : await resolve(repositoryPath(ctx, row.source_project_id), branchRef(row.source_branch));
  const target = await resolve(targetRepository(ctx, row), branchRef(row.target_branch));
  return { source, target };
}

/** Brings the head of the source branch into the target repository and keeps it there. */
export async function bringHead(ctx: Ctx, row: MergeRequest, source: string): Promise<string> {
  const repo = targetRepository(ctx, row);
  const ref = headRefOf(row);
  let head = source;
  if (row.source_project_id !== null && row.source_project_id !== row.target_project_id) {
    const from = branchRef(row.source_branch);
    await fetchRefs(repo, repositoryPath(ctx, row.source_project_id), [
      { from, to: ref, force: true },
    ]);
    // The branch may have moved since it was looked at; what came is what counts.
    head = (await resolve(repo, ref)) ?? source;
  }
  await pointRefs(repo, [ref, keepRef(head)], head);
  return head;
}

const attempts = 5;

/** Points a ref of our own at a commit, wherever it pointed before. */
export const pointRef = (repo: string, ref: string, sha: string): Promise<void> =>
  pointRefs(repo, [ref], sha);

async function pointRefs(repo: string, refs: readonly string[], sha: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await Promise.all(
      refs.map(async (ref) => ({ ref, new: sha, old: (await resolve(repo, ref)) ?? null })),
    );
    try {
      return await updateRefs(
        repo,
        before.filter(({ old }) => old !== sha),
      );
    } catch (error) {
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

/** Keeps commits of a repository whatever becomes of its branches, all by one process. */
export async function keepCommits(repo: string, shas: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const kept = await Promise.all(shas.map((sha) => resolve(repo, keepRef(sha))));
    const missing = shas.filter((_sha, index) => kept[index] === undefined);
    try {
      const changes = missing.map((sha) => ({ ref: keepRef(sha), new: sha, old: null }));
      return await updateRefs(repo, changes);
    } catch (error) {
      if (!(error instanceof RefRace) || attempt === attempts) throw error;
    }
  }
}

/** Brings a commit made in the target repository to where the source branch is. */
export async function carryToSource(ctx: Ctx, row: MergeRequest, sha: string): Promise<void> {
  const { source_project_id: id } = row;
  if (id === null || id === row.target_project_id) return;
  const repo = targetRepository(ctx, row);
  const way = `refs/merge-requests/${row.iid}/rebase`;
  await pointRef(repo, way, sha);
  const refspec = { from: way, to: keepRef(sha), force: true };
  await fetchRefs(repositoryPath(ctx, id), repo, [refspec]);
  await dropRef(repo, way);
}

async function dropRef(repo: string, ref: string): Promise<void> {
  const old = await resolve(repo, ref);
  if (old !== undefined) await updateRef(repo, { ref, new: null, old });
}

/** Removes the refs that were kept for a merge request. */
export async function dropHead(ctx: Ctx, projectId: number, iid: number): Promise<void> {
  const repo = repositoryPath(ctx, projectId);
  if (!(await repositoryExists(repo))) return;
  await dropRef(repo, headRefOf({ iid }));
  await dropRef(repo, mergeRefOf({ iid }));
}
