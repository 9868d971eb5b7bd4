import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type Suggestion = Row<'suggestions'>;

/** Writes the suggestions of a note. */
export async function insertSuggestions(
  db: Db,
  rows: readonly NewRow<'suggestions'>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('suggestions').values(rows).execute();
}

/** Deletes the suggestions of a note, unless one of them is applied; false where it is. */
export async function deleteSuggestions(db: Db, noteId: number): Promise<boolean> {
  const applied = await db
    .selectFrom('suggestions')
    .select('id')
    .where('note_id', '=', noteId)
    .where('commit_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (applied !== undefined) return false;
  await db.deleteFrom('suggestions').where('note_id', '=', noteId).execute();
  return true;
}

export const listSuggestions = (db: Db, noteIds: readonly number[]): Promise<Suggestion[]> =>
  db
    .selectFrom('suggestions')
    .selectAll()
    .where('note_id', 'in', [...noteIds, 0])
    .orderBy('id')
    .execute();

export const findSuggestions = (db: Db, ids: readonly number[]): Promise<Suggestion[]> =>
  db
    .selectFrom('suggestions')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .execute();

/** Keeps what stood on the lines when it was suggested. */
export async function keepContent(db: Db, id: number, from_content: string): Promise<void> {
  await db.updateTable('suggestions').set({ from_content }).where('id', '=', id).execute();
}

/** Marks suggestions as applied by a commit. */
export async function markApplied(
  db: Db,
  ids: readonly number[],
  commit_id: string,
): Promise<void> {
  await db
    .updateTable('suggestions')
    .set({ commit_id })
    .where('id', 'in', [...ids, 0])
    .execute();
}
