import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Files that name who gets the work of placeholders, and bundles of imports. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('reassignment_files'))
    .addColumn('group_id', int8, owned('namespaces.id'))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('filename', text, required())
    .addColumn('size', int8, required())
    .addColumn('secret', text)
    .addColumn('dry_run', int8, required())
    .addColumn('as_administrator', int8, required(0))
    .addColumn('status', text, required('queued'))
    .addColumn('total', int8, required(0))
    .addColumn('done', int8, required(0))
    .addColumn('matched', int8, required(0))
    .addColumn('failed', int8, required(0))
    .addColumn('skipped', int8, required(0))
    .addColumn('error', text)
    .addColumn('created_at', text, required())
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .execute();
  await db.schema
    .createIndex('reassignment_files_group_idx')
    .on('reassignment_files')
    .columns(['group_id', 'id'])
    .execute();
  await id(db.schema.createTable('reassignment_rows'))
    .addColumn('file_id', int8, owned('reassignment_files.id'))
    .addColumn('line', int8, required())
    .addColumn('outcome', text, required())
    .addColumn('cells', text, required())
    .addColumn('column_name', text)
    .addColumn('value', text)
    .addColumn('problem', text)
    .addColumn('message', text)
    .addUniqueConstraint('reassignment_rows_key', ['file_id', 'line'])
    .execute();
  await db.schema
    .createIndex('reassignment_rows_outcome_idx')
    .on('reassignment_rows')
    .columns(['file_id', 'outcome', 'line'])
    .execute();
  await id(db.schema.createTable('import_bundles'))
    .addColumn('namespace_id', int8, owned('namespaces.id'))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('filename', text, required())
    .addColumn('size', int8, required())
    .addColumn('secret', text)
    .addColumn('status', text, required('queued'))
    .addColumn('done', int8, required(0))
    .addColumn('counts', text, required('{}'))
    .addColumn('error', text)
    .addColumn('created_at', text, required())
    .addColumn('finished_at', text)
    .execute();
  await db.schema
    .createIndex('import_bundles_namespace_idx')
    .on('import_bundles')
    .columns(['namespace_id', 'id'])
    .execute();
  await db.schema.alterTable('mails').addColumn('attachments', text, required('[]')).execute();
}
