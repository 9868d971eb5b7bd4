import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Requests counted by all replicas together. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('throttle_windows')
    .addColumn('key', text, (column) => column.notNull().primaryKey())
    .addColumn('ends_at', int8, required())
    .addColumn('requests', int8, required())
    .execute();
  await db.schema
    .createIndex('throttle_windows_ends_at_idx')
    .on('throttle_windows')
    .columns(['ends_at'])
    .execute();
}
