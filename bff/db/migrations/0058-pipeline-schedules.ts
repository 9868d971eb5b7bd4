import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Pipeline schedules with their variables and the history of their runs. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (table: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${table}_${columns.join('_')}_idx`).on(table);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };
  await id(db.schema.createTable('pipeline_schedules'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('owner_id', int8, loose('users.id'))
    .addColumn('description', text, required())
    .addColumn('description_lower', text, required())
    .addColumn('ref', text, required())
    .addColumn('cron', text, required())
    .addColumn('cron_timezone', text, required())
    .addColumn('active', int8, required(1))
    .addColumn('next_run_at', text)
    .addColumn('last_run_at', text)
    .addColumn('encrypted_inputs', text)
    .addColumn('problem', text)
    .addColumn('problem_text', text)
    .addColumn('problem_since', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('pipeline_schedules', ['project_id', 'id']);
  await index('pipeline_schedules', ['owner_id']);
  await index('pipeline_schedules', ['active', 'next_run_at', 'id']);

  await id(db.schema.createTable('pipeline_schedule_variables'))
    .addColumn('pipeline_schedule_id', int8, owned('pipeline_schedules.id'))
    .addColumn('key', text, required())
    .addColumn('encrypted_value', text, required())
    .addColumn('variable_type', text, required('env_var'))
    .execute();
  await index('pipeline_schedule_variables', ['pipeline_schedule_id', 'key'], true);

  await id(db.schema.createTable('pipeline_schedule_runs'))
    .addColumn('pipeline_schedule_id', int8, owned('pipeline_schedules.id'))
    .addColumn('kind', text, required())
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('state', text, required('waiting'))
    .addColumn('problem', text)
    .addColumn('text', text)
    .addColumn('pipeline_id', int8, loose('pipelines.id'))
    .addColumn('due_at', text, required())
    .addColumn('created_at', text, required())
    .addColumn('finished_at', text)
    .execute();
  await index('pipeline_schedule_runs', ['pipeline_schedule_id', 'id']);
  await index('pipeline_schedule_runs', ['pipeline_id']);
  await index('pipeline_schedule_runs', ['user_id']);
  await index('pipeline_schedule_runs', ['created_at']);

  await db.schema
    .alterTable('pipelines')
    .addColumn('pipeline_schedule_id', int8, loose('pipeline_schedules.id'))
    .execute();
  await index('pipelines', ['pipeline_schedule_id', 'id']);
}
