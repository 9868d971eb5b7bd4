import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type SavedViewRow = Row<'saved_views'>;

/** A user's views, of all lists or of one, by name. */
export function listSavedViews(
  db: Db,
  userId: number,
  screen: string | undefined,
): Promise<SavedViewRow[]> {
  let query = db.selectFrom('saved_views').selectAll().where('user_id', '=', userId);
  if (screen !== undefined) query = query.where('screen', '=', screen);
  return query.orderBy('screen').orderBy('name').execute();
}

/** How many views a user has. */
export async function countSavedViews(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The view of an id. */
export const findSavedView = (db: Db, id: number): Promise<SavedViewRow | undefined> =>
  db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();

/** Writes a view. */
export const insertSavedView = (db: Db, row: NewRow<'saved_views'>): Promise<SavedViewRow> =>
  db.insertInto('saved_views').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a view; undefined when it is gone. */
export const updateSavedView = (
  db: Db,
  id: number,
  change: Change<'saved_views'>,
): Promise<SavedViewRow | undefined> =>
  db.updateTable('saved_views').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Deletes a view. */
export async function deleteSavedView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
}
