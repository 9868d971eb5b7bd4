import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

export type AppearanceRow = Row<'appearance'>;
export type ImageRow = Row<'appearance_images'>;

/** The one row; undefined before anybody has changed it. */
export const findAppearance = (db: Db): Promise<AppearanceRow | undefined> =>
  db.selectFrom('appearance').selectAll().where('id', '=', 1).executeTakeFirst();

/** Writes the one row, over what it was. */
export async function putAppearance(db: Db, row: Omit<AppearanceRow, 'id'>): Promise<void> {
  await db
    .insertInto('appearance')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** All pictures. */
export const listImages = (db: Db): Promise<ImageRow[]> =>
  db.selectFrom('appearance_images').selectAll().execute();

/** The picture of a field. */
export const findImage = (db: Db, field: ImageRow['field']): Promise<ImageRow | undefined> =>
  db.selectFrom('appearance_images').selectAll().where('field', '=', field).executeTakeFirst();

/** Writes the picture of a field, over the one it had. */
export async function putImage(db: Db, row: ImageRow): Promise<void> {
  const { field: _, ...change } = row;
  await db
    .insertInto('appearance_images')
    .values(row)
    .onConflict((conflict) => conflict.column('field').doUpdateSet(change))
    .execute();
}

/** Takes the picture of a field away. */
export async function deleteImage(db: Db, field: ImageRow['field']): Promise<void> {
  await db.deleteFrom('appearance_images').where('field', '=', field).execute();
}
