import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** When projects and groups were marked for deletion: they are kept for some days after that. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  for (const table of ['projects', 'namespaces'] as const) {
    await db.schema.alterTable(table).addColumn('marked_for_deletion_at', text).execute();
    await db.schema
      .createIndex(`${table}_marked_for_deletion_at_idx`)
      .on(table)
      .column('marked_for_deletion_at')
      .execute();
  }
}
