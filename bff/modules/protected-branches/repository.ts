import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';

export type ProtectedBranch = Row<'protected_branches'>;
export type AccessRow = Row<'protected_branch_access_levels'>;
export type AccessKind = AccessRow['kind'];

/** All protected branches of a project. */
export const listAllProtectedBranches = (db: Db, projectId: number): Promise<ProtectedBranch[]> =>
  db
    .selectFrom('protected_branches')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();

/** How a group protects first branches, as JSON; null where it does not say so itself. */
export async function findGroupDefaults(db: Db, namespaceId: number): Promise<string | null> {
  const row = await db
    .selectFrom('namespaces')
    .select('default_branch_protection_defaults as defaults')
    .where('id', '=', namespaceId)
    .executeTakeFirst();
  return row?.defaults ?? null;
}

/** One page of the protected branches of a project, by name. */
export function listProtectedBranches(
  db: Db,
  projectId: number,
  filter: { search?: string; paging: { offset: number; perPage: number } },
): Promise<Page<ProtectedBranch>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'protected_branches', O>) => {
    const q = query.where('project_id', '=', projectId);
    const { search } = filter;
    if (search === undefined || search === '') return q;
    return q.where(containsLower(sql<string>`lower(protected_branches.name)`, search));
  };
  const from = db.selectFrom('protected_branches');
  const rows = narrow(from.selectAll()).orderBy('name').orderBy('id');
  return pageOf(db, rows, narrow(from.select('id')), filter.paging);
}

/** The protected branch, or wildcard, of exactly this name. */
export const findProtectedBranch = (
  db: Db,
  projectId: number,
  name: string,
): Promise<ProtectedBranch | undefined> =>
  db
    .selectFrom('protected_branches')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();

/** Writes a protected branch; undefined where the project has one of that name. */
export const insertProtectedBranch = (
  db: Db,
  row: NewRow<'protected_branches'>,
): Promise<ProtectedBranch | undefined> =>
  db
    .insertInto('protected_branches')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Changes a protected branch. */
export const updateProtectedBranch = (
  db: Db,
  id: number,
  change: Change<'protected_branches'>,
): Promise<ProtectedBranch> =>
  db
    .updateTable('protected_branches')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Who it was opened to goes with it. */
export async function deleteProtectedBranch(db: Db, id: number): Promise<void> {
  await db.deleteFrom('protected_branches').where('id', '=', id).execute();
}

/** Who protected branches are open to. */
export const listAccess = (db: Db, ids: readonly number[]): Promise<AccessRow[]> =>
  db
    .selectFrom('protected_branch_access_levels')
    .selectAll()
    .where('protected_branch_id', 'in', [...ids, 0])
    .orderBy('id')
    .execute();

/** Opens a protected branch to roles, people or groups. */
export async function insertAccess(
  db: Db,
  rows: readonly NewRow<'protected_branch_access_levels'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('protected_branch_access_levels')
    .values([...rows])
    .execute();
}

/** Changes whom an entry names. */
export async function updateAccess(
  db: Db,
  id: number,
  change: Pick<Change<'protected_branch_access_levels'>, 'access_level' | 'user_id' | 'group_id'>,
): Promise<void> {
  await db.updateTable('protected_branch_access_levels').set(change).where('id', '=', id).execute();
}

/** Takes entries away. */
export async function deleteAccess(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('protected_branch_access_levels')
    .where('id', 'in', [...ids, 0])
    .execute();
}
