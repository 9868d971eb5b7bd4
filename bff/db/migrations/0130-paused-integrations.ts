import type { Kysely } from 'kysely';

/** Paused integrations are looked for on the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('integration_health_paused_until_idx')
    .on('integration_health')
    .columns(['paused_until'])
    .execute();
}
