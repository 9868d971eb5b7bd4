import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type OwnTemplate = Row<'dockerfile_templates'>;

/** Keys of the instance's own templates. */
export const listOwn = (db: Db): Promise<Pick<OwnTemplate, 'key' | 'updated_at'>[]> =>
  db.selectFrom('dockerfile_templates').select(['key', 'updated_at']).execute();

/** A template of the instance's own by its key, in exact case. */
export const findOwn = (db: Db, key: string): Promise<OwnTemplate | undefined> =>
  db.selectFrom('dockerfile_templates').selectAll().where('key', '=', key).executeTakeFirst();

/** Writes a new template. */
export const insertOwn = (db: Db, row: NewRow<'dockerfile_templates'>): Promise<OwnTemplate> =>
  db.insertInto('dockerfile_templates').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a template. */
export async function updateOwn(
  db: Db,
  id: number,
  change: Change<'dockerfile_templates'>,
): Promise<void> {
  await db.updateTable('dockerfile_templates').set(change).where('id', '=', id).execute();
}

/** Deletes a template. */
export async function deleteOwn(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dockerfile_templates').where('id', '=', id).execute();
}
