import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** The mail server that an administrator named: one row, or none. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('mail_settings')
    .addColumn('id', int8, (column) => column.primaryKey())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('port', int8, (column) => column.notNull())
    .addColumn('security', text, (column) => column.notNull())
    .addColumn('user', text)
    .addColumn('password', text)
    .addColumn('verify_certificate', int8, (column) => column.notNull())
    .addColumn('sender', text)
    .addColumn('updated_at', text, (column) => column.notNull())
    .execute();
}
