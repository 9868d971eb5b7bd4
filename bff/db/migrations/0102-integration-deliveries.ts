import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

const goesWith = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.references(target).onDelete('cascade');

/** What integrations sent or were to send, and how each of them is. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('integration_deliveries'))
    .addColumn('integration_id', int8, owned('integrations.id'))
    .addColumn('project_id', int8, goesWith('projects.id'))
    .addColumn('group_id', int8, goesWith('namespaces.id'))
    .addColumn('slug', text, required())
    .addColumn('event', text, required())
    .addColumn('event_id', text, required())
    .addColumn('message_id', text, required())
    .addColumn('dedup_key', text)
    .addColumn('part', text, required())
    .addColumn('state', text, required('waiting'))
    .addColumn('reason', text)
    .addColumn('news', text, required())
    .addColumn('attempts', int8, required(0))
    .addColumn('due_at', text)
    .addColumn('request', text)
    .addColumn('response', text)
    .addColumn('response_status', int8)
    .addColumn('duration_ms', int8)
    .addColumn('redelivery_of', int8)
    .addColumn('created_at', text, required())
    .addColumn('finished_at', text)
    .execute();
  const index = (name: string, columns: string[], isUnique = false) => {
    const builder = db.schema
      .createIndex(`integration_deliveries_${name}_idx`)
      .on('integration_deliveries')
      .columns(columns);
    return (isUnique ? builder.unique() : builder).execute();
  };
  await index('place', ['integration_id', 'id']);
  await index('due', ['integration_id', 'state', 'due_at']);
  await index('project', ['project_id', 'slug', 'id']);
  await index('group', ['group_id', 'slug', 'id']);
  await index('age', ['created_at']);
  await index('dedup', ['dedup_key'], true);

  await db.schema
    .createTable('integration_health')
    .addColumn('integration_id', int8, (column) => owned('integrations.id')(column).primaryKey())
    .addColumn('failures', int8, required(0))
    .addColumn('pauses', int8, required(0))
    .addColumn('paused_until', text)
    .addColumn('told_at', text)
    .addColumn('encrypted_signing_secret', text)
    .execute();
}
