import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** How far the copy of another repository is that a fork or an import begins with. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  const table = db.schema.alterTable('projects');
  await table.addColumn('import_status', text, required('none')).execute();
  await table.addColumn('import_url', text).execute();
  await table.addColumn('import_error', text).execute();
}
