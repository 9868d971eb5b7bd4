import type { PlanAnswer } from '../../ci/task.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import { nullSha } from '../../git/names.ts';
import { addCiJobs } from '../ci-jobs/rules.ts';
import { presentCommit } from '../commits/present.ts';
import { askForReadingOf } from '../dependencies/reading-rules.ts';
import type { Project } from '../projects/rules.ts';
import { advancePipeline, announceStatus } from './advance-rules.ts';
import { auditPipeline } from './audit-rules.ts';
import type { Creation, Found, Storing } from './creation.ts';
import { tellWaitingMerges } from './head-rules.ts';
import {
  findByOrigin,
  insertPipeline,
  insertPipelineVariables,
  type Pipeline,
} from './repository.ts';
import { givenVariables } from './variables.ts';

/** Writes a pipeline with its jobs; of two with one origin the second is the first. */
export async function storePipeline(ctx: Ctx, project: Project, draft: Storing): Promise<Creation> {
  try {
    return await transact(ctx, (ctx) => write(ctx, project, draft));
  } catch (error) {
    const { originKey } = draft.request;
    if (originKey === undefined || !isUniqueViolation(error)) throw error;
    const before = await findByOrigin(ctx.db, originKey);
    if (before === undefined) throw error;
    return { outcome: 'created', pipeline: before };
  }
}

async function write(ctx: Ctx, project: Project, draft: Storing): Promise<Creation> {
  const { request, commit } = draft;
  const time = now(ctx);
  const planned = 'plan' in draft;
  const messages = 'messages' in draft ? draft.messages : undefined;
  const pipeline = await insertPipeline(ctx.db, {
    project_id: project.id,
    iid: await nextNumber(ctx.db, 'project:pipelines', project.id),
    ref: refOf(request),
    tag: bit(request.ref.tag),
    sha: commit.sha,
    before_sha: request.beforeSha ?? nullSha,
    source: request.source,
    status: planned ? 'created' : draft.status,
    name: planned ? (draft.plan.name ?? null) : null,
    user_id: request.user?.id ?? null,
    merge_request_id: request.mergeRequest?.id ?? null,
    pipeline_schedule_id: request.scheduleId ?? null,
    yaml_errors: messages?.join('\n') ?? null,
    failure_reason: messages === undefined ? null : 'config_error',
    warnings: JSON.stringify(planned ? draft.warnings : []),
    commit: JSON.stringify(presentCommit(ctx, project, commit)),
    origin_key: request.originKey ?? null,
    coverage: null,
    duration: null,
    committed_at: commit.committer.date,
    started_at: null,
    finished_at: planned ? null : time,
    created_at: time,
    updated_at: time,
  });
  await insertPipelineVariables(ctx.db, givenVariables(ctx, pipeline.id, request.variables));
  await tellWaitingMerges(ctx, pipeline);
  await askForReadingOf(ctx, project.id, pipeline.sha);
  await request.also?.(ctx, pipeline);
  await auditPipeline(ctx, project, { action: 'pipeline.create', after: pipeline });
  if (messages !== undefined) {
    await announceStatus(ctx, undefined, pipeline);
    return { outcome: 'failed', pipeline, messages };
  }
  if (planned) {
    await addCiJobs(ctx, jobRows(pipeline, draft.plan.jobs));
    await advancePipeline(ctx, pipeline);
  }
  return { outcome: 'created', pipeline };
}

/** Pipelines of a merge request carry its own ref. */
const refOf = ({ mergeRequest, ref }: Found) =>
  mergeRequest === undefined ? ref.name : `refs/merge-requests/${mergeRequest.iid}/head`;

type PlannedJobs = Extract<PlanAnswer, { outcome: 'planned' }>['plan']['jobs'];

// In the order of their stages: the API names no order of stages besides that of the jobs' ids.
const jobRows = (pipeline: Pipeline, jobs: PlannedJobs) =>
  jobs
    .toSorted((a, b) => a.stageIndex - b.stageIndex)
    .map((job) => ({
      project_id: pipeline.project_id,
      pipeline_id: pipeline.id,
      kind: 'job' as const,
      name: job.name,
      stage: job.stage,
      stage_index: job.stageIndex,
      ref: pipeline.ref,
      tag: pipeline.tag,
      sha: pipeline.sha,
      when: job.when,
      allow_failure: bit(job.allowFailure),
      needs: job.needs === undefined ? null : JSON.stringify(job.needs),
      start_in: job.startIn ?? null,
      tag_list: JSON.stringify(job.tags),
      environment: job.environment === undefined ? null : JSON.stringify(job.environment),
      user_id: pipeline.user_id,
      target_url: null,
      description: null,
      coverage: null,
      failure_reason: null,
      scheduled_at: null,
      queued_at: null,
      started_at: null,
      finished_at: null,
      erased_at: null,
      created_at: pipeline.created_at,
      updated_at: pipeline.created_at,
    }));
