import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

const texts = [
  'title',
  'description',
  'header_message',
  'footer_message',
  'message_background_color',
  'message_font_color',
  'member_guidelines',
  'new_project_guidelines',
  'profile_image_guidelines',
  'pwa_name',
  'pwa_short_name',
  'pwa_description',
];

/** How the instance looks: one row of texts, and a row for each of its pictures. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  let table = db.schema
    .createTable('appearance')
    .addColumn('id', int8, (column) => column.primaryKey().notNull())
    .addColumn('email_header_and_footer_enabled', int8, required(0))
    .addColumn('updated_at', text, required());
  for (const name of texts) table = table.addColumn(name, text, required());
  await table.execute();
  await db.schema
    .createTable('appearance_images')
    .addColumn('field', text, (column) => column.primaryKey().notNull())
    .addColumn(
      'secret',
      text,
      required(undefined, (column) => column.unique()),
    )
    .addColumn('filename', text, required())
    .addColumn('media_type', text, required())
    .addColumn('size', int8, required())
    .addColumn('hash', text, required())
    .addColumn('created_at', text, required())
    .execute();
}
