import type { Page } from '#contract/common.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { enqueue, type JobKind } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import {
  beginAnew,
  countJobs,
  findJob,
  findUnfinishedJob,
  type JobFilter,
  type JobRow,
  listJobs,
  removeDoneJobs,
  requeueJob,
} from './repository.ts';

export type { JobRow } from './repository.ts';

const keptDays = 7;
const day = 86_400_000;

/** One page of background work. */
export const jobPage = (
  ctx: Ctx,
  filter: JobFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<JobRow>> => listJobs(ctx.db, filter, paging);

/** Runs a failed or waiting job now, with all its attempts; 409 for a running or finished one. */
export async function retryJob(ctx: Ctx, id: number): Promise<JobRow> {
  const job = await findJob(ctx.db, id);
  if (job === undefined) throw notFound('Job');
  return transact(ctx, async (ctx) => {
    const again = await requeueJob(ctx.db, id, now(ctx));
    if (again === undefined) throw conflict('The job is running or done');
    await audit(ctx, {
      action: 'job.retry',
      subject: { type: 'Job', id, name: job.kind },
      before: { state: job.state, attempts: job.attempts, last_error: job.last_error },
    });
    ctx.afterCommit(() => ctx.jobs.wake());
    return again;
  });
}

/** How many jobs there are of each state. */
export async function jobCounts(ctx: Pick<Ctx, 'db'>): Promise<Record<JobRow['state'], number>> {
  const counts = { queued: 0, running: 0, done: 0, failed: 0 };
  for (const { state, count } of await countJobs(ctx.db)) counts[state] = count;
  return counts;
}

/** Forgets jobs that were done a week ago: a daily job. */
export const forgetOldJobs = (ctx: Ctx): Promise<void> =>
  removeDoneJobs(ctx.db, isoOf(ctx.clock.now() - keptDays * day));

/** Forgets the runs of a job that the clock asks for so often that nobody looks for them. */
export const forgetDoneJobs = (ctx: Ctx, kind: JobKind): Promise<void> =>
  removeDoneJobs(ctx.db, now(ctx), kind);

/**
 * Asks for work of a kind, of which there is never more than one job: nothing is written where one
 * waits or runs, and one that failed in the end begins anew.
 */
export async function askForOne(ctx: Ctx, kind: 'chain_audit'): Promise<void> {
  const job = await findUnfinishedJob(ctx.db, kind);
  if (job === undefined) return enqueue(ctx, kind, {}, { dedup: 'one' });
  if (job.state !== 'failed') return;
  await beginAnew(ctx.db, job.id, now(ctx));
  ctx.jobs.wake();
}
