import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { badRequest, DomainError, forbidden, methodNotAllowed, notFound } from '../../errors.ts';
import { type Branch, listBranches } from '../../git/commits.ts';
import { isBranchName } from '../../git/names.ts';
import { listRefs } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { protectionsOf } from '../protected-branches/rules.ts';
import { type Project, projectLevelOfActor, repositoryPath } from '../projects/rules.ts';
import { createRef, removeRef } from '../repositories/ref-rules.ts';
import {
  branchNames,
  branchSha,
  matcherOf,
  mayPush,
  mayPushTo,
  protectionOf,
} from '../repositories/rules.ts';

export interface FoundBranch extends Branch {
  merged: boolean;
  protected: boolean;
  developersCanPush: boolean;
  developersCanMerge: boolean;
  canPush: boolean;
}

async function dress(
  ctx: Ctx,
  project: Project,
  branches: readonly Branch[],
): Promise<FoundBranch[]> {
  const level = await projectLevelOfActor(ctx, project);
  const repo = repositoryPath(ctx, project.id);
  const head = await branchSha(ctx, project.id, project.default_branch);
  const merged =
    head === undefined || branches.length === 0
      ? []
      : await listRefs(repo, ['refs/heads/'], { merged: head });
  const mergedNames = new Set(merged.map((ref) => ref.name));
  const protections = await protectionsOf(ctx, project.id);
  const names = branches.map((branch) => branch.name);
  const pushable = await mayPushTo(ctx, project, { branches: names, level });
  return branches.map((branch, at) => {
    const protection = protections(branch.name);
    return {
      ...branch,
      merged:
        mergedNames.has(`refs/heads/${branch.name}`) && branch.name !== project.default_branch,
      protected: protection !== undefined,
      developersCanPush: protection !== undefined && protection.push.level <= 30,
      developersCanMerge: protection !== undefined && protection.merge.level <= 30,
      canPush: pushable[at] === true,
    };
  });
}

/** One page of branches by name; one git process for their commits. */
export async function branchPage(
  ctx: Ctx,
  project: Project,
  query: { search?: string; paging: { offset: number; perPage: number } },
): Promise<Page<FoundBranch>> {
  const names = await branchNames(ctx, project.id);
  const found = names.filter(matcherOf(query.search ?? ''));
  const { offset, perPage } = query.paging;
  const page = found.slice(offset, offset + perPage);
  const branches = await listBranches(repositoryPath(ctx, project.id), page);
  return { rows: await dress(ctx, project, branches), total: found.length };
}

/** One branch; 404 `404 Branch Not Found`. */
export async function getBranch(ctx: Ctx, project: Project, name: string): Promise<FoundBranch> {
  if (!isBranchName(name) || (await branchSha(ctx, project.id, name)) === undefined) {
    throw notFound('Branch');
  }
  const branches = await listBranches(repositoryPath(ctx, project.id), [name]);
  const [branch] = await dress(
    ctx,
    project,
    branches.filter((found) => found.name === name),
  );
  if (branch === undefined) throw notFound('Branch');
  return branch;
}

/** Creates a branch at a branch, tag or commit; 400 for a bad name, one that exists, or no such ref. */
export async function createBranch(
  ctx: Ctx,
  project: Project,
  body: { branch: string; ref: string },
): Promise<FoundBranch> {
  if (!isBranchName(body.branch)) throw badBranch('Branch name is invalid');
  const repo = repositoryPath(ctx, project.id);
  const sha = await resolve(repo, body.ref);
  if (sha === undefined) throw badBranch(`Invalid reference name: ${body.ref}`);
  const level = await projectLevelOfActor(ctx, project);
  if (!(await mayPush(ctx, project, { branch: body.branch, level }))) throw forbidden();
  const made = await createRef(ctx, project, { kind: 'branch', name: body.branch, sha });
  if (!made) throw badBranch('Branch already exists');
  return getBranch(ctx, project, body.branch);
}

const badBranch = (text: string) => badRequest(text);

/** Deletes a branch; 405 for the default branch, 403 for a protected one. */
export async function removeBranch(ctx: Ctx, project: Project, name: string): Promise<void> {
  const old = isBranchName(name) ? await branchSha(ctx, project.id, name) : undefined;
  if (old === undefined) throw notFound('Branch');
  if (name === project.default_branch) throw methodNotAllowed();
  if ((await protectionOf(ctx, project.id, name)) !== undefined) {
    throw forbidden('Protected branch can not be removed');
  }
  await removeRef(ctx, project, { kind: 'branch', name, sha: old });
}

/** Deletes each branch whose commits are all in the default branch; protected ones stay. */
export async function removeMergedBranches(ctx: Ctx, project: Project): Promise<void> {
  const head = await branchSha(ctx, project.id, project.default_branch);
  if (head === undefined) return;
  const repo = repositoryPath(ctx, project.id);
  const protections = await protectionsOf(ctx, project.id);
  for (const { name: ref, sha } of await listRefs(repo, ['refs/heads/'], { merged: head })) {
    const name = ref.replace(/^refs\/heads\//, '');
    if (name === project.default_branch || protections(name) !== undefined) continue;
    try {
      await removeRef(ctx, project, { kind: 'branch', name, sha });
    } catch (error) {
      // What moved in between is not merged any more, and stays.
      if (!(error instanceof DomainError) || error.refusal.kind !== 'conflict') throw error;
    }
  }
}
