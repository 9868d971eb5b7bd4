import type { Ctx } from '../../context.ts';
import { callOutside } from '../../outbound/rules.ts';
import { settingsOf } from '../application-settings/rules.ts';
import type { Project } from '../projects/rules.ts';
import type { Draft } from './creation.ts';

const usualSeconds = 5;
const mostSeconds = 60;
/** The one answer that refuses. */
const notAcceptable = 406;

/** Asks the service that the settings name, if any; whatever is no clear refusal accepts. */
export async function isAccepted(
  ctx: Ctx,
  project: Project,
  draft: Draft & { jobs: readonly { name: string; stage: string }[] },
): Promise<boolean> {
  const settings = await settingsOf(ctx);
  const url = settings.external_pipeline_validation_service_url;
  if (!url) return true;
  const token = settings.external_pipeline_validation_service_token;
  const seconds = settings.external_pipeline_validation_service_timeout ?? usualSeconds;
  const secret = token ? ctx.secrets.decrypt(token) : undefined;
  try {
    const { status } = await callOutside(ctx, url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(secret === undefined ? {} : { 'X-Gitlab-Token': secret, 'X-Service-Token': secret }),
      },
      body: JSON.stringify(payload(project, draft)),
      timeout: Math.min(seconds, mostSeconds) * 1000,
    });
    return status !== notAcceptable;
  } catch {
    // The reason is in the log already; a service that is out of reach stops nobody.
    return true;
  }
}

function payload(project: Project, { request, commit, jobs }: Parameters<typeof isAccepted>[2]) {
  const { user, ref } = request;
  return {
    project: { id: project.id, path: project.full_path, created_at: project.created_at },
    user:
      user === null
        ? null
        : { id: user.id, username: user.username, email: user.email, created_at: user.created_at },
    pipeline: { sha: commit.sha, ref: ref.name, type: request.source },
    builds: jobs,
    total_builds_count: jobs.length,
  };
}
