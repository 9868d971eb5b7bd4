import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Full paths that a project or group had before: they lead to it until another takes them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('redirects'))
    .addColumn('full_path_lower', text, required())
    .addColumn('source_type', text, required())
    .addColumn('source_id', int8, required())
    .execute();
  await db.schema
    .createIndex('redirects_full_path_lower_idx')
    .unique()
    .on('redirects')
    .columns(['full_path_lower'])
    .execute();
  await db.schema
    .createIndex('redirects_source_idx')
    .on('redirects')
    .columns(['source_type', 'source_id'])
    .execute();
}
