import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

/** Every setting that differs from its default. */
export const listOverrides = (db: Db): Promise<Row<'application_settings'>[]> =>
  db.selectFrom('application_settings').selectAll().execute();

/** Stores one setting, over the value it had. */
export async function putOverride(db: Db, row: NewRow<'application_settings'>): Promise<void> {
  const { value, updated_at, updated_by } = row;
  await db
    .insertInto('application_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at, updated_by }))
    .execute();
}

/** Lets the default of a setting hold again. */
export async function removeOverride(db: Db, key: string): Promise<void> {
  await db.deleteFrom('application_settings').where('key', '=', key).execute();
}
