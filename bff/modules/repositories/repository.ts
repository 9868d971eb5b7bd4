import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type RefRow = Row<'repository_refs'>;

/** Records where a ref stands. */
export async function upsertRefRow(db: Db, row: NewRow<'repository_refs'>): Promise<void> {
  await db
    .insertInto('repository_refs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'name'])
        .doUpdateSet({ sha: row.sha, updated_at: row.updated_at }),
    )
    .execute();
}

/** Forgets a ref. */
export async function deleteRefRow(db: Db, projectId: number, name: string): Promise<void> {
  await db
    .deleteFrom('repository_refs')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .execute();
}

/** Recorded refs of a project, all or those of these full names. */
export function listRefRows(
  db: Db,
  projectId: number,
  names?: readonly string[],
): Promise<RefRow[]> {
  let query = db.selectFrom('repository_refs').selectAll().where('project_id', '=', projectId);
  if (names !== undefined) query = query.where('name', 'in', [...names, '']);
  return query.orderBy('name').execute();
}
