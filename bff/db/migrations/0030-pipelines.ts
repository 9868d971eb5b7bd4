import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Pipelines with their variables, jobs and the statuses that others report for commits. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (name: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${name}_${columns.join('_')}_idx`).on(name);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };
  const projects = db.schema.alterTable('projects');
  await projects.addColumn('jobs_enabled', int8, required(1)).execute();
  await projects.addColumn('public_jobs', int8, required(1)).execute();
  await projects
    .addColumn('ci_pipeline_variables_minimum_override_role', text, required('developer'))
    .execute();

  await id(db.schema.createTable('pipelines'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('iid', int8, required())
    .addColumn('ref', text, required())
    .addColumn('tag', int8, required(0))
    .addColumn('sha', text, required())
    .addColumn('before_sha', text, required())
    .addColumn('source', text, required())
    .addColumn('status', text, required('created'))
    .addColumn('name', text)
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('merge_request_id', int8, loose('merge_requests.id'))
    .addColumn('yaml_errors', text)
    .addColumn('failure_reason', text)
    .addColumn('warnings', text, required('[]'))
    .addColumn('commit', text, required())
    .addColumn('origin_key', text)
    .addColumn('coverage', text)
    .addColumn('duration', int8)
    .addColumn('committed_at', text)
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('pipelines', ['project_id', 'iid'], true);
  await index('pipelines', ['origin_key'], true);
  await index('pipelines', ['project_id', 'id']);
  await index('pipelines', ['project_id', 'status', 'id']);
  await index('pipelines', ['project_id', 'sha', 'id']);
  await index('pipelines', ['project_id', 'ref', 'id']);
  await index('pipelines', ['project_id', 'source', 'id']);
  await index('pipelines', ['project_id', 'updated_at', 'id']);
  await index('pipelines', ['merge_request_id', 'id']);
  await index('pipelines', ['user_id', 'created_at']);

  await db.schema
    .createTable('pipeline_variables')
    .addColumn('pipeline_id', int8, owned('pipelines.id'))
    .addColumn('position', int8, required())
    .addColumn('key', text, required())
    .addColumn('encrypted_value', text, required())
    .addColumn('variable_type', text, required('env_var'))
    .addColumn('raw', int8, required(0))
    .addPrimaryKeyConstraint('pipeline_variables_pk', ['pipeline_id', 'key'])
    .execute();

  await id(db.schema.createTable('ci_jobs'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('pipeline_id', int8, owned('pipelines.id'))
    .addColumn('kind', text, required('job'))
    .addColumn('name', text, required())
    .addColumn('stage', text, required())
    .addColumn('stage_index', int8, required())
    .addColumn('status', text, required('created'))
    .addColumn('ref', text, required())
    .addColumn('tag', int8, required(0))
    .addColumn('sha', text, required())
    .addColumn('when', text, required('on_success'))
    .addColumn('allow_failure', int8, required(0))
    .addColumn('needs', text)
    .addColumn('start_in', int8)
    .addColumn('tag_list', text, required('[]'))
    .addColumn('environment', text)
    .addColumn('retried', int8, required(0))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('target_url', text)
    .addColumn('description', text)
    .addColumn('coverage', text)
    .addColumn('failure_reason', text)
    .addColumn('scheduled_at', text)
    .addColumn('queued_at', text)
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .addColumn('erased_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('ci_jobs', ['pipeline_id', 'retried', 'id']);
  await index('ci_jobs', ['project_id', 'kind', 'id']);
  await index('ci_jobs', ['project_id', 'kind', 'status', 'id']);
  await index('ci_jobs', ['project_id', 'sha', 'id']);
  await index('ci_jobs', ['user_id']);
}
