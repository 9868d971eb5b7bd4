import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ctx, createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import {
  type ClaimedJob,
  claimJob,
  type Lane,
  failJob,
  finishJob,
  leaseMilliseconds,
  maxAttempts,
  nextDue,
  releaseJob,
  renewLease,
} from './claim.ts';
import type { JobKind, JobPayloads } from './queue.ts';

/** What a handler may know of its job. */
export interface RunningJob {
  id: number;
  /** No attempt follows this one. */
  isLast: boolean;
}

/** What each kind of job does; it runs as a system actor and may run twice. */
export type JobHandlers = {
  [K in JobKind]: (ctx: Ctx, payload: JobPayloads[K], job: RunningJob) => Promise<void>;
};

export interface JobRunner {
  /** Runs jobs until none is due; for tests, which call it instead of waiting. */
  drain(): Promise<void>;
  /** Takes no new job, waits for the running ones, and breaks off what takes too long. */
  stop(patience?: number): Promise<void>;
}

const idleMilliseconds = 30_000;
const busyLoops = 4;
/** How many loops each lane has; fewer where fewer are asked for. */
const loopsOf: Readonly<Record<Lane, number>> = { own: busyLoops, outward: 2, mail: 2, batch: 1 };
const renewalMilliseconds = leaseMilliseconds / 5;
const drainMilliseconds = 25_000;

/** Somebody else has taken the job, because this process did not hold on to it. */
class LeaseLost extends Error {
  constructor() {
    super('the lease of the job was lost');
    this.name = 'LeaseLost';
  }
}

/** The server stops and does not wait for the job any longer. */
class BrokenOff extends Error {
  constructor() {
    super('the server stops');
    this.name = 'BrokenOff';
  }
}

interface RunnerOptions {
  loops?: number;
  /** Milliseconds between two renewals of a lease. */
  renewal?: number;
}

/** Starts the loops that work through the queue; `deps.jobs.wake` is theirs from now on. */
export function startJobs(
  deps: Deps,
  handlers: JobHandlers,
  { loops: count = busyLoops, renewal = renewalMilliseconds }: RunnerOptions = {},
): JobRunner {
  let stopping = false;
  const sleepers = new Set<() => void>();
  const running = new Map<number, AbortController>();
  deps.jobs.wake = () => {
    for (const wake of sleepers) wake();
  };

  /** Renews the lease by the real time, which no test moves, until the job is over. */
  const holdLease = (job: ClaimedJob, owner: string, control: AbortController) => {
    let until = deps.clock.now() + leaseMilliseconds;
    const renew = async () => {
      const next = deps.clock.now() + leaseMilliseconds;
      try {
        if (await renewLease(deps, job, owner)) until = next;
        else control.abort(new LeaseLost());
      } catch (error) {
        deps.log.warn({ err: error, job_id: job.id }, 'the lease of a job could not be renewed');
        if (deps.clock.now() >= until) control.abort(new LeaseLost());
      }
    };
    const timer = setInterval(() => void renew(), renewal);
    return () => clearInterval(timer);
  };

  const runOne = async (lane?: Lane): Promise<boolean> => {
    // Each claim has an owner of its own: a lost one must not pass for the next of this process.
    const owner = randomUUID();
    const claim = { running: [...running.keys()], ...(lane === undefined ? {} : { lane }) };
    const job = await claimJob(deps, owner, claim);
    if (job === undefined) return false;
    const control = new AbortController();
    running.set(job.id, control);
    const release = holdLease(job, owner, control);
    try {
      const ctx = createContext(
        { ...deps, signal: control.signal },
        { kind: 'system', job: job.kind },
      );
      // Every queued row was written by `enqueue`, which ties the payload to its kind.
      const handler = handlers[job.kind as JobKind] as (
        ctx: Ctx,
        payload: unknown,
        job: RunningJob,
      ) => Promise<void>;
      await handler(ctx, JSON.parse(job.payload), {
        id: job.id,
        isLast: job.attempts >= maxAttempts,
      });
      await finishJob(deps, job, owner);
    } catch (error) {
      await giveBack(job, owner, { error, reason: control.signal.reason });
    } finally {
      release();
      running.delete(job.id);
    }
    return true;
  };

  const giveBack = async (
    job: ClaimedJob,
    owner: string,
    { error, reason }: { error: unknown; reason: unknown },
  ): Promise<void> => {
    const about = { job_id: job.id, kind: job.kind };
    if (reason instanceof BrokenOff) {
      deps.log.info(about, 'a job was broken off and waits for the next start');
      return releaseJob(deps, job, owner);
    }
    deps.log.warn({ err: error, ...about }, 'job failed');
    await failJob(deps, job, { owner, error: String(error) });
  };

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      sleepers.add(wake);
    });

  const loop = async (lane: Lane) => {
    while (!stopping) {
      try {
        if (await runOne(lane)) {
          // SQLite answers at once: without this a long queue would let nobody else have a turn.
          await nextTurn();
          continue;
        }
        const due = await nextDue(deps, lane);
        if (!stopping)
          await sleep(Math.min(Math.max(due ?? idleMilliseconds, 20), idleMilliseconds));
      } catch (error) {
        deps.log.error({ err: error }, 'job queue out of reach');
        if (!stopping) await sleep(1000);
      }
    }
  };
  const loops = (Object.keys(loopsOf) as Lane[]).flatMap((lane) =>
    Array.from({ length: Math.min(count, loopsOf[lane]) }, () => loop(lane)),
  );

  return {
    async drain() {
      while (await runOne());
    },
    async stop(patience = drainMilliseconds) {
      stopping = true;
      deps.jobs.wake();
      const impatient = setTimeout(() => {
        for (const control of running.values()) control.abort(new BrokenOff());
      }, patience);
      await Promise.all(loops);
      clearTimeout(impatient);
    },
  };
}
