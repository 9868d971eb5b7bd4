import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { EnvironmentState } from '#contract/environments.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type Environment = Row<'environments'>;

export const insertEnvironment = (db: Db, row: NewRow<'environments'>): Promise<Environment> =>
  db.insertInto('environments').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes an environment, or leaves the one of that name as it is. */
export async function insertEnvironmentIfNew(db: Db, row: NewRow<'environments'>): Promise<void> {
  await db
    .insertInto('environments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
    .execute();
}

export const findEnvironment = (
  db: Db,
  projectId: number,
  id: number,
): Promise<Environment | undefined> =>
  db
    .selectFrom('environments')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const findEnvironmentByName = (
  db: Db,
  projectId: number,
  name: string,
): Promise<Environment | undefined> =>
  db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();

export const listEnvironmentsByIds = (db: Db, ids: readonly number[]): Promise<Environment[]> =>
  db
    .selectFrom('environments')
    .selectAll()
    .where('id', 'in', [...new Set([...ids, 0])])
    .execute();

export const updateEnvironmentRow = (
  db: Db,
  id: number,
  change: Change<'environments'>,
): Promise<Environment> =>
  db
    .updateTable('environments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes an environment; its deployments go with it. */
export async function deleteEnvironmentRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('environments').where('id', '=', id).execute();
}

/** One page of the environments of a project, by id. */
export function listEnvironments(
  db: Db,
  projectId: number,
  filter: {
    name?: string;
    search?: string;
    states?: EnvironmentState;
    paging: { offset: number; perPage: number };
  },
): Promise<Page<Environment>> {
  const { name, search, states } = filter;
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'environments', O>) => {
    let q = query.where('project_id', '=', projectId);
    if (name !== undefined) q = q.where('name', '=', name);
    if (search !== undefined) q = q.where((e) => containsLower(e.ref('name_lower'), search));
    if (states !== undefined) q = q.where('state', '=', states);
    return q;
  };
  const rows = narrow(db.selectFrom('environments').selectAll()).orderBy('id');
  return pageOf(db, rows, narrow(db.selectFrom('environments').select('id')), filter.paging);
}
