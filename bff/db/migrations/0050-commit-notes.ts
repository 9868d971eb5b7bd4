import type { Kysely } from 'kysely';

/** Notes are found by the commit that they are on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('notes_commit_id_idx').on('notes').column('commit_id').execute();
}
