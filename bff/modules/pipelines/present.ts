import type * as z from 'zod';
import type { Commit } from '#contract/commits.ts';
import type {
  BasicPipeline,
  listedPipeline,
  Pipeline as PipelineRecord,
} from '#contract/pipeline-record.ts';
import type { Ctx } from '../../context.ts';
import { currentCiJobs } from '../ci-jobs/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { detailedStatusOf } from './detailed-status.ts';
import type { Pipeline } from './repository.ts';

type Links = Pick<Ctx, 'publicUrl'>;

/** A pipeline as other records name it. */
export const presentBasicPipeline = (
  ctx: Links,
  project: Project,
  row: Pipeline,
): BasicPipeline => ({
  id: row.id,
  iid: row.iid,
  project_id: row.project_id,
  sha: row.sha,
  ref: row.ref,
  status: row.status,
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at,
  web_url: `${ctx.publicUrl}/${project.full_path}/-/pipelines/${row.id}`,
});

/** A pipeline in a list. */
export const presentListedPipeline = (
  ctx: Links,
  project: Project,
  row: Pipeline,
): z.output<typeof listedPipeline> => ({
  ...presentBasicPipeline(ctx, project, row),
  name: row.name,
});

/** A pipeline's whole record. */
export async function presentPipeline(
  ctx: Ctx,
  project: Project,
  row: Pipeline,
): Promise<PipelineRecord> {
  const user = (await usersById(ctx, [row.user_id])).get(row.user_id ?? 0);
  const jobs = row.status === 'success' ? await currentCiJobs(ctx, row.id) : [];
  const warned = jobs.some((job) => job.status === 'failed' || job.status === 'canceled');
  const waited =
    row.started_at === null ? null : Date.parse(row.started_at) - Date.parse(row.created_at);
  return {
    ...presentListedPipeline(ctx, project, row),
    before_sha: row.before_sha,
    tag: row.tag === 1,
    yaml_errors: row.yaml_errors,
    user: user === undefined ? null : presentUserSummary(ctx, user),
    started_at: row.started_at,
    finished_at: row.finished_at,
    committed_at: row.committed_at,
    duration: row.duration,
    queued_duration: waited === null ? null : Math.max(0, waited / 1000),
    coverage: row.coverage,
    detailed_status: detailedStatusOf(row.status, {
      warned,
      path: `/${project.full_path}/-/pipelines/${row.id}`,
    }),
    archived: false,
  };
}

/** The commit that a pipeline was made of, as it was stored with it. */
export function presentStoredCommit(ctx: Links, project: Project, json: string): Commit {
  // Written by `presentCommit` alone; its link is made anew, for the project may have moved.
  const commit = JSON.parse(json) as Commit;
  return { ...commit, web_url: `${ctx.publicUrl}/${project.full_path}/-/commit/${commit.id}` };
}
