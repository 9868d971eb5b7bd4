import type { Kysely } from 'kysely';

/** Lists by popularity and by when they were merged are read in their order, branches are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const columns of [
    ['target_project_id', 'upvotes', 'id'],
    ['target_project_id', 'state', 'upvotes', 'id'],
    ['target_project_id', 'state', 'merged_at', 'id'],
    ['target_project_id', 'source_branch'],
  ]) {
    await db.schema
      .createIndex(`merge_requests_${columns.join('_')}_idx`)
      .on('merge_requests')
      .columns(columns)
      .execute();
  }
}
