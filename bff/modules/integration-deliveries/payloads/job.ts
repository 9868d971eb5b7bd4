import type { Ctx } from '../../../context.ts';
import type { Project } from '../../projects/rules.ts';
import type { News } from '../news.ts';
import { findCiJobRow, findPipelineRow } from '../subject-repository.ts';
import { type Happening, statusOf } from './happening.ts';
import { personOf, projectPayload, repositoryPayload, withOlderNames } from './parts.ts';

/** A job that took another status. */
export async function jobNews(ctx: Ctx, project: Project, happening: Happening): Promise<News[]> {
  const { id } = happening;
  const row = await findCiJobRow(ctx.db, id);
  const pipeline = row && (await findPipelineRow(ctx.db, row.pipeline_id));
  if (row === undefined || pipeline === undefined) return [];
  const place = await projectPayload(ctx, project);
  const payload = {
    object_kind: 'build',
    ref: row.ref,
    tag: row.tag === 1,
    before_sha: pipeline.before_sha,
    sha: row.sha,
    build_id: row.id,
    build_name: row.name,
    build_stage: row.stage,
    build_status: statusOf(happening, row.status),
    build_created_at: row.created_at,
    build_started_at: row.started_at,
    build_finished_at: row.finished_at,
    build_allow_failure: row.allow_failure === 1,
    build_failure_reason: row.failure_reason,
    pipeline_id: row.pipeline_id,
    project_id: project.id,
    project_name: project.full_name,
    user: await personOf(ctx, row.user_id),
    repository: repositoryPayload(place),
    project: withOlderNames(place),
  } as const;
  return [{ kind: 'job', facts: { status: payload.build_status }, payload }];
}
