import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, required } from '../columns.ts';

/** What became of the state and the milestone of issues and merge requests, and whose doing it was. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const of = (name: string) =>
    id(db.schema.createTable(name))
      .addColumn('issue_id', int8, (c) => c.references('issues.id').onDelete('cascade'))
      .addColumn('merge_request_id', int8, (c) =>
        c.references('merge_requests.id').onDelete('cascade'),
      )
      .addColumn('user_id', int8, loose('users.id'))
      .addColumn('created_at', text, required());
  await of('resource_state_events')
    .addColumn('state', text, required())
    .addColumn('source_merge_request_id', int8, loose('merge_requests.id'))
    .execute();
  await of('resource_milestone_events')
    .addColumn('milestone_id', int8, loose('milestones.id'))
    .addColumn('action', text, required())
    .execute();
  const indexes = [
    ['resource_state_events', ['issue_id', 'id']],
    ['resource_state_events', ['merge_request_id', 'id']],
    ['resource_state_events', ['source_merge_request_id']],
    ['resource_state_events', ['user_id']],
    ['resource_milestone_events', ['issue_id', 'id']],
    ['resource_milestone_events', ['merge_request_id', 'id']],
    ['resource_milestone_events', ['milestone_id']],
    ['resource_milestone_events', ['user_id']],
  ] as const;
  for (const [table, columns] of indexes) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}_idx`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}
