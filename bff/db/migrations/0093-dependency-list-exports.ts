import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Files of dependencies that people asked for. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('dependency_list_exports'))
    .addColumn('author_id', int8, owned('users.id'))
    .addColumn('project_id', int8, (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('group_id', int8, (c) => c.references('namespaces.id').onDelete('cascade'))
    .addColumn('pipeline_id', int8, (c) => c.references('pipelines.id').onDelete('cascade'))
    .addColumn('export_type', text, required())
    .addColumn('columns', text, required('[]'))
    .addColumn('send_email', int8, required(0))
    .addColumn('status', text, required('running'))
    .addColumn('failure_reason', text)
    .addColumn('attempts', int8, required(0))
    .addColumn('components_done', int8, required(0))
    .addColumn('file_key', text)
    .addColumn('file_name', text)
    .addColumn('size', int8)
    .addColumn('created_at', text, required())
    .addColumn('started_at', text, required())
    .addColumn('finished_at', text)
    .addColumn('expires_at', text, required())
    .execute();
  for (const columns of [
    ['author_id', 'id'],
    ['project_id', 'id'],
    ['group_id', 'id'],
    ['pipeline_id', 'id'],
    ['status', 'started_at'],
    ['expires_at'],
    ['file_key'],
  ]) {
    await db.schema
      .createIndex(`dependency_list_exports_${columns.join('_')}_idx`)
      .on('dependency_list_exports')
      .columns(columns)
      .execute();
  }
}
