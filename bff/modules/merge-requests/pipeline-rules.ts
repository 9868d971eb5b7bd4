import type { Page } from '#contract/common.ts';
import { actingUser, type Ctx, transact } from '../../context.ts';
import { invalid, methodNotAllowed } from '../../errors.ts';
import { enqueue, type JobPayloads } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { createMergeRequestPipeline } from '../pipelines/merge-request-rules.ts';
import {
  authorizePipelines,
  mayReadPipelines,
  type Pipeline,
  pipelinesOfCommits,
} from '../pipelines/rules.ts';
import { findProjectById, mayInProject, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { actAs } from './act-as.ts';
import { findMergeRequestById } from './repository.ts';
import { getMergeRequest, type MergeRequest, versionPage } from './rules.ts';

type Paging = { offset: number; perPage: number };

/** The newest versions whose heads are looked at. */
const mostVersions = { offset: 0, perPage: 500 };

/** One page of the pipelines of a merge request, and the project that they ran in. */
export async function mergeRequestPipelines(
  ctx: Ctx,
  project: Project,
  { iid, paging }: { iid: number; paging: Paging },
): Promise<Page<Pipeline> & { source: Project }> {
  const row = await getMergeRequest(ctx, project, iid);
  await authorizePipelines(ctx, project);
  const source = await findProjectById(ctx, row.source_project_id ?? 0);
  // The pipelines of a fork are for those who may see that.
  if (source === undefined || !(await mayReadPipelines(ctx, source))) {
    return { rows: [], total: 0, source: project };
  }
  const versions = await versionPage(ctx, row, mostVersions);
  const shas = new Set(versions.rows.map((version) => version.head_commit_sha));
  if (row.head_sha !== null) shas.add(row.head_sha);
  const of = {
    mergeRequestId: row.id,
    projectId: source.id,
    ref: row.source_branch,
    shas: [...shas],
  };
  return { ...(await pipelinesOfCommits(ctx, of, paging)), source };
}

/**
 * Makes a pipeline for a merge request: 405 where it is not open or the caller may make none in its
 * source project, 400 on `base` where the CI file wants none. Undefined when it is made later.
 */
export async function createPipelineFor(
  ctx: Ctx,
  project: Project,
  { iid, later }: { iid: number; later: boolean },
): Promise<{ pipeline: Pipeline; source: Project } | undefined> {
  const row = await getMergeRequest(ctx, project, iid);
  const source = await sourceOf(ctx, row);
  if (source === undefined) throw methodNotAllowed();
  const user = actingUser(ctx);
  if (later) {
    const job = { merge_request_id: row.id, user_id: user.id };
    await transact(ctx, async (ctx) => {
      await enqueue(ctx, 'create_merge_request_pipeline', job);
      await audit(ctx, {
        action: 'merge_request.ask_pipeline',
        subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
        projectId: project.id,
      });
    });
    return undefined;
  }
  const creation = await createMergeRequestPipeline(ctx, { mergeRequestId: row.id, user });
  if (creation.outcome === 'refused') throw invalid({ base: creation.messages });
  return { pipeline: creation.pipeline, source };
}

async function sourceOf(ctx: Ctx, row: MergeRequest): Promise<Project | undefined> {
  if (row.state !== 'opened') return undefined;
  const source = await findProjectById(ctx, row.source_project_id ?? 0);
  if (source === undefined || !(await mayInProject(ctx, 'create_pipeline', source))) {
    return undefined;
  }
  return source;
}

/** The job: makes the pipeline that was asked for; what the CI file does not want is not made. */
export async function createPipelineLater(
  ctx: Ctx,
  job: JobPayloads['create_merge_request_pipeline'],
): Promise<void> {
  const user = (await usersById(ctx, [job.user_id])).get(job.user_id);
  const row = await findMergeRequestById(ctx.db, job.merge_request_id);
  if (user?.state !== 'active' || row === undefined) return;
  const asUser = actAs(ctx, user);
  if ((await sourceOf(asUser, row)) === undefined) return;
  await createMergeRequestPipeline(asUser, { mergeRequestId: row.id, user });
}
