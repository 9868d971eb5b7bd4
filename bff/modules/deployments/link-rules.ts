import type { Page } from '#contract/common.ts';
import type { deployments } from '#contract/deployments.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { type Ctx, transact } from '../../context.ts';
import { objectInfo } from '../../git/objects.ts';
import { commitsAmong } from '../../git/rev-list.ts';
import { projectMergeRequests } from '../merge-requests/list-rules.ts';
import type { MergeRequest } from '../merge-requests/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import {
  insertDeploymentLinks,
  listFirstDeployed,
  listLinkedIids,
  listMergeCommits,
} from './link-repository.ts';
import { findDeploymentById, findLastDeployment } from './repository.ts';
import { getDeployment } from './rules.ts';

/**
 * Writes down which merge requests came with a deployment: those whose merge commit is in the
 * deployed history and was not in the history deployed before.
 */
export async function linkDeployment(ctx: Ctx, id: number): Promise<void> {
  const row = await findDeploymentById(ctx.db, id);
  if (row?.status !== 'success') return;
  const repo = repositoryPath(ctx, row.project_id);
  const before = await findLastDeployment(ctx.db, row.environment_id, row.id);
  // What was deployed before may have been removed from the repository since.
  const known = before !== undefined && (await objectInfo(repo, before.sha)) !== undefined;
  const merged = await listMergeCommits(ctx.db, row.project_id);
  const wanted = new Set(merged.flatMap(({ sha }) => sha ?? []));
  const range = { include: row.sha, exclude: known ? before.sha : undefined };
  const found = await commitsAmong(repo, range, wanted);
  const brought = merged.filter(({ sha }) => sha !== null && found.has(sha));
  await transact(ctx, (ctx) =>
    insertDeploymentLinks(
      ctx.db,
      brought.map((request) => ({
        deployment_id: row.id,
        merge_request_id: request.id,
        environment_id: row.environment_id,
      })),
    ),
  );
}

/** More than one deployment ever brings; the newest of them are listed. */
const mostListed = 10_000;

/** One page of the merge requests that came with a deployment. */
export async function deployedMergeRequests(
  ctx: Ctx,
  project: Project,
  of: {
    id: number;
    query: QueryOf<typeof deployments.mergeRequests>;
    paging: { offset: number; perPage: number };
  },
): Promise<Page<MergeRequest>> {
  const row = await getDeployment(ctx, project, of.id);
  const linked = await listLinkedIids(ctx.db, row.id, mostListed);
  const asked = of.query.iids;
  const iids = asked === undefined ? linked : linked.filter((iid) => asked.includes(iid));
  if (iids.length === 0) return { rows: [], total: 0 };
  return projectMergeRequests(ctx, project, { ...of.query, iids, paging: of.paging });
}

/** When merge requests were first deployed to production; those that never were are left out. */
export async function firstDeployedToProduction(
  ctx: Ctx,
  mergeRequestIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await listFirstDeployed(ctx.db, mergeRequestIds, 'production');
  return new Map(
    rows.flatMap(({ id, finished_at }) => (finished_at === null ? [] : [[id, finished_at]])),
  );
}
