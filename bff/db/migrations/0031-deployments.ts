import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Environments, what was deployed to them, and the merge requests that each deployment brought. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (name: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${name}_${columns.join('_')}_idx`).on(name);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };

  await id(db.schema.createTable('environments'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('name', text, required())
    .addColumn('name_lower', text, required())
    .addColumn('slug', text, required())
    .addColumn('external_url', text)
    .addColumn('state', text, required('available'))
    .addColumn('tier', text, required('other'))
    .addColumn('description', text)
    .addColumn('auto_stop_at', text)
    .addColumn('auto_stop_setting', text, required('always'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('environments', ['project_id', 'name'], true);
  await index('environments', ['project_id', 'slug'], true);
  await index('environments', ['name']);

  await id(db.schema.createTable('deployments'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('iid', int8, required())
    .addColumn('environment_id', int8, owned('environments.id'))
    .addColumn('ref', text, required())
    .addColumn('tag', int8, required(0))
    .addColumn('sha', text, required())
    .addColumn('status', text, required())
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('ci_job_id', int8, loose('ci_jobs.id'))
    .addColumn('finished_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('deployments', ['project_id', 'iid'], true);
  await index('deployments', ['project_id', 'id']);
  await index('deployments', ['project_id', 'updated_at', 'id']);
  await index('deployments', ['environment_id', 'status', 'id']);
  await index('deployments', ['environment_id', 'finished_at']);
  await index('deployments', ['ci_job_id'], true);
  await index('deployments', ['user_id']);

  await db.schema
    .createTable('deployment_merge_requests')
    .addColumn('deployment_id', int8, owned('deployments.id'))
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('environment_id', int8, owned('environments.id'))
    .addPrimaryKeyConstraint('deployment_merge_requests_pk', ['deployment_id', 'merge_request_id'])
    .execute();
  await index('deployment_merge_requests', ['merge_request_id', 'environment_id']);
  await index('deployment_merge_requests', ['environment_id', 'merge_request_id']);
}
