import type { Kysely } from 'kysely';

/** The next job of a few kinds is found however many of other kinds wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('jobs_state_kind_run_at_idx')
    .on('jobs')
    .columns(['state', 'kind', 'run_at'])
    .execute();
}
