import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

export type RefRow = Row<'repository_refs'>;

/** A ref as it moved: ids before and after, null for none. */
interface RefMove {
  project_id: number;
  name: string;
  old: string | null;
  new: string | null;
}

/** Records that a ref has moved; false, and nothing written, where it is not recorded at `old`. */
export async function moveRefRow(db: Db, move: RefMove, instant: string): Promise<boolean> {
  const { project_id, name, old, new: sha } = move;
  if (old === null) {
    if (sha === null) return true;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('repository_refs')
      .values({ project_id, name, sha, updated_at: instant })
      .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  if (sha === null) {
    const { numDeletedRows } = await db
      .deleteFrom('repository_refs')
      .where('project_id', '=', project_id)
      .where('name', '=', name)
      .where('sha', '=', old)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('repository_refs')
    .set({ sha, updated_at: instant })
    .where('project_id', '=', project_id)
    .where('name', '=', name)
    .where('sha', '=', old)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
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
