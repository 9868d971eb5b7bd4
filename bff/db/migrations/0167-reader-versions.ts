import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Which version of the reader a list of dependencies was read by; older ones are read anew. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8 } = columnsOf(dialect);
  await db.schema
    .alterTable('dependency_lists')
    .addColumn('reader_version', int8, required(0))
    .execute();
  await db.schema
    .createIndex('dependency_lists_reader_version_idx')
    .on('dependency_lists')
    .column('reader_version')
    .execute();
}
