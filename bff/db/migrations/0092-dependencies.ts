import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** What projects depend on: lists of packages, the commits that have them, and uploaded reports. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (table: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${table}_${columns.join('_')}_idx`).on(table);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };
  await id(db.schema.createTable('dependency_lists'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('content_key', text, required())
    .addColumn('complete', int8, required(0))
    .addColumn('writer', text)
    .addColumn('findings', text, required('[]'))
    .addColumn('components_count', int8, required(0))
    .addColumn('created_at', text, required())
    .execute();
  await index('dependency_lists', ['project_id', 'content_key'], true);

  await id(db.schema.createTable('dependencies'))
    .addColumn('list_id', int8, owned('dependency_lists.id'))
    .addColumn('name', text, required())
    .addColumn('name_lower', text, required())
    .addColumn('version', text)
    .addColumn('packager', text)
    .addColumn('purl', text)
    .addColumn('path', text)
    .addColumn('top_level', int8, required(0))
    .addColumn('ancestors', text, required('[]'))
    .addColumn('licenses', text, required('[]'))
    .addColumn('license_expression', text)
    .addColumn('component_key', text, required())
    .addColumn('first_seen_at', text, required())
    .execute();
  await index('dependencies', ['list_id', 'id']);
  await index('dependencies', ['list_id', 'component_key', 'id']);
  await index('dependencies', ['list_id', 'packager', 'id']);
  await index('dependencies', ['list_id', 'name_lower', 'id']);

  await id(db.schema.createTable('dependency_readings'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('sha', text, required())
    .addColumn('list_id', int8, owned('dependency_lists.id'))
    .addColumn('created_at', text, required())
    .execute();
  await index('dependency_readings', ['project_id', 'sha'], true);
  await index('dependency_readings', ['list_id']);

  await db.schema
    .createTable('project_dependency_lists')
    .addColumn('project_id', int8, (c) =>
      c.primaryKey().notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('list_id', int8, owned('dependency_lists.id'))
    .addColumn('sha', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('project_dependency_lists', ['list_id']);

  await id(db.schema.createTable('sbom_reports'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('pipeline_id', int8, owned('pipelines.id'))
    .addColumn('list_id', int8, owned('dependency_lists.id'))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('spec_version', text, required())
    .addColumn('metadata', text, required())
    .addColumn('created_at', text, required())
    .execute();
  await index('sbom_reports', ['pipeline_id', 'list_id'], true);
  await index('sbom_reports', ['project_id', 'pipeline_id']);
  await index('sbom_reports', ['list_id']);
  await index('sbom_reports', ['user_id']);

  // What is there already is read in the background.
  await sql`
    insert into jobs (kind, payload, run_at, dedup_key, created_at)
    select 'read_dependencies', '{"project_id":' || id || ',"sha":null}', ${longAgo},
      'read_dependencies:' || id, ${longAgo}
    from projects where empty_repo = 0`.execute(db);
}

const longAgo = '2026-01-01T00:00:00.000Z';
