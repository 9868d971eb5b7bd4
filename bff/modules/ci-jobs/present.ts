import { archivedBefore } from './archive-rules.ts';
import type { CiJob as CiJobRecord } from '#contract/ci-jobs.ts';
import type { Ctx } from '../../context.ts';
import { presentBasicPipeline, presentStoredCommit } from '../pipelines/present.ts';
import { pipelinesById } from '../pipelines/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { CiJob } from './rules.ts';

/** Seconds between two instants; until now while the second is not there. */
function secondsBetween(ctx: Ctx, from: string | null, to: string | null): number | null {
  if (from === null) return null;
  const end = to === null ? ctx.clock.now() : Date.parse(to);
  return Math.max(0, (end - Date.parse(from)) / 1000);
}

/** Records of jobs, with what they name fetched at once for all. */
export async function presentCiJobs(
  ctx: Ctx,
  project: Project,
  rows: readonly CiJob[],
): Promise<CiJobRecord[]> {
  const pipelines = await pipelinesById(
    ctx,
    rows.map((row) => row.pipeline_id),
  );
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  const archived = await archivedBefore(ctx);
  return rows.map((row) => {
    const pipeline = pipelines.get(row.pipeline_id);
    if (pipeline === undefined) throw new Error('a job without a pipeline');
    const user = users.get(row.user_id ?? 0);
    return {
      id: row.id,
      status: row.status,
      stage: row.stage,
      name: row.name,
      ref: row.ref,
      tag: row.tag === 1,
      coverage: row.coverage === null ? null : Number(row.coverage),
      allow_failure: row.allow_failure === 1,
      created_at: row.created_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
      erased_at: row.erased_at,
      duration: secondsBetween(ctx, row.started_at, row.finished_at),
      queued_duration: secondsBetween(ctx, row.queued_at, row.started_at ?? row.finished_at),
      ...(row.failure_reason === null ? {} : { failure_reason: row.failure_reason }),
      user: user === undefined ? null : presentUserSummary(ctx, user),
      commit: presentStoredCommit(ctx, project, pipeline.commit),
      pipeline: presentBasicPipeline(ctx, project, pipeline),
      web_url: `${ctx.publicUrl}/${project.full_path}/-/jobs/${row.id}`,
      project: { ci_job_token_scope_enabled: false },
      artifacts: [],
      runner: null,
      runner_manager: null,
      artifacts_expire_at: null,
      archived: archived !== undefined && row.created_at < archived,
      // Written by the creation of pipelines alone, as a list of names.
      tag_list: JSON.parse(row.tag_list) as string[],
    };
  });
}

/** One job's record. */
export async function presentCiJob(ctx: Ctx, project: Project, row: CiJob): Promise<CiJobRecord> {
  const [record] = await presentCiJobs(ctx, project, [row]);
  if (record === undefined) throw new Error('one job in, one record out');
  return record;
}
