import type * as z from 'zod';
import type { deployment } from '#contract/deployment-record.ts';
import type { Ctx } from '../../context.ts';
import { presentCiJobs } from '../ci-jobs/present.ts';
import { ciJobsById } from '../ci-jobs/rules.ts';
import { presentBasicEnvironment } from '../environments/present.ts';
import { environmentsById } from '../environments/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Deployment } from './rules.ts';

/** Records of deployments, with what they name fetched at once for all. */
export async function presentDeployments(
  ctx: Ctx,
  project: Project,
  rows: readonly Deployment[],
): Promise<z.output<typeof deployment>[]> {
  const environments = await environmentsById(
    ctx,
    rows.map((row) => row.environment_id),
  );
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  const jobs = await ciJobsById(
    ctx,
    rows.flatMap((row) => row.ci_job_id ?? []),
  );
  const records = await presentCiJobs(ctx, project, jobs);
  return rows.map((row) => {
    const environment = environments.get(row.environment_id);
    if (environment === undefined) throw new Error('a deployment without an environment');
    const user = users.get(row.user_id ?? 0);
    return {
      id: row.id,
      iid: row.iid,
      ref: row.ref,
      sha: row.sha,
      created_at: row.created_at,
      updated_at: row.updated_at,
      status: row.status,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      environment: presentBasicEnvironment(environment),
      deployable: records.find((job) => job.id === row.ci_job_id) ?? null,
    };
  });
}
