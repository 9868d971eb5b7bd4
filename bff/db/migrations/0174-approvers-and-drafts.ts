import { type Kysely, sql } from 'kysely';

/** Rules of a project without those of its merge requests, and the drafts among those of a project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('approval_rules_project_id_merge_request_id_idx')
    .on('approval_rules')
    .columns(['project_id', 'merge_request_id'])
    .execute();
  await sql`create index merge_requests_drafts_idx
    on merge_requests (target_project_id, created_at, id) where draft = 1`.execute(db);
}
