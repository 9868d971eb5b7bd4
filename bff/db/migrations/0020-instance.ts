import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, required } from '../columns.ts';

/** Settings that differ from their defaults, mails on their way, and who acted by `sudo`. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);

  await db.schema
    .createTable('application_settings')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, required())
    .addColumn('updated_at', text, required())
    .addColumn('updated_by', int8, loose('users.id'))
    .execute();
  await index(db, 'application_settings', ['updated_by']);

  await id(db.schema.createTable('mails'))
    .addColumn('to', text, required())
    .addColumn('subject', text, required())
    .addColumn('text', text, required())
    .addColumn('headers', text, required('{}'))
    .addColumn('state', text, required('queued'))
    .addColumn('error', text)
    .addColumn('created_at', text, required())
    .addColumn('sent_at', text)
    .execute();
  await index(db, 'mails', ['created_at']);

  await db.schema.alterTable('audit_events').addColumn('impersonator_id', int8).execute();
  await db.schema.alterTable('audit_events').addColumn('impersonator_name', text).execute();
  await index(db, 'audit_events', ['action']);
  await index(db, 'audit_events', ['project_id']);
  await index(db, 'audit_events', ['group_id']);
}

async function index(db: Kysely<unknown>, table: string, columns: string[]) {
  const name = `${table}_${columns.join('_')}_idx`;
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
