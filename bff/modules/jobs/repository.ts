import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Row, Tables } from '../../db/schema.ts';

export type JobRow = Row<'jobs'>;

export interface JobFilter {
  state?: JobRow['state'];
  kind?: string;
}

/** One page of jobs, the newest first. */
export function listJobs(
  db: Db,
  filter: JobFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<JobRow>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'jobs', O>) => {
    let q = query;
    if (filter.state !== undefined) q = q.where('state', '=', filter.state);
    if (filter.kind !== undefined) q = q.where('kind', '=', filter.kind);
    return q;
  };
  const from = db.selectFrom('jobs');
  const rows = narrow(from.selectAll()).orderBy('id', 'desc');
  return pageOf(db, rows, narrow(from.select('id')), paging);
}

export const findJob = (db: Db, id: number): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Puts a job that neither runs nor is done back to its start; undefined for any other. */
export const requeueJob = (db: Db, id: number, time: string): Promise<JobRow | undefined> =>
  db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: time, finished_at: null, last_error: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .returningAll()
    .executeTakeFirst();

/** The newest job of a kind that is not done. */
export const findUnfinishedJob = (db: Db, kind: string): Promise<JobRow | undefined> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['queued', 'running', 'failed'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lets a failed job run again, with all its attempts; why it failed stays to be read meanwhile. */
export async function beginAnew(db: Db, id: number, time: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: time, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute();
}

/** How many jobs there are of each state. */
export const countJobs = (db: Db): Promise<{ state: JobRow['state']; count: number }[]> =>
  db
    .selectFrom('jobs')
    .select((e) => ['state', e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();

/** Removes jobs that were done before a time; failed ones stay until somebody looks at them. */
export async function removeDoneJobs(db: Db, before: string, kind?: string): Promise<void> {
  let old = db.deleteFrom('jobs').where('state', '=', 'done').where('finished_at', '<', before);
  if (kind !== undefined) old = old.where('kind', '=', kind);
  await old.execute();
}
