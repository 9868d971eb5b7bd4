import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Which changed files of a merge request somebody has looked at. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('viewed_files')
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('path', text, required())
    .addColumn('blob_sha', text)
    .addColumn('created_at', text, required())
    .addPrimaryKeyConstraint('viewed_files_pkey', ['merge_request_id', 'user_id', 'path'])
    .execute();
  await db.schema
    .createIndex('viewed_files_user_id_idx')
    .on('viewed_files')
    .columns(['user_id'])
    .execute();
}
