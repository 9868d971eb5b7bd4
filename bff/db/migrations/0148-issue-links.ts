import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** What merge requests say of issues, the places that issues were given, and where they came from. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('merge_request_issues')
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('issue_id', int8, owned('issues.id'))
    .addColumn('closes', int8, required())
    .addPrimaryKeyConstraint('merge_request_issues_pk', ['merge_request_id', 'issue_id'])
    .execute();
  await db.schema
    .createIndex('merge_request_issues_issue_id_idx')
    .on('merge_request_issues')
    .columns(['issue_id', 'merge_request_id'])
    .execute();
  await db.schema
    .createTable('user_agent_details')
    .addColumn('issue_id', int8, (c) => owned('issues.id')(c).primaryKey())
    .addColumn('user_agent', text, required())
    .addColumn('ip_address', text, required())
    .execute();
  await db.schema.alterTable('issues').addColumn('relative_position', int8).execute();
  await db.schema
    .createIndex('issues_project_id_relative_position_idx')
    .on('issues')
    .columns(['project_id', 'relative_position', 'id'])
    .execute();
  for (const column of ['merge_commit_sha', 'squash_commit_sha']) {
    await db.schema
      .createIndex(`merge_requests_${column}_idx`)
      .on('merge_requests')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
  // What was written before is looked through as if it were new.
  await sql`insert into jobs (kind, payload, run_at, dedup_key, created_at)
    select 'link_issues', '{"merge_request_id":' || id || '}', created_at,
      'link_issues:' || id, created_at
    from merge_requests where state in ('opened', 'merged')`.execute(db);
}
