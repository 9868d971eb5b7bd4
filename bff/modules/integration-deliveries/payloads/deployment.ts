import type { Ctx } from '../../../context.ts';
import { commitsOf } from '../../../git/commits.ts';
import { resolve } from '../../../git/resolve.ts';
import { type Project, repositoryPath } from '../../projects/rules.ts';
import { protectionOf } from '../../repositories/rules.ts';
import type { Facts, News } from '../news.ts';
import { findDeploymentRow } from '../subject-repository.ts';
import { type Happening, statusOf } from './happening.ts';
import { personOf, projectPayload, withOlderNames } from './parts.ts';

/** A deployment that began or ended. */
export async function deploymentNews(
  ctx: Ctx,
  project: Project,
  happening: Happening,
): Promise<News[]> {
  const { id, at } = happening;
  const row = await findDeploymentRow(ctx.db, id);
  if (row === undefined) return [];
  const place = await projectPayload(ctx, project);
  const user = await personOf(ctx, row.user_id);
  const repo = repositoryPath(ctx, project.id);
  const sha = await resolve(repo, row.sha);
  const [commit] = sha === undefined ? [] : await commitsOf(repo, [sha]);
  const status = statusOf(happening, row.status);
  const job = row.ci_job_id;
  const payload = {
    object_kind: 'deployment',
    status,
    status_changed_at: at,
    deployment_id: row.id,
    deployable_id: job,
    deployable_url: job === null ? null : `${place.web_url}/-/jobs/${job}`,
    environment: row.environment,
    environment_tier: row.environment_tier,
    environment_slug: row.environment_slug,
    environment_external_url: row.environment_external_url,
    project: withOlderNames(place),
    short_sha: row.sha.slice(0, 8),
    user,
    user_url: user === null ? null : `${ctx.publicUrl}/${user.username}`,
    commit_url: `${place.web_url}/-/commit/${row.sha}`,
    commit_title: commit?.title ?? null,
    ref: row.ref,
  } as const;
  const isProtected = row.tag === 0 && (await protectionOf(ctx, project.id, row.ref)) !== undefined;
  const branch = { name: row.ref, isDefault: row.ref === project.default_branch, isProtected };
  const facts: Facts = { status, ...(row.tag === 1 ? { isTag: true } : { branch }) };
  return [{ kind: 'deployment', facts, payload }];
}
