import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Tokens of recorded jobs, handed out once while a job runs. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('ci_job_tokens')
    .addColumn('ci_job_id', int8, (column) => owned('ci_jobs.id')(column).primaryKey())
    .addColumn('token_sha256', text, required())
    .addColumn('created_at', text, required())
    .execute();
  await db.schema
    .createIndex('ci_job_tokens_token_sha256_idx')
    .unique()
    .on('ci_job_tokens')
    .column('token_sha256')
    .execute();
}
