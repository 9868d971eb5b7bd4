import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** The hash of each audit row and the one before, and the sealed head of that chain. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('audit_links')
    .addColumn('event_id', int8, (column) => column.notNull().primaryKey())
    .addColumn('hash', text, required())
    .execute();
  await db.schema
    .createTable('audit_heads')
    .addColumn('id', int8, (column) => column.notNull().primaryKey())
    .addColumn('event_id', int8, required())
    .addColumn('hash', text, required())
    .addColumn('seal', text, required())
    .addColumn('sealed_at', text, required())
    .execute();
}
