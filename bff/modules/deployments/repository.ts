import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { DeploymentStatus } from '#contract/deployments.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type Deployment = Row<'deployments'>;

export const insertDeployment = (db: Db, row: NewRow<'deployments'>): Promise<Deployment> =>
  db.insertInto('deployments').values(row).returningAll().executeTakeFirstOrThrow();

export const findDeployment = (
  db: Db,
  projectId: number,
  id: number,
): Promise<Deployment | undefined> =>
  db
    .selectFrom('deployments')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const findDeploymentById = (db: Db, id: number): Promise<Deployment | undefined> =>
  db.selectFrom('deployments').selectAll().where('id', '=', id).executeTakeFirst();

export const findDeploymentOfCiJob = (db: Db, ciJobId: number): Promise<Deployment | undefined> =>
  db.selectFrom('deployments').selectAll().where('ci_job_id', '=', ciJobId).executeTakeFirst();

export const updateDeploymentRow = (
  db: Db,
  id: number,
  change: Change<'deployments'>,
): Promise<Deployment> =>
  db
    .updateTable('deployments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a deployment; what it brought is forgotten with it. */
export async function deleteDeploymentRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('deployments').where('id', '=', id).execute();
}

/** The newest successful deployment of an environment, of those before one where it is named. */
export function findLastDeployment(
  db: Db,
  environmentId: number,
  before?: number,
): Promise<Deployment | undefined> {
  let query = db
    .selectFrom('deployments')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'success');
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export interface DeploymentFilter {
  order_by: 'id' | 'iid' | 'created_at' | 'updated_at' | 'finished_at' | 'ref';
  sort: 'asc' | 'desc';
  updated_after?: string;
  updated_before?: string;
  finished_after?: string;
  finished_before?: string;
  environment?: string;
  status?: DeploymentStatus;
}

/** One page of the deployments of a project. */
export function listDeployments(
  db: Db,
  projectId: number,
  filter: DeploymentFilter & { paging: { offset: number; perPage: number } },
): Promise<Page<Deployment>> {
  const { environment, status } = filter;
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'deployments', O>) => {
    let q = query.where('project_id', '=', projectId);
    if (status !== undefined) q = q.where('status', '=', status);
    if (environment !== undefined) {
      q = q.where('environment_id', 'in', (e) =>
        e
          .selectFrom('environments')
          .select('id')
          .where('project_id', '=', projectId)
          .where('name', '=', environment),
      );
    }
    if (filter.updated_after) q = q.where('updated_at', '>=', filter.updated_after);
    if (filter.updated_before) q = q.where('updated_at', '<=', filter.updated_before);
    if (filter.finished_after) q = q.where('finished_at', '>=', filter.finished_after);
    if (filter.finished_before) q = q.where('finished_at', '<=', filter.finished_before);
    return q;
  };
  const rows = narrow(db.selectFrom('deployments').selectAll())
    .orderBy(filter.order_by, (order) =>
      (filter.sort === 'asc' ? order.asc() : order.desc()).nullsLast(),
    )
    .orderBy('id', filter.sort);
  return pageOf(db, rows, narrow(db.selectFrom('deployments').select('id')), filter.paging);
}
