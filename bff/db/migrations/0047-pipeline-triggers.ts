import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Trigger tokens, and the job whose token started a pipeline. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int8, text } = columnsOf(dialect);
  await id(db.schema.createTable('pipeline_triggers'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('owner_id', int8, owned('users.id'))
    .addColumn('description', text, required())
    .addColumn('token_sha256', text, required())
    .addColumn('encrypted_token', text, required())
    .addColumn('expires_at', text)
    .addColumn('last_used', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createIndex('pipeline_triggers_token_sha256_idx')
    .unique()
    .on('pipeline_triggers')
    .column('token_sha256')
    .execute();
  for (const column of ['project_id', 'owner_id']) {
    await db.schema
      .createIndex(`pipeline_triggers_${column}_idx`)
      .on('pipeline_triggers')
      .columns([column, 'id'])
      .execute();
  }
  await db.schema
    .createTable('upstream_pipelines')
    .addColumn('pipeline_id', int8, (column) => owned('pipelines.id')(column).primaryKey())
    .addColumn('ci_job_id', int8, loose('ci_jobs.id'))
    .execute();
  await db.schema
    .createIndex('upstream_pipelines_ci_job_id_idx')
    .on('upstream_pipelines')
    .column('ci_job_id')
    .execute();
}
