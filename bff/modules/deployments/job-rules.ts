import type { CiJobStatus } from '#contract/pipeline-record.ts';
import type { DeploymentStatus } from '#contract/deployments.ts';
import type { Ctx } from '../../context.ts';
import type { CiJob } from '../ci-jobs/rules.ts';
import { nameProblem } from '../environments/names.ts';
import { environmentNamed, setEnvironmentState } from '../environments/rules.ts';
import type { Project } from '../projects/rules.ts';
import { findDeploymentOfCiJob } from './repository.ts';
import { addDeployment, setDeploymentStatus } from './rules.ts';

/** The deployment's status of a job's; other statuses of a job begin no deployment. */
const statusOf: Partial<Record<CiJobStatus, DeploymentStatus>> = {
  running: 'running',
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
};

/**
 * A job with an environment deploys to it while it runs, or stops it when it has ended well. Call
 * inside the transaction that moved the job.
 */
export async function deployByJob(ctx: Ctx, project: Project, job: CiJob): Promise<void> {
  if (job.environment === null) return;
  // Written by the creation of pipelines alone.
  const wish = JSON.parse(job.environment) as { name: string; action: string; url?: string };
  // Variables may have made a name that no environment can have.
  if (nameProblem(wish.name) !== undefined) return;
  const status = statusOf[job.status];
  if (status === undefined || !['start', 'stop'].includes(wish.action)) return;
  const before = await findDeploymentOfCiJob(ctx.db, job.id);
  // What was cancelled before it began has deployed nothing.
  if (status === 'canceled' && before === undefined) return;
  const environment = await environmentNamed(ctx, project, {
    name: wish.name,
    external_url: wish.url !== undefined && URL.canParse(wish.url) ? wish.url : null,
  });
  if (wish.action === 'stop') {
    if (status === 'success') await setEnvironmentState(ctx, environment.id, 'stopped');
    return;
  }
  if (before !== undefined) {
    if (before.status !== status) await setDeploymentStatus(ctx, before, status);
    return;
  }
  await addDeployment(ctx, project, {
    environment,
    sha: job.sha,
    ref: job.ref,
    tag: job.tag === 1,
    status,
    userId: job.user_id,
    ciJobId: job.id,
  });
}
