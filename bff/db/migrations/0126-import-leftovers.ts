import type { Kysely } from 'kysely';

/** Imports keep no row of their own; a user who goes is looked up by index in what names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('import_bundles').execute();
  for (const [table, column] of [
    ['reassignment_files', 'user_id'],
    ['import_source_users', 'reassigned_by_user_id'],
  ] as const) {
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
  }
}
