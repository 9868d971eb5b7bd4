import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';
import type { CiJob } from './repository.ts';

/** Writes a job's token; false when the job has one. */
export async function insertCiJobToken(db: Db, row: NewRow<'ci_job_tokens'>): Promise<boolean> {
  const written = await db
    .insertInto('ci_job_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('ci_job_id').doNothing())
    .returning('ci_job_id')
    .executeTakeFirst();
  return written !== undefined;
}

export const findCiJobOfToken = (db: Db, hash: string): Promise<CiJob | undefined> =>
  db
    .selectFrom('ci_job_tokens')
    .innerJoin('ci_jobs', 'ci_jobs.id', 'ci_job_tokens.ci_job_id')
    .selectAll('ci_jobs')
    .where('ci_job_tokens.token_sha256', '=', hash)
    .executeTakeFirst();
