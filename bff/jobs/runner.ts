import { randomUUID } from 'node:crypto';
import { type Ctx, createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { claimJob, failJob, finishJob, maxAttempts, nextDue } from './claim.ts';
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
  /** Takes no new job and waits for the running ones. */
  stop(): Promise<void>;
}

const idleMilliseconds = 30_000;
const busyLoops = 4;

/** Starts the loops that work through the queue; `deps.jobs.wake` is theirs from now on. */
export function startJobs(
  deps: Deps,
  handlers: JobHandlers,
  options = { loops: busyLoops },
): JobRunner {
  const owner = randomUUID();
  let stopping = false;
  const sleepers = new Set<() => void>();
  deps.jobs.wake = () => {
    for (const wake of sleepers) wake();
  };

  const runOne = async (): Promise<boolean> => {
    const job = await claimJob(deps, owner);
    if (job === undefined) return false;
    try {
      const ctx = createContext(deps, { kind: 'system', job: job.kind });
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
      deps.log.warn({ err: error, job_id: job.id, kind: job.kind }, 'job failed');
      await failJob(deps, job, { owner, error: String(error) });
    }
    return true;
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

  const loop = async () => {
    while (!stopping) {
      try {
        if (await runOne()) continue;
        const due = await nextDue(deps);
        if (!stopping)
          await sleep(Math.min(Math.max(due ?? idleMilliseconds, 20), idleMilliseconds));
      } catch (error) {
        deps.log.error({ err: error }, 'job queue out of reach');
        if (!stopping) await sleep(1000);
      }
    }
  };
  const loops = Array.from({ length: options.loops }, loop);

  return {
    async drain() {
      while (await runOne());
    },
    async stop() {
      stopping = true;
      deps.jobs.wake();
      await Promise.all(loops);
    },
  };
}
