import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** What checks and merges of merge requests need to know of each other, and orders of lists. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  const table = db.schema.alterTable('merge_requests');
  await table.addColumn('title_lower', text, required('')).execute();
  await table.addColumn('description_lower', text).execute();
  await table.addColumn('refresh_count', int8, required(0)).execute();
  await table.addColumn('checked_target_sha', text).execute();
  await table.addColumn('branch_missing', int8, required(0)).execute();
  await table.addColumn('lock_token', text).execute();
  await table.addColumn('approvals_before_merge', int8).execute();
  await db.schema.alterTable('merge_request_versions').addColumn('patch_id_sha', text).execute();

  const index = (columns: readonly string[]) =>
    db.schema
      .createIndex(`merge_requests_${columns.join('_')}_idx`)
      .on('merge_requests')
      .columns([...columns])
      .execute();
  await index(['target_project_id', 'merged_at', 'id']);
  await index(['target_project_id', 'title', 'id']);
  await sql`
    create unique index merge_requests_open_pair_idx on merge_requests
      (source_project_id, source_branch, target_project_id, target_branch)
    where state in ('opened', 'locked')`.execute(db);
}
