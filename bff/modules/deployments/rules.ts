import type { Page } from '#contract/common.ts';
import type { DeploymentStatus, deployments } from '#contract/deployments.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import { actingUserId, type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { bit } from '../../db/portable.ts';
import { invalid, recordNotFound, refused } from '../../errors.ts';
import { resolve } from '../../git/resolve.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { announce } from '../events/rules.ts';
import { type Environment, environmentNamed, setEnvironmentState } from '../environments/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import {
  deleteDeploymentRow,
  type Deployment,
  findDeployment,
  findLastDeployment,
  insertDeployment,
  listDeployments,
  updateDeploymentRow,
} from './repository.ts';

export type { Deployment } from './repository.ts';

type Paging = { offset: number; perPage: number };

/** One page of deployments. */
export const deploymentPage = (
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof deployments.list> & { paging: Paging },
): Promise<Page<Deployment>> => listDeployments(ctx.db, project.id, query);

/** A deployment of a project; 404 `404 Not found`. */
export async function getDeployment(ctx: Ctx, project: Project, id: number): Promise<Deployment> {
  const found = await findDeployment(ctx.db, project.id, id);
  if (found === undefined) throw recordNotFound();
  return found;
}

/** The newest successful deployment of an environment. */
export const lastDeployment = (ctx: Ctx, environmentId: number): Promise<Deployment | undefined> =>
  findLastDeployment(ctx.db, environmentId);

const hasEnded = (status: DeploymentStatus) =>
  status === 'success' || status === 'failed' || status === 'canceled' || status === 'skipped';

export interface NewDeployment {
  environment: Environment;
  sha: string;
  ref: string;
  tag: boolean;
  status: DeploymentStatus;
  userId: number | null;
  ciJobId: number | null;
}

/** Writes down a deployment and asks what it brought. Call inside `transact`. */
export async function addDeployment(
  ctx: Ctx,
  project: Project,
  given: NewDeployment,
): Promise<Deployment> {
  const time = now(ctx);
  const row = await insertDeployment(ctx.db, {
    project_id: project.id,
    iid: await nextNumber(ctx.db, 'project:deployments', project.id),
    environment_id: given.environment.id,
    ref: given.ref,
    tag: bit(given.tag),
    sha: given.sha,
    status: given.status,
    user_id: given.userId,
    ci_job_id: given.ciJobId,
    finished_at: hasEnded(given.status) ? time : null,
    created_at: time,
    updated_at: time,
  });
  return followUp(ctx, row);
}

/** Gives a deployment another status. Call inside `transact`. */
export async function setDeploymentStatus(
  ctx: Ctx,
  row: Deployment,
  status: DeploymentStatus,
): Promise<Deployment> {
  const time = now(ctx);
  const after = await updateDeploymentRow(ctx.db, row.id, {
    status,
    finished_at: hasEnded(status) ? time : null,
    updated_at: time,
  });
  return followUp(ctx, after);
}

/** What is deployed is available, and what came with it is looked up by a job. */
async function followUp(ctx: Ctx, row: Deployment): Promise<Deployment> {
  await announce(ctx, [
    {
      name: 'deployment.status',
      subject: { type: 'Deployment', id: row.id },
      projectId: row.project_id,
      after: { status: row.status },
    },
  ]);
  if (row.status !== 'success') return row;
  await setEnvironmentState(ctx, row.environment_id, 'available');
  await enqueue(ctx, 'link_deployment', { deployment_id: row.id }, { dedup: String(row.id) });
  return row;
}

/** Writes down a deployment that something outside did; its commit and ref must exist. */
export async function createDeployment(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof deployments.create>,
): Promise<Deployment> {
  const repo = repositoryPath(ctx, project.id);
  const sha = await resolve(repo, body.sha);
  if (sha === undefined) throw invalid({ sha: ['The commit does not exist'] });
  const name = body.ref.replace(/^refs\/(heads|tags)\//, '');
  const full = `refs/${body.tag ? 'tags' : 'heads'}/${name}`;
  if ((await resolve(repo, full)) === undefined) {
    throw invalid({ ref: ['The branch or tag does not exist'] });
  }
  return transact(ctx, async (ctx) => {
    const environment = await environmentNamed(ctx, project, { name: body.environment });
    const row = await addDeployment(ctx, project, {
      environment,
      sha,
      ref: name,
      tag: body.tag,
      status: body.status,
      userId: actingUserId(ctx),
      ciJobId: null,
    });
    await audited(ctx, project, { action: 'deployment.create', row });
    return row;
  });
}

/** Tells how a deployment went; one that has ended does not run again. */
export async function updateDeployment(
  ctx: Ctx,
  project: Project,
  change: { id: number; status: DeploymentStatus },
): Promise<Deployment> {
  const { id, status } = change;
  await getDeployment(ctx, project, id);
  return transact(ctx, async (ctx) => {
    const row = await getDeployment(ctx, project, id);
    const possible =
      status !== row.status &&
      (status !== 'running' || row.status === 'created' || row.status === 'blocked');
    if (!possible) {
      throw invalid({ status: [`cannot transition from "${row.status}" to "${status}"`] });
    }
    const after = await setDeploymentStatus(ctx, row, status);
    await audited(ctx, project, { action: 'deployment.update', row: after });
    return after;
  });
}

/** Deletes a deployment; 400 for one that runs and for the last one of its environment. */
export async function removeDeployment(ctx: Ctx, project: Project, id: number): Promise<void> {
  const row = await getDeployment(ctx, project, id);
  if (row.status === 'running') throw refused('Cannot destroy running deployment');
  const last = await findLastDeployment(ctx.db, row.environment_id);
  if (last?.id === row.id) throw refused('Deployment currently deployed to environment');
  await transact(ctx, async (ctx) => {
    await deleteDeploymentRow(ctx.db, row.id);
    await audited(ctx, project, { action: 'deployment.remove', row });
  });
}

const audited = (ctx: Ctx, project: Project, event: { action: EventName; row: Deployment }) =>
  audit(ctx, {
    action: event.action,
    subject: {
      type: 'Deployment',
      id: event.row.id,
      name: `${project.full_path} ${event.row.iid}`,
    },
    projectId: project.id,
    after: { status: event.row.status, sha: event.row.sha, ref: event.row.ref },
  });
