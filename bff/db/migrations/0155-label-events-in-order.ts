import type { Kysely } from 'kysely';

/** The newest label events of a kind are found without those of any one thing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('resource_label_events_resource_type_id_idx')
    .on('resource_label_events')
    .columns(['resource_type', 'id'])
    .execute();
}
