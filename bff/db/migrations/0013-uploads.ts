import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Files that descriptions and comments of a project refer to; the bytes lie on the disk. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('uploads'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('secret', text, required())
    .addColumn('filename', text, required())
    .addColumn('size', int8, required())
    .addColumn('image_type', text)
    .addColumn('uploaded_by_id', int8, loose('users.id'))
    .addColumn('created_at', text, required())
    .execute();
  const index = (columns: string[]) =>
    db.schema
      .createIndex(`uploads_${columns.join('_')}_idx`)
      .on('uploads')
      .columns(columns);
  await index(['secret']).unique().execute();
  await index(['project_id', 'id']).execute();
  await index(['uploaded_by_id']).execute();
}
