import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Commits that a merge request builds on. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('merge_request_context_commits'))
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('sha', text, required())
    .addColumn('committed_date', text, required())
    .addColumn('created_at', text, required())
    .execute();
  await db.schema
    .createIndex('merge_request_context_commits_merge_request_sha_idx')
    .unique()
    .on('merge_request_context_commits')
    .columns(['merge_request_id', 'sha'])
    .execute();
}
