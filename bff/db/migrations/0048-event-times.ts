import type { Kysely } from 'kysely';

/** Old domain events are found by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('domain_events_created_at_idx')
    .on('domain_events')
    .column('created_at')
    .execute();
}
