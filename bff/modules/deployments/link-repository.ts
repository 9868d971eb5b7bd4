import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

const rowsPerStatement = 500;

/** The commit that each merged request of a project left in its target branch. */
export async function listMergeCommits(
  db: Db,
  projectId: number,
): Promise<{ id: number; sha: string | null }[]> {
  return db
    .selectFrom('merge_requests')
    .select((e) => [
      'id',
      // A fast-forward leaves no commit of its own: its head is then in the branch.
      e.fn.coalesce('merge_commit_sha', 'squash_commit_sha', 'head_sha').as('sha'),
    ])
    .where('target_project_id', '=', projectId)
    .where('state', '=', 'merged')
    .execute();
}

/** Writes down what came with a deployment; what is known already stays. */
export async function insertDeploymentLinks(
  db: Db,
  rows: readonly NewRow<'deployment_merge_requests'>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await db
      .insertInto('deployment_merge_requests')
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) => conflict.columns(['deployment_id', 'merge_request_id']).doNothing())
      .execute();
  }
}

/** Numbers of the merge requests that came with a deployment, the newest first. */
export async function listLinkedIids(
  db: Db,
  deploymentId: number,
  most: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('deployment_merge_requests as d')
    .innerJoin('merge_requests as m', 'm.id', 'd.merge_request_id')
    .select('m.iid')
    .where('d.deployment_id', '=', deploymentId)
    .orderBy('m.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.iid);
}

/** When each of these merge requests first came to an environment of a tier. */
export async function listFirstDeployed(
  db: Db,
  mergeRequestIds: readonly number[],
  tier: 'production',
): Promise<{ id: number; finished_at: string | null }[]> {
  return db
    .selectFrom('deployment_merge_requests as d')
    .innerJoin('deployments', 'deployments.id', 'd.deployment_id')
    .innerJoin('environments', 'environments.id', 'd.environment_id')
    .select((e) => [
      'd.merge_request_id as id',
      e.fn.min('deployments.finished_at').as('finished_at'),
    ])
    .where('d.merge_request_id', 'in', [...mergeRequestIds, 0])
    .where('environments.tier', '=', tier)
    .where('deployments.status', '=', 'success')
    .groupBy('d.merge_request_id')
    .execute();
}
