import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Dockerfile templates of the instance's own. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text, id } = columnsOf(dialect);
  await id(db.schema.createTable('dockerfile_templates'))
    .addColumn(
      'key',
      text,
      required(undefined, (column) => column.unique()),
    )
    .addColumn('content', text, required())
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
}
