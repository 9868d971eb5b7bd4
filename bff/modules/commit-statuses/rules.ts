import type { Page } from '#contract/common.ts';
import type { commitStatuses } from '#contract/commit-statuses.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { CiJobStatus, ReportableStatus } from '#contract/pipeline-record.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { isSha } from '../../git/names.ts';
import { auditCiJob } from '../ci-jobs/audit-rules.ts';
import {
  addCiJobs,
  againOf,
  changeCiJobs,
  type CiJob,
  ciJobPage,
  currentCiJobs,
  reviveSkipped,
} from '../ci-jobs/rules.ts';
import { commitNamed } from '../commits/rules.ts';
import { deployByJob } from '../deployments/job-rules.ts';
import { advancePipeline, holdPipeline } from '../pipelines/advance-rules.ts';
import { pipelineForStatus } from '../pipelines/external-rules.ts';
import { authorizePipelines, type Pipeline } from '../pipelines/rules.ts';
import { isFinished } from '../pipelines/status.ts';
import type { Project } from '../projects/rules.ts';

type Paging = { offset: number; perPage: number };

/** One page of the statuses of a commit; 404 `404 Commit Not Found` for none of that name. */
export async function commitStatusPage(
  ctx: Ctx,
  project: Project,
  of: { sha: string; query: QueryOf<typeof commitStatuses.list>; paging: Paging },
): Promise<Page<CiJob>> {
  await authorizePipelines(ctx, project);
  const { query, paging } = of;
  const sha = isSha(of.sha) ? of.sha : await commitNamed(ctx, project, of.sha);
  const page = await ciJobPage(ctx, project, {
    kinds: ['job', 'external'],
    sha,
    ref: query.ref,
    stage: query.stage,
    name: query.name,
    pipelineId: query.pipeline_id,
    includeRetried: query.all,
    order: { by: query.order_by, sort: query.sort },
    paging,
  });
  if (page.total === 0) await commitNamed(ctx, project, sha);
  return page;
}

interface Report {
  sha: string;
  body: BodyOf<typeof commitStatuses.create>;
}

/**
 * Writes down how a job of the commit's pipeline stands: one of the CI file by its name, or else a
 * status from outside. What has ended is not changed; the next report begins a new row.
 */
export async function reportStatus(ctx: Ctx, project: Project, report: Report): Promise<CiJob> {
  const { body } = report;
  checkUrl(body.target_url);
  const sha = await commitNamed(ctx, project, report.sha);
  const { id } = await pipelineForStatus(ctx, project, {
    sha,
    ref: body.ref?.replace(/^refs\/(heads|tags)\//, ''),
    pipelineId: body.pipeline_id,
  });
  return transact(ctx, async (ctx) => {
    const pipeline = await holdPipeline(ctx, id);
    if (pipeline === undefined) throw notFound('Pipeline');
    const name = body.name ?? body.context ?? 'default';
    const jobs = await currentCiJobs(ctx, id);
    const job = await openJob(ctx, pipeline, {
      known: jobs.find((one) => one.name === name),
      name,
    });
    await changeCiJobs(ctx, [job.id], { ...detailsOf(body), ...moved(ctx, job, body.state) });
    await advancePipeline(ctx, pipeline);
    const after = (await currentCiJobs(ctx, id)).find((one) => one.id === job.id);
    if (after === undefined) throw new Error('a status that was just written is gone');
    await deployByJob(ctx, project, after);
    await auditCiJob(ctx, project, { action: 'commit_status.create', before: job, after });
    return after;
  });
}

function checkUrl(text: string | undefined): void {
  if (text === undefined || text === '') return;
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw invalid({ target_url: ['is blocked: Only allowed schemes are http, https'] });
  }
}

const externalStage = { stage: 'external', stage_index: 1_000_000 };

/** The row to report on: the known one while it has not ended, else a new one in its place. */
async function openJob(
  ctx: Ctx,
  pipeline: Pipeline,
  of: { known: CiJob | undefined; name: string },
): Promise<CiJob> {
  const { known, name } = of;
  if (known !== undefined && !isFinished(known.status)) return known;
  const by = { userId: actingUser(ctx).id, instant: now(ctx) };
  if (known !== undefined) {
    await changeCiJobs(ctx, [known.id], { retried: 1, updated_at: by.instant });
    if (known.kind === 'job') {
      await reviveSkipped(ctx, await currentCiJobs(ctx, pipeline.id), by.instant);
    }
  }
  const row = known === undefined ? externalRow(pipeline, name, by) : againOf(known, by);
  const [made] = await addCiJobs(ctx, [{ ...row, status: 'created', queued_at: null }]);
  if (made === undefined) throw new Error('one row in, one row out');
  return made;
}

const externalRow = (
  pipeline: Pipeline,
  name: string,
  by: { userId: number; instant: string },
) => ({
  ...externalStage,
  project_id: pipeline.project_id,
  pipeline_id: pipeline.id,
  kind: 'external' as const,
  name,
  ref: pipeline.ref,
  tag: pipeline.tag,
  sha: pipeline.sha,
  needs: null,
  start_in: null,
  environment: null,
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

function detailsOf(body: Report['body']): Change<'ci_jobs'> {
  const { target_url, description, coverage } = body;
  return {
    ...(target_url === undefined ? {} : { target_url }),
    ...(description === undefined ? {} : { description }),
    ...(coverage === undefined ? {} : { coverage: String(coverage) }),
  };
}

const events: Record<ReportableStatus, string> = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
  skipped: 'skip',
};

/** Where a report may not lead from. What has ended is not asked: its row is not used again. */
const impossible: Record<ReportableStatus, readonly CiJobStatus[]> = {
  pending: ['pending', 'running', 'canceling'],
  running: ['running', 'canceling'],
  success: [],
  failed: [],
  canceled: [],
  skipped: ['running', 'canceling'],
};

function moved(ctx: Ctx, job: CiJob, to: ReportableStatus): Change<'ci_jobs'> {
  if (impossible[to].includes(job.status)) {
    const event = events[to];
    throw refused(
      `Cannot transition status via :${event} from :${job.status} (Reason(s): Status cannot transition via "${event}")`,
    );
  }
  const instant = now(ctx);
  const change: Change<'ci_jobs'> = { status: to, scheduled_at: null, updated_at: instant };
  if (to === 'pending') return { ...change, queued_at: instant };
  const queued_at = job.queued_at ?? instant;
  if (to === 'running') return { ...change, queued_at, started_at: instant };
  const failure_reason = to === 'failed' ? 'api_failure' : null;
  return { ...change, queued_at, finished_at: instant, failure_reason };
}
