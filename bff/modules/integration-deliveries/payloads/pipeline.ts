import type { Ctx } from '../../../context.ts';
import type { Row } from '../../../db/schema.ts';
import { currentCiJobs } from '../../ci-jobs/rules.ts';
import { presentStoredCommit } from '../../pipelines/present.ts';
import type { Project } from '../../projects/rules.ts';
import { protectionOf } from '../../repositories/rules.ts';
import { usersById } from '../../users/rules.ts';
import type { Facts, News } from '../news.ts';
import {
  findFormerPipeline,
  findMergeRequestRow,
  findPipelineRow,
  listVariableKeys,
} from '../subject-repository.ts';
import { type Happening, statusOf } from './happening.ts';
import { mergeRequestAttributes } from './merge-request.ts';
import { personPayload, personOf, projectPayload } from './parts.ts';

type Pipeline = Row<'pipelines'>;
type CiJob = Row<'ci_jobs'>;

/** A pipeline that took another status. */
export async function pipelineNews(
  ctx: Ctx,
  project: Project,
  happening: Happening,
): Promise<News[]> {
  const { id } = happening;
  const row = await findPipelineRow(ctx.db, id);
  if (row === undefined) return [];
  const status = statusOf(happening, row.status);
  const jobs = await currentCiJobs(ctx, id);
  const place = await projectPayload(ctx, project);
  const isProtected = row.tag === 0 && (await protectionOf(ctx, project.id, row.ref)) !== undefined;
  const warned = jobs.some((job) => job.status === 'failed' && job.allow_failure === 1);
  const commit = presentStoredCommit(ctx, project, row.commit);
  const payload = {
    object_kind: 'pipeline',
    object_attributes: {
      id: row.id,
      iid: row.iid,
      name: row.name,
      ref: row.ref,
      tag: row.tag === 1,
      sha: row.sha,
      before_sha: row.before_sha,
      source: row.source,
      status,
      detailed_status: status === 'success' && warned ? 'passed with warnings' : word(status),
      stages: [...new Set(jobs.map((job) => job.stage))],
      created_at: row.created_at,
      finished_at: row.finished_at,
      duration: row.duration,
      queued_duration: secondsBetween(row.created_at, row.started_at),
      protected_ref: isProtected,
      // Values may be secrets and stay here.
      variables: await listVariableKeys(ctx.db, id),
      yaml_errors: row.yaml_errors,
      url: `${place.web_url}/-/pipelines/${row.id}`,
    },
    merge_request: await mergeRequestOf(ctx, place.web_url, row),
    user: await personOf(ctx, row.user_id),
    project: place,
    commit: {
      id: commit.id,
      message: commit.message,
      title: commit.title,
      timestamp: commit.authored_date,
      url: commit.web_url,
      author: { name: commit.author_name, email: commit.author_email },
    },
    builds: await buildsOf(ctx, jobs),
  } as const;
  const former = await findFormerPipeline(ctx.db, row);
  const facts: Facts = {
    status,
    isTurn: former?.status !== status && (former !== undefined || status === 'failed'),
    ...(row.tag === 1
      ? { isTag: true }
      : {
          branch: {
            name: row.ref,
            isDefault: row.ref === project.default_branch,
            isProtected,
          },
        }),
  };
  return [{ kind: 'pipeline', facts, payload }];
}

const word = (status: string) => (status === 'success' ? 'passed' : status);

function secondsBetween(from: string, to: string | null): number | null {
  return to === null ? null : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}

async function mergeRequestOf(ctx: Ctx, projectUrl: string, pipeline: Pipeline) {
  if (pipeline.merge_request_id === null) return null;
  const row = await findMergeRequestRow(ctx.db, pipeline.merge_request_id);
  return row === undefined ? null : mergeRequestAttributes(projectUrl, row);
}

async function buildsOf(ctx: Ctx, jobs: readonly CiJob[]) {
  const users = await usersById(
    ctx,
    jobs.map((job) => job.user_id),
  );
  return jobs.map((job) => {
    const user = users.get(job.user_id ?? 0);
    return {
      id: job.id,
      stage: job.stage,
      name: job.name,
      status: job.status,
      created_at: job.created_at,
      started_at: job.started_at,
      finished_at: job.finished_at,
      duration: job.started_at === null ? null : secondsBetween(job.started_at, job.finished_at),
      queued_duration:
        job.queued_at === null ? null : secondsBetween(job.queued_at, job.started_at),
      failure_reason: job.failure_reason,
      when: job.when,
      manual: job.when === 'manual',
      allow_failure: job.allow_failure === 1,
      user: user === undefined ? null : personPayload(user),
      runner: null,
      artifacts_file: { filename: null, size: null },
      environment: job.environment === null ? null : environmentOf(job.environment),
    };
  });
}

/** Written by the creation of pipelines alone. */
function environmentOf(json: string) {
  const { name, action } = JSON.parse(json) as { name: string; action: string };
  return { name, action };
}
