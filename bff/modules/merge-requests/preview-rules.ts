import type { MergeRequestPreview } from '#contract/previews.ts';
import type { Ctx } from '../../context.ts';
import { countCommits } from '../../git/commits.ts';
import { findConflict } from '../../git/merge.ts';
import { authorizeProject, repositoryPath } from '../projects/rules.ts';
import { branchSha } from '../repositories/rules.ts';
import { areRelated, targetOf } from './create-rules.ts';
import { findOpenTwin } from './repository.ts';
import { requireMergeRequests } from './rules.ts';

/** What would become of a merge request of two branches, before it is made. */
export async function previewMergeRequest(
  ctx: Ctx,
  asked: {
    project: string;
    source_branch: string;
    target_branch: string;
    target_project_id?: number | undefined;
  },
): Promise<MergeRequestPreview> {
  const source = await authorizeProject(ctx, asked.project, 'create_merge_request');
  requireMergeRequests(source);
  const target = await targetOf(ctx, source, asked.target_project_id);
  const { source_branch, target_branch } = asked;
  const head = await branchSha(ctx, source.id, source_branch);
  const base = await branchSha(ctx, target.id, target_branch);
  const isSame = source.id === target.id && source_branch === target_branch;
  const problems: Record<string, string[]> = {};
  if (head === undefined) problems.source_branch = ['does not exist'];
  if (base === undefined) problems.target_branch = ['does not exist'];
  if (!areRelated(source, target)) problems.target_project_id = ['is not a fork of the source'];
  if (isSame) problems.target_branch = ['is the source branch'];
  const twin = await findOpenTwin(ctx.db, {
    source_project_id: source.id,
    source_branch,
    target_project_id: target.id,
    target_branch,
  });
  // The commits of another project are not here before there is a merge request.
  const isHere = source.id === target.id && !isSame;
  const ends = isHere && head && base ? { source: head, target: base } : undefined;
  const repo = repositoryPath(ctx, target.id);
  const conflict = ends && (await findConflict(repo, ends));
  return {
    valid: Object.keys(problems).length === 0 && twin === undefined,
    problems,
    existing_iid: twin?.iid ?? null,
    commits_count: ends
      ? await countCommits(repo, { include: ends.source, exclude: ends.target })
      : null,
    has_conflicts: ends ? conflict !== undefined : null,
    conflicts: [...(conflict?.conflicts ?? [])],
  };
}
