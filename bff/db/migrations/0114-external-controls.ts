import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** External controls of projects, what happened to them, and the nonces that were used. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (table: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${table}_${columns.join('_')}_idx`).on(table);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };
  await id(db.schema.createTable('external_controls'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('external_control_name', text)
    .addColumn('external_url', text, required())
    .addColumn('encrypted_secret', text, required())
    .addColumn('ping_enabled', int8, required(1))
    .addColumn('ping_interval_minutes', int8, required())
    .addColumn('timeout_minutes', int8, required())
    .addColumn('status', text, required('pending'))
    .addColumn('status_updated_at', text, required())
    .addColumn('next_ping_at', text)
    .addColumn('times_out_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('external_controls', ['project_id', 'external_url'], true);
  await index('external_controls', ['project_id', 'external_control_name'], true);
  await index('external_controls', ['next_ping_at', 'id']);
  await index('external_controls', ['times_out_at', 'id']);

  await id(db.schema.createTable('external_control_events'))
    .addColumn('external_control_id', int8, owned('external_controls.id'))
    .addColumn('kind', text, required())
    .addColumn('cause', text)
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('status_before', text, required())
    .addColumn('status_after', text, required())
    .addColumn('replaced_since', text)
    .addColumn('state', text, required('done'))
    .addColumn('http_status', int8)
    .addColumn('duration_ms', int8)
    .addColumn('created_at', text, required())
    .addColumn('finished_at', text)
    .execute();
  await index('external_control_events', ['external_control_id', 'id']);
  await index('external_control_events', ['user_id']);
  await index('external_control_events', ['created_at']);

  await db.schema
    .createTable('external_control_nonces')
    .addColumn('nonce', text, (column) => column.primaryKey().notNull())
    .addColumn('seen_at', int8, required())
    .execute();
  await index('external_control_nonces', ['seen_at']);

  await db.schema
    .alterTable('projects')
    .addColumn('only_allow_merge_if_all_status_checks_passed', int8, required(0))
    .execute();
}
