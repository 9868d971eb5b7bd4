import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { pipelines } from '#contract/pipelines.ts';
import { actingUser, actingUserId, type Ctx, now, transact } from '../../context.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import {
  addCiJobs,
  againOf,
  changeCiJobs,
  currentCiJobs,
  isCancelable,
  isRetryable,
  reviveSkipped,
} from '../ci-jobs/rules.ts';
import { archivedBefore } from '../ci-jobs/archive-rules.ts';
import { deployByJob } from '../deployments/job-rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import { findUserByIdOrUsername } from '../users/rules.ts';
import { advancePipeline, holdPipeline } from './advance-rules.ts';
import { auditPipeline } from './audit-rules.ts';
import { createPipeline } from './create-rules.ts';
import {
  listPipelines,
  listPipelinesOfMergeRequest,
  type PipelineFilter,
} from './list-repository.ts';
import { tellWaitingMerges } from './head-rules.ts';
import { findRef } from './refs.ts';
import {
  deletePipelineRow,
  findLatestPipeline,
  findPipeline,
  listPipelinesByIds,
  listPipelineVariables,
  type Pipeline,
} from './repository.ts';
import type { GivenVariable } from './variables.ts';

export type { Pipeline } from './repository.ts';

type Paging = { offset: number; perPage: number };

/** May the caller, who sees the project, see its pipelines? */
export async function mayReadPipelines(ctx: Ctx, project: Project): Promise<boolean> {
  const ability = project.public_jobs === 1 ? 'read_pipeline' : 'read_pipeline_of_members';
  return mayInProject(ctx, ability, project);
}

/** 403 for who sees the project, where its pipelines are for Reporters and above only. */
export async function authorizePipelines(ctx: Ctx, project: Project): Promise<void> {
  if (project.public_jobs === 1) return;
  if (!(await mayReadPipelines(ctx, project))) throw forbidden();
}

/** A pipeline of a project; 404 `404 Pipeline Not Found`. */
export async function getPipeline(ctx: Ctx, project: Project, id: number): Promise<Pipeline> {
  await authorizePipelines(ctx, project);
  const pipeline = await findPipeline(ctx.db, project.id, id);
  if (pipeline === undefined) throw notFound('Pipeline');
  return pipeline;
}

/** One page of pipelines. */
export async function pipelinePage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof pipelines.list> & { paging: Paging },
): Promise<Page<Pipeline>> {
  await authorizePipelines(ctx, project);
  const { username, ...filter } = query;
  if (username === undefined) return listPipelines(ctx.db, project.id, filter);
  const user = await findUserByIdOrUsername(ctx, username);
  return listPipelines(ctx.db, project.id, { ...filter, userId: user?.id ?? 0 });
}

/** The newest pipeline of the last commit of a ref, the default branch where none is named. */
export async function latestPipeline(
  ctx: Ctx,
  project: Project,
  name: string | undefined,
): Promise<Pipeline> {
  await authorizePipelines(ctx, project);
  const ref = await findRef(ctx, project, name ?? project.default_branch);
  if (ref === undefined || ref === 'ambiguous') throw notFound('Pipeline');
  const found = await findLatestPipeline(ctx.db, project.id, { sha: ref.sha, ref: ref.name });
  if (found === undefined) throw notFound('Pipeline');
  return found;
}

/** A pipeline's variables: for Maintainers, and for who started it while Developer. */
export async function variablesOf(
  ctx: Ctx,
  project: Project,
  id: number,
): Promise<{ key: string; value: string; variable_type: 'env_var' | 'file'; raw: boolean }[]> {
  const pipeline = await getPipeline(ctx, project, id);
  const own =
    pipeline.user_id === actingUserId(ctx) && (await mayInProject(ctx, 'update_pipeline', project));
  if (!own && !(await mayInProject(ctx, 'admin_pipeline', project))) throw forbidden();
  const rows = await listPipelineVariables(ctx.db, pipeline.id);
  return rows.map((row) => ({
    variable_type: row.variable_type,
    key: row.key,
    value: ctx.secrets.decrypt(row.encrypted_value),
    raw: row.raw === 1,
  }));
}

/** Makes a pipeline as the caller asks; 400 on `base` where there can be none. */
export async function createPipelineByHand(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof pipelines.create>,
): Promise<Pipeline> {
  const given = body.variables ?? [];
  const variables: GivenVariable[] = Array.isArray(given)
    ? given
    : Object.entries(given).map(([key, value]) => ({ key, value }));
  const creation = await createPipeline(ctx, project, {
    ref: body.ref,
    source: 'api',
    user: actingUser(ctx),
    variables,
    // Whatever JSON can say; the file's `spec:inputs` judges it.
    inputs: body.inputs,
    saveOnErrors: false,
  });
  if (creation.outcome === 'created') return creation.pipeline;
  throw invalid({ base: creation.messages });
}

/** Ends the jobs that have not ended. */
export const cancelPipeline = (ctx: Ctx, project: Project, id: number): Promise<Pipeline> =>
  change(ctx, project, {
    id,
    verb: 'cancel',
    act: async (ctx, pipeline) => {
      const jobs = (await currentCiJobs(ctx, pipeline.id)).filter(isCancelable);
      const instant = now(ctx);
      await changeCiJobs(
        ctx,
        jobs.map((job) => job.id),
        { status: 'canceled', finished_at: instant, updated_at: instant },
      );
      for (const job of jobs) await deployByJob(ctx, project, { ...job, status: 'canceled' });
    },
  });

/** Starts failed and canceled jobs anew, and those skipped because of them; archived ones stay. */
export const retryPipeline = (ctx: Ctx, project: Project, id: number): Promise<Pipeline> =>
  change(ctx, project, {
    id,
    verb: 'retry',
    act: async (ctx, pipeline) => {
      const before = await archivedBefore(ctx);
      const current = await currentCiJobs(ctx, pipeline.id);
      const jobs = current.filter((job) => before === undefined || job.created_at >= before);
      const instant = now(ctx);
      const ended = jobs.filter((job) => isRetryable(job) && job.status !== 'success');
      await changeCiJobs(
        ctx,
        ended.map((job) => job.id),
        { retried: 1, updated_at: instant },
      );
      await addCiJobs(
        ctx,
        ended.map((job) => againOf(job, { userId: actingUserId(ctx), instant })),
      );
      if (ended.length > 0) await reviveSkipped(ctx, jobs, instant);
    },
  });

interface Change {
  id: number;
  verb: 'cancel' | 'retry';
  act: (ctx: Ctx, pipeline: Pipeline) => Promise<void>;
}

async function change(ctx: Ctx, project: Project, { id, verb, act }: Change): Promise<Pipeline> {
  const { id: found } = await getPipeline(ctx, project, id);
  return transact(ctx, async (ctx) => {
    const before = await holdPipeline(ctx, found);
    if (before === undefined) throw notFound('Pipeline');
    await act(ctx, before);
    const after = await advancePipeline(ctx, before);
    await auditPipeline(ctx, project, { action: `pipeline.${verb}`, before, after });
    return after;
  });
}

/** Deletes a pipeline with its jobs and variables. */
export async function removePipeline(ctx: Ctx, project: Project, id: number): Promise<void> {
  const pipeline = await getPipeline(ctx, project, id);
  await transact(ctx, async (ctx) => {
    await deletePipelineRow(ctx.db, pipeline.id);
    // An older one may be the newest again.
    await tellWaitingMerges(ctx, { ...pipeline, status: 'canceled' });
    await auditPipeline(ctx, project, { action: 'pipeline.remove', before: pipeline });
  });
}

/** The newest pipeline of a commit in a project: what stands at the head of a merge request. */
export const findHeadPipeline = (
  ctx: Ctx,
  projectId: number,
  sha: string,
): Promise<Pipeline | undefined> => findLatestPipeline(ctx.db, projectId, { sha });

/**
 * One page of the pipelines of a merge request, the newest first: those made for it, and those of
 * its source branch (`projectId`, `ref`) at one of its commits.
 */
export const pipelinesOfCommits = (
  ctx: Ctx,
  of: { mergeRequestId: number; projectId: number; ref: string; shas: readonly string[] },
  paging: Paging,
): Promise<Page<Pipeline>> => listPipelinesOfMergeRequest(ctx.db, of, paging);

/** One page of the pipelines that a schedule has made. */
export const pipelinesOfSchedule = (
  ctx: Ctx,
  project: Project,
  filter: Omit<PipelineFilter, 'order_by'> & { pipeline_schedule_id: number; paging: Paging },
): Promise<Page<Pipeline>> => listPipelines(ctx.db, project.id, { ...filter, order_by: 'id' });

/** Pipelines by id, for records that name them. */
export async function pipelinesById(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, Pipeline>> {
  const rows = await listPipelinesByIds(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}
