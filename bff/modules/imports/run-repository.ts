import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type GroupImport = Row<'group_imports'>;

export const insertImport = (db: Db, row: NewRow<'group_imports'>): Promise<GroupImport> =>
  db.insertInto('group_imports').values(row).returningAll().executeTakeFirstOrThrow();

export const findImport = (db: Db, id: number): Promise<GroupImport | undefined> =>
  db.selectFrom('group_imports').selectAll().where('id', '=', id).executeTakeFirst();

/** One page of the bundles of a group, the newest first. */
export function listImports(db: Db, groupId: number, paging: Slice): Promise<Page<GroupImport>> {
  const from = db.selectFrom('group_imports').where('group_id', '=', groupId);
  return pageOf(db, from.selectAll().orderBy('id', 'desc'), from.select('id'), paging);
}

/** Changes an import that has not ended; undefined for one that has. */
export const changeImport = (
  db: Db,
  id: number,
  change: Change<'group_imports'>,
): Promise<GroupImport | undefined> =>
  db
    .updateTable('group_imports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();

/** Which of these secrets belong to bundles that are still needed. */
export async function listKnownSecrets(db: Db, secrets: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('group_imports')
    .select('secret')
    .where('secret', 'in', [...secrets, ''])
    .execute();
  return rows.flatMap(({ secret }) => secret ?? []);
}
