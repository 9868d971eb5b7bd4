import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

const off = ['incident_events', 'deployment_events', 'vulnerability_events'];
const on = [
  'commit_events',
  'push_events',
  'issues_events',
  'alert_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'job_events',
  'comment_on_event_enabled',
];

/** Integrations of groups, of projects and, without either, of the instance. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int8, text } = columnsOf(dialect);
  await id(db.schema.createTable('integrations'))
    .addColumn('slug', text, required())
    .addColumn('group_id', int8, (column) => column.references('namespaces.id').onDelete('cascade'))
    .addColumn('project_id', int8, (column) => column.references('projects.id').onDelete('cascade'))
    .addColumn('active', int8, required(1))
    .addColumn('inherits', int8, required(0))
    .addColumn('settings', text, required('{}'))
    .addColumn('encrypted_secrets', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  for (const flag of on) {
    await db.schema.alterTable('integrations').addColumn(flag, int8, required(1)).execute();
  }
  for (const flag of off) {
    await db.schema.alterTable('integrations').addColumn(flag, int8, required(0)).execute();
  }
  // An instance has neither id: nulls alone would not keep a second row of the same slug out.
  await sql`create unique index integrations_place_idx on integrations
    (coalesce(group_id, 0), coalesce(project_id, 0), slug)`.execute(db);
  for (const column of ['group_id', 'project_id']) {
    await db.schema
      .createIndex(`integrations_${column}_idx`)
      .on('integrations')
      .columns([column, 'slug'])
      .execute();
  }
}
