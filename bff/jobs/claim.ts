import { sql } from 'kysely';
import { isoOf } from '../clock.ts';
import { skippingLocked } from '../db/portable.ts';
import type { Deps } from '../deps.ts';
import type { JobLane } from '../db/schema.ts';

export const leaseMilliseconds = 5 * 60_000;
export const maxAttempts = 8;

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
}

/**
 * Which jobs a loop takes: `outward` those that call receivers and services, `mail` and `batch` what
 * comes by the thousand, `own` all the others, imports too. So neither a receiver that never answers
 * nor ten thousand schedules of one minute hold up what somebody waits for.
 */
export type Lane = 'own' | 'outward' | 'mail' | 'batch';

/** The lanes of each kind of loop, in their order; a test takes what comes. */
const lanesOf: Readonly<Record<Lane | 'any', readonly [JobLane[], ...JobLane[][]]>> = {
  own: [['own'], ['last']],
  outward: [['outward']],
  mail: [['mail']],
  batch: [['batch']],
  any: [['own', 'outward', 'mail', 'batch'], ['last']],
};

type Store = Pick<Deps, 'db' | 'dialect' | 'clock'>;
type Claim = { running?: readonly number[]; lane?: Lane };

/**
 * Takes the next due job, or one whose runner let its lease run out; undefined when none is due.
 * What `running` names is at work in this process, whatever the clock says. An index leads to the
 * next job, so a hundred thousand that wait make no difference.
 */
export async function claimJob(
  deps: Store,
  owner: string,
  { running = [], lane }: Claim = {},
): Promise<ClaimedJob | undefined> {
  for (const lanes of lanesOf[lane ?? 'any']) {
    const claimed = await claimOf(deps, owner, { running, lanes });
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}

async function claimOf(
  deps: Store,
  owner: string,
  { running, lanes }: { running: readonly number[]; lanes: readonly JobLane[] },
): Promise<ClaimedJob | undefined> {
  const instant = isoOf(deps.clock.now());
  const lease = isoOf(deps.clock.now() + leaseMilliseconds);
  const lock = skippingLocked(deps.dialect);
  const others = sql.join([0, ...running]);
  const within = sql`lane in (${sql.join([...lanes])})`;
  const claimed = await sql<ClaimedJob>`
    update jobs set state = 'running', attempts = attempts + 1, dedup_key = null,
      lease_until = ${lease}, lease_owner = ${owner}
    where id = coalesce(
      (select id from jobs
       where state = 'running' and lease_until <= ${instant} and id not in (${others})
         and ${within}
       order by lease_until, id limit 1 ${lock}),
      (select id from jobs
       where state = 'queued' and run_at <= ${instant} and ${within}
       order by run_at, id limit 1 ${lock})
    )
    returning id, kind, payload, attempts`.execute(deps.db);
  return claimed.rows[0];
}

/** Holds a running job for longer; false where it is not this owner's any more. */
export async function renewLease(deps: Store, job: ClaimedJob, owner: string): Promise<boolean> {
  const renewed = await deps.db
    .updateTable('jobs')
    .set({ lease_until: isoOf(deps.clock.now() + leaseMilliseconds) })
    .where('id', '=', job.id)
    .where('state', '=', 'running')
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Puts a job back that a stopping server has broken off: the next one takes it at once. */
export async function releaseJob(deps: Store, job: ClaimedJob, owner: string): Promise<void> {
  await deps.db
    .updateTable('jobs')
    .set({ state: 'queued', lease_until: null, attempts: job.attempts - 1 })
    .where('id', '=', job.id)
    .where('lease_owner', '=', owner)
    .execute();
}

/**
 * Puts back what a process that died had taken. Only for a start that knows of no other process:
 * an owner that lives after all loses its lease and breaks off.
 */
export async function takeBackJobs(deps: Store): Promise<void> {
  await deps.db
    .updateTable('jobs')
    .set({ state: 'queued', lease_until: null, lease_owner: null, run_at: isoOf(deps.clock.now()) })
    .where('state', '=', 'running')
    .execute();
}

/** Records that a job ended well. */
export async function finishJob(deps: Store, job: ClaimedJob, owner: string): Promise<void> {
  await deps.db
    .updateTable('jobs')
    .set({
      state: 'done',
      lease_until: null,
      last_error: null,
      finished_at: isoOf(deps.clock.now()),
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** Puts a job back with a growing delay, or ends it as failed after the last attempt. */
export async function failJob(
  deps: Store,
  job: ClaimedJob,
  failure: { owner: string; error: string },
): Promise<void> {
  const over = job.attempts >= maxAttempts;
  const delay = 1000 * 2 ** Math.min(job.attempts, 10);
  await deps.db
    .updateTable('jobs')
    .set({
      state: over ? 'failed' : 'queued',
      lease_until: null,
      last_error: failure.error.slice(0, 2000),
      run_at: isoOf(deps.clock.now() + delay),
      finished_at: over ? isoOf(deps.clock.now()) : null,
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', failure.owner)
    .execute();
}

/** Milliseconds until the next queued job of a lane is due; undefined when none is queued. */
export async function nextDue(deps: Store, lane: Lane): Promise<number | undefined> {
  const row = await deps.db
    .selectFrom('jobs')
    .select((e) => e.fn.min('run_at').as('run_at'))
    .where('state', '=', 'queued')
    .where('lane', 'in', lanesOf[lane].flat())
    .executeTakeFirst();
  return row?.run_at == null ? undefined : Date.parse(row.run_at) - deps.clock.now();
}
