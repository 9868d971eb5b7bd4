import { actingUserId, type Ctx, now, transact } from '../../context.ts';
import { forbidden, notFound, refused } from '../../errors.ts';
import { deployByJob } from '../deployments/job-rules.ts';
import { advancePipeline, holdPipeline } from '../pipelines/advance-rules.ts';
import type { Project } from '../projects/rules.ts';
import { isArchived } from './archive-rules.ts';
import { auditCiJob } from './audit-rules.ts';
import { findCiJobById } from './repository.ts';
import {
  addCiJobs,
  againOf,
  changeCiJobs,
  type CiJob,
  currentCiJobs,
  getCiJob,
  isCancelable,
  isRetryable,
  reviveSkipped,
} from './rules.ts';

interface Move {
  id: number;
  verb: 'cancel' | 'play' | 'retry';
  act(ctx: Ctx, job: CiJob): Promise<CiJob>;
}

/** Changes a job while its pipeline is held, then lets the pipeline go on. */
async function move(ctx: Ctx, project: Project, of: Move): Promise<CiJob> {
  const { pipeline_id } = await getCiJob(ctx, project, of.id);
  return transact(ctx, async (ctx) => {
    const pipeline = await holdPipeline(ctx, pipeline_id);
    if (pipeline === undefined) throw notFound();
    const before = await getCiJob(ctx, project, of.id);
    const moved = await of.act(ctx, before);
    await advancePipeline(ctx, pipeline);
    const after = await getCiJob(ctx, project, moved.id);
    await deployByJob(ctx, project, after);
    await auditCiJob(ctx, project, { action: `ci_job.${of.verb}`, before, after });
    return after;
  });
}

/** Ends a job; 403 when it has ended. */
export const cancelCiJob = (ctx: Ctx, project: Project, id: number): Promise<CiJob> =>
  move(ctx, project, {
    id,
    verb: 'cancel',
    act: async (ctx, job) => {
      if (!isCancelable(job)) throw forbidden('Job is not cancelable');
      const instant = now(ctx);
      await changeCiJobs(ctx, [job.id], {
        status: 'canceled',
        finished_at: instant,
        updated_at: instant,
      });
      return job;
    },
  });

/** Lets a manual or delayed job wait for its run; 400 `Unplayable Job` for any other. */
export const playCiJob = (ctx: Ctx, project: Project, id: number): Promise<CiJob> =>
  move(ctx, project, {
    id,
    verb: 'play',
    act: async (ctx, job) => {
      if (await isArchived(ctx, job)) throw forbidden('Job is archived');
      if (job.status !== 'manual' && job.status !== 'scheduled') {
        throw refused('400 Bad request - Unplayable Job');
      }
      const instant = now(ctx);
      await changeCiJobs(ctx, [job.id], {
        status: 'pending',
        user_id: actingUserId(ctx),
        queued_at: instant,
        scheduled_at: null,
        updated_at: instant,
      });
      return job;
    },
  });

/** Starts an ended job anew, with a row of its own; 403 when it cannot be. */
export const retryCiJob = (ctx: Ctx, project: Project, id: number): Promise<CiJob> =>
  move(ctx, project, {
    id,
    verb: 'retry',
    act: async (ctx, job) => {
      if (await isArchived(ctx, job)) throw forbidden('Job is archived');
      if (!isRetryable(job) || job.retried === 1) throw forbidden('Job is not retryable');
      const instant = now(ctx);
      await changeCiJobs(ctx, [job.id], { retried: 1, updated_at: instant });
      const [again] = await addCiJobs(ctx, [againOf(job, { userId: actingUserId(ctx), instant })]);
      await reviveSkipped(ctx, await currentCiJobs(ctx, job.pipeline_id), instant);
      return again ?? job;
    },
  });

/** What a delayed job waited for is over: it waits for its run now, unless someone was faster. */
export async function startDelayedCiJob(ctx: Ctx, id: number): Promise<void> {
  const found = await findCiJobById(ctx.db, id);
  if (found?.status !== 'scheduled') return;
  await transact(ctx, async (ctx) => {
    const pipeline = await holdPipeline(ctx, found.pipeline_id);
    const job = await findCiJobById(ctx.db, id);
    if (pipeline === undefined || job?.status !== 'scheduled') return;
    const instant = now(ctx);
    await changeCiJobs(ctx, [id], { status: 'pending', queued_at: instant, updated_at: instant });
    await advancePipeline(ctx, pipeline);
  });
}
