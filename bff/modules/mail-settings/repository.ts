import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type MailSettingsRow = Row<'mail_settings'>;

export const findMailSettings = (db: Db): Promise<MailSettingsRow | undefined> =>
  db.selectFrom('mail_settings').selectAll().executeTakeFirst();

/** Writes the one row. */
export async function saveMailSettings(
  db: Db,
  { id, ...values }: NewRow<'mail_settings'>,
): Promise<void> {
  await db
    .insertInto('mail_settings')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Forgets the mail server. */
export async function removeMailSettings(db: Db): Promise<void> {
  await db.deleteFrom('mail_settings').execute();
}
