import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

type Wiki = Row<'wikis'>;

export const findWiki = (db: Db, projectId: number): Promise<Wiki | undefined> =>
  db.selectFrom('wikis').selectAll().where('project_id', '=', projectId).executeTakeFirst();

/** Writes down that a project has a wiki; one that is known stays as it is. */
export async function insertWiki(db: Db, projectId: number, instant: string): Promise<void> {
  await db
    .insertInto('wikis')
    .values({ project_id: projectId, sha: null, created_at: instant, updated_at: instant })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
}

/** Records that the branch has moved; false, and nothing written, where it is not at `old`. */
export async function moveWiki(
  db: Db,
  move: { project_id: number; old: string | null; new: string },
  instant: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wikis')
    .set({ sha: move.new, updated_at: instant })
    .where('project_id', '=', move.project_id)
    .where('sha', move.old === null ? 'is' : '=', move.old)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
