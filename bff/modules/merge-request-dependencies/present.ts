import type { MergeRequestDependency } from '#contract/merge-request-dependencies.ts';
import type { Ctx } from '../../context.ts';
import { presentMergeRequests } from '../merge-requests/present.ts';
import { type Project, projectsById, projectsWhereMay } from '../projects/rules.ts';
import { type Block, namedIn } from './rules.ts';

/** Blocks with the merge requests that the caller may read, all fetched at once. */
export async function presentBlocks(
  ctx: Ctx,
  project: Project,
  blocks: readonly Block[],
): Promise<MergeRequestDependency[]> {
  const rows = [...(await namedIn(ctx, blocks)).values()];
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.target_project_id),
  );
  const open = [...projects.values()].filter((one) => one.merge_requests_enabled === 1);
  const readable = new Set(
    (await projectsWhereMay(ctx, 'read_merge_request', open)).map((one) => one.id),
  );
  const shown = rows.filter((row) => readable.has(row.target_project_id));
  const records = new Map(
    (await presentMergeRequests(ctx, shown, { place: project.full_path })).map((record) => [
      record.id,
      record,
    ]),
  );
  return blocks.map((block) => ({
    id: block.id,
    blocking_merge_request: records.get(block.blocking_merge_request_id),
    blocked_merge_request: records.get(block.blocked_merge_request_id),
    project_id: project.id,
  }));
}

/** One block's record. */
export async function presentBlock(
  ctx: Ctx,
  project: Project,
  block: Block,
): Promise<MergeRequestDependency> {
  const [record] = await presentBlocks(ctx, project, [block]);
  if (record === undefined) throw new Error('a block without a record');
  return record;
}
