import type { Page } from '#contract/common.ts';
import type { CiJobStatus } from '#contract/pipeline-record.ts';
import type { Ctx } from '../../context.ts';
import type { Change, NewRow } from '../../db/schema.ts';
import { notFound } from '../../errors.ts';
import { announce } from '../events/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  type CiJob,
  type CiJobFilter,
  findCiJob,
  insertCiJobs,
  listCiJobs,
  listCiJobsByIds,
  listCurrentCiJobs,
  updateCiJobs,
} from './repository.ts';

export type { CiJob } from './repository.ts';

/** A job that the CI file made; 404 `404 Not Found` for none, and for statuses from outside. */
export async function getCiJob(ctx: Ctx, project: Project, id: number): Promise<CiJob> {
  const job = await findCiJob(ctx.db, project.id, id);
  if (job === undefined || job.kind !== 'job') throw notFound();
  return job;
}

/** The newest job of each name of a pipeline, statuses from outside among them. */
export const currentCiJobs = (ctx: Ctx, pipelineId: number): Promise<CiJob[]> =>
  listCurrentCiJobs(ctx.db, pipelineId);

/** Jobs by id, for records that name them. */
export const ciJobsById = (ctx: Ctx, ids: readonly number[]): Promise<CiJob[]> =>
  listCiJobsByIds(ctx.db, ids);

/** Writes jobs. Call inside the transaction of their pipeline. */
export const addCiJobs = (ctx: Ctx, rows: readonly NewRow<'ci_jobs'>[]): Promise<CiJob[]> =>
  insertCiJobs(ctx.db, rows);

/**
 * Changes jobs, and tells of each that has another status. Call inside a transaction that holds
 * their pipeline.
 */
export async function changeCiJobs(
  ctx: Ctx,
  ids: readonly number[],
  change: Change<'ci_jobs'>,
): Promise<void> {
  const { status } = change;
  const changed = await updateCiJobs(ctx.db, ids, change);
  if (status === undefined) return;
  await announce(
    ctx,
    changed.map(({ id, project_id }) => ({
      name: 'ci_job.status',
      subject: { type: 'CiJob', id },
      projectId: project_id,
      after: { status },
    })),
  );
}

/** One page of jobs. */
export const ciJobPage = (
  ctx: Ctx,
  project: Project,
  filter: CiJobFilter & { paging: { offset: number; perPage: number } },
): Promise<Page<CiJob>> => listCiJobs(ctx.db, project.id, filter);

/** Jobs that were skipped wait again, after one before them was started anew. */
export async function reviveSkipped(ctx: Ctx, jobs: readonly CiJob[], instant: string) {
  const skipped = jobs.filter((job) => job.kind === 'job' && job.status === 'skipped');
  await changeCiJobs(
    ctx,
    skipped.map((job) => job.id),
    { status: 'created', finished_at: null, updated_at: instant },
  );
}

/** Statuses in which a job can still be ended by force. */
const cancelable: ReadonlySet<CiJobStatus> = new Set([
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'scheduled',
]);

export const isCancelable = (job: CiJob): boolean => cancelable.has(job.status);

/** An ended job of the CI file may be started anew. */
export const isRetryable = (job: CiJob): boolean =>
  job.kind === 'job' && ['success', 'failed', 'canceled'].includes(job.status);

/** The row of a job that takes the place of an ended one; nobody has to let it go once more. */
export const againOf = (job: CiJob, by: { userId: number | null; instant: string }) => ({
  ...(job.when === 'manual' || job.when === 'delayed'
    ? { status: 'pending' as const, queued_at: by.instant }
    : { status: 'created' as const, queued_at: null }),
  project_id: job.project_id,
  pipeline_id: job.pipeline_id,
  kind: job.kind,
  name: job.name,
  stage: job.stage,
  stage_index: job.stage_index,
  ref: job.ref,
  tag: job.tag,
  sha: job.sha,
  when: job.when,
  allow_failure: job.allow_failure,
  needs: job.needs,
  start_in: job.start_in,
  tag_list: job.tag_list,
  environment: job.environment,
  user_id: by.userId,
  target_url: null,
  description: null,
  coverage: null,
  failure_reason: null,
  scheduled_at: null,
  started_at: null,
  finished_at: null,
  erased_at: null,
  created_at: by.instant,
  updated_at: by.instant,
});
