import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Bundles that were uploaded to groups, and how far their imports are. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('group_imports'))
    .addColumn('group_id', int8, owned('namespaces.id'))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('filename', text, required())
    .addColumn('size', int8, required())
    .addColumn('secret', text)
    .addColumn('as_administrator', int8, required(0))
    .addColumn('status', text, required('queued'))
    .addColumn('total', int8, required(0))
    .addColumn('done', int8, required(0))
    .addColumn('counts', text, required('{}'))
    .addColumn('error', text)
    .addColumn('created_at', text, required())
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .execute();
  for (const columns of [['group_id', 'id'], ['user_id'], ['secret']]) {
    await db.schema
      .createIndex(`group_imports_${columns.join('_')}_idx`)
      .on('group_imports')
      .columns(columns)
      .execute();
  }
}
