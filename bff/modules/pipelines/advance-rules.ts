import { type Ctx, now } from '../../context.ts';
import { isoOf } from '../../clock.ts';
import { enqueue } from '../../jobs/queue.ts';
import { announce } from '../events/rules.ts';
import { changeCiJobs, type CiJob, currentCiJobs } from '../ci-jobs/rules.ts';
import { tellWaitingMerges } from './head-rules.ts';
import { turnsOf } from './process.ts';
import { lockPipeline, type Pipeline, updatePipelineRow } from './repository.ts';
import { compositeStatus, isFinished } from './status.ts';

/**
 * Takes hold of a pipeline, so that changes of its jobs come one after the other. Call inside
 * `transact`, before the jobs are read.
 */
export const holdPipeline = (ctx: Ctx, id: number): Promise<Pipeline | undefined> =>
  lockPipeline(ctx.db, id, now(ctx));

/**
 * Gives jobs their turn and the pipeline its status, after anything about them has changed. Call
 * inside the transaction of the change, which holds the pipeline.
 */
export async function advancePipeline(ctx: Ctx, pipeline: Pipeline): Promise<Pipeline> {
  const instant = now(ctx);
  const before = await currentCiJobs(ctx, pipeline.id);
  if (before.length === 0) return pipeline;
  const turns = turnsOf(before.map(queued));
  const idsOf = (to: string) => turns.filter((turn) => turn.to === to).map((turn) => turn.id);
  const turn = (to: CiJob['status'], times: Partial<CiJob> = {}) =>
    changeCiJobs(ctx, idsOf(to), { status: to, updated_at: instant, ...times });
  await turn('pending', { queued_at: instant });
  await turn('manual');
  await turn('skipped', { finished_at: instant });
  for (const id of idsOf('scheduled')) {
    const delay = (before.find((job) => job.id === id)?.start_in ?? 0) * 1000;
    const scheduled_at = isoOf(ctx.clock.now() + delay);
    await changeCiJobs(ctx, [id], { status: 'scheduled', scheduled_at, updated_at: instant });
    await enqueue(ctx, 'start_delayed_ci_job', { ci_job_id: id }, { delay });
  }
  const jobs = turns.length === 0 ? before : await currentCiJobs(ctx, pipeline.id);
  const summary = summaryOf(jobs, pipeline, instant);
  const after = await updatePipelineRow(ctx.db, pipeline.id, { ...summary });
  if (after.status !== pipeline.status) await announceStatus(ctx, pipeline, after);
  await tellWaitingMerges(ctx, after);
  return after;
}

/** Tells that a pipeline has another status, or one that it began with and ends with. */
export const announceStatus = (
  ctx: Ctx,
  before: Pick<Pipeline, 'status'> | undefined,
  after: Pipeline,
): Promise<void> =>
  announce(ctx, [
    {
      name: 'pipeline.status',
      subject: { type: 'Pipeline', id: after.id },
      projectId: after.project_id,
      ...(before === undefined ? {} : { before: { status: before.status } }),
      after: { status: after.status },
    },
  ]);

const queued = (job: CiJob) => ({
  id: job.id,
  kind: job.kind,
  name: job.name,
  stageIndex: job.stage_index,
  status: job.status,
  when: job.when,
  allowFailure: job.allow_failure === 1,
  needs: job.needs === null ? undefined : namesIn(job.needs),
});

/** Written by the creation of pipelines alone, as a list of names. */
const namesIn = (json: string) => JSON.parse(json) as string[];

function summaryOf(jobs: readonly CiJob[], pipeline: Pipeline, instant: string) {
  const status =
    compositeStatus(
      jobs.map((job) => ({ status: job.status, allowFailure: job.allow_failure === 1 })),
    ) ?? pipeline.status;
  const started = jobs.flatMap((job) => job.started_at ?? []).sort();
  const ended = isFinished(status);
  const covered = jobs.flatMap((job) => (job.coverage === null ? [] : Number(job.coverage)));
  const sum = covered.reduce((total, one) => total + one, 0);
  return {
    status,
    started_at: pipeline.started_at ?? started[0] ?? null,
    finished_at: ended ? (pipeline.finished_at ?? instant) : null,
    duration: ended ? secondsOfWork(jobs) : null,
    coverage: covered.length === 0 ? null : (sum / covered.length).toFixed(2),
    updated_at: instant,
  };
}

/** Seconds in which at least one job ran; null where none did. */
function secondsOfWork(jobs: readonly Pick<CiJob, 'started_at' | 'finished_at'>[]): number | null {
  const spans = jobs
    .flatMap(({ started_at, finished_at }) =>
      started_at === null || finished_at === null
        ? []
        : [{ from: Date.parse(started_at), to: Date.parse(finished_at) }],
    )
    .sort((a, b) => a.from - b.from);
  if (spans.length === 0) return null;
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return Math.round(total / 1000);
}
