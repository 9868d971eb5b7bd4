import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** What has happened, written with the change itself, for whoever acts on it later. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('domain_events'))
    .addColumn('name', text, required())
    .addColumn('actor_id', int8)
    .addColumn('subject_type', text, required())
    .addColumn('subject_id', int8)
    .addColumn('project_id', int8)
    .addColumn('group_id', int8)
    .addColumn('changes', text, required())
    .addColumn('request_id', text)
    .addColumn('created_at', text, required())
    .execute();
}
