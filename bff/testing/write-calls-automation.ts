import { enqueue } from '../jobs/queue.ts';
import type { Made, Scene, Sent, WriteCalls } from './write-calls.ts';

const ciFile = `
build: { script: make }
ship: { script: ship, when: manual }
`;

interface Pipeline {
  /** `/projects/<id>` */
  path: string;
  id: number;
  sha: string;
  /** By name. */
  jobs: Made;
}

/** A project whose CI file made a pipeline. */
async function pipelineOf(scene: Scene): Promise<Pipeline> {
  const path = await withCiFile(scene);
  const { id, sha } = await scene.made(`POST ${path}/pipeline`, { ref: 'main' });
  const jobs: { name: string }[] = await scene.made(`GET ${path}/pipelines/${id}/jobs`);
  return { path, id, sha, jobs: Object.fromEntries(jobs.map((job) => [job.name, job])) };
}

async function withCiFile(scene: Scene): Promise<string> {
  const path = `/projects/${(await scene.project()).id}`;
  // Skipped, so that the only pipeline is the one that is asked for.
  await scene.made(`POST ${path}/repository/files/%2Egitlab-ci%2Eyml`, {
    branch: 'main',
    commit_message: 'Add jobs [ci skip]',
    content: ciFile,
  });
  return path;
}

const report = (scene: Scene, { path, sha }: Pipeline, state: string) =>
  scene.made(`POST ${path}/statuses/${sha}`, { name: 'build', state });

const onPipeline =
  (method: string, tail = '') =>
  async (scene: Scene): Promise<Sent> => {
    const { path, id } = await pipelineOf(scene);
    return { request: `${method} ${path}/pipelines/${id}${tail}` };
  };

/** A call on a job; `states` are reported of `build` before. */
const onJob =
  (name: string, verb: string, states: readonly string[] = []) =>
  async (scene: Scene): Promise<Sent> => {
    const pipeline = await pipelineOf(scene);
    for (const state of states) await report(scene, pipeline, state);
    return { request: `POST ${pipeline.path}/jobs/${pipeline.jobs[name].id}/${verb}` };
  };

const onTrigger =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/projects/${(await scene.project()).id}/triggers`;
    const { id } = await scene.made(`POST ${path}`, { description: 'Nightly' });
    return { request: `${method} ${path}/${id}`, json };
  };

/** A start with a token in place of a user. */
const started =
  (tail: string, json: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = await withCiFile(scene);
    const { token } = await scene.made(`POST ${path}/triggers`, { description: 'Nightly' });
    return { request: `POST ${path}${tail}`, json: { ...json, token } };
  };

const environment = { name: 'production' };

const onEnvironment =
  (method: string, { tail = '', json = {}, stopped = false }: Call = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/projects/${(await scene.project()).id}/environments`;
    const { id } = await scene.made(`POST ${path}`, environment);
    if (stopped) await scene.made(`POST ${path}/${id}/stop`);
    return { request: `${method} ${path}/${id}${tail}`, json };
  };

interface Call {
  tail?: string;
  json?: object;
  stopped?: boolean;
}

/** What is sent to tell of a deployment of the head of `main`. */
async function deployment(scene: Scene): Promise<{ path: string; json: object }> {
  const project = `/projects/${(await scene.project()).id}`;
  const branch = await scene.made(`GET ${project}/repository/branches/main`);
  const sent = { environment: 'production', sha: branch.commit.id, ref: 'main', tag: false };
  return { path: `${project}/deployments`, json: { ...sent, status: 'running' } };
}

const flag = 'mr_approved_filter';

/** Pipelines, their jobs, environments and deployments; feature flags and background work. */
export const automationCalls: WriteCalls = {
  'pipelines.create': async (scene) => ({
    request: `POST ${await withCiFile(scene)}/pipeline`,
    json: { ref: 'main' },
  }),
  'pipelines.cancel': onPipeline('POST', '/cancel'),
  'pipelines.retry': onPipeline('POST', '/retry'),
  'pipelines.remove': onPipeline('DELETE'),
  'pipelineTriggers.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/triggers`,
    json: { description: 'Nightly' },
  }),
  'pipelineTriggers.update': onTrigger('PUT', { description: 'Weekly' }),
  'pipelineTriggers.remove': onTrigger('DELETE'),
  'pipelineTriggers.rotate': async (scene) => {
    const { request } = await onTrigger('POST')(scene);
    return { request: `${request.replace(' ', ' /bff')}/rotate` };
  },
  'pipelineTriggers.start': started('/trigger/pipeline', { ref: 'main' }),
  'pipelineTriggers.startForRef': started('/ref/main/trigger/pipeline', {}),
  'ciJobs.play': onJob('ship', 'play', ['success']),
  'ciJobs.cancel': onJob('build', 'cancel'),
  'ciJobs.retry': onJob('build', 'retry', ['failed']),
  'ciJobs.token': onJob('build', 'token', ['running']),
  'commitStatuses.create': async (scene) => {
    const { path, sha } = await pipelineOf(scene);
    return { request: `POST ${path}/statuses/${sha}`, json: { name: 'build', state: 'running' } };
  },
  'deployments.create': async (scene) => {
    const { path, json } = await deployment(scene);
    return { request: `POST ${path}`, json };
  },
  'deployments.update': async (scene) => {
    const { path, json } = await deployment(scene);
    const { id } = await scene.made(`POST ${path}`, json);
    return { request: `PUT ${path}/${id}`, json: { status: 'success' } };
  },
  'deployments.remove': async (scene) => {
    const { path, json } = await deployment(scene);
    const older = await scene.made(`POST ${path}`, { ...json, status: 'success' });
    await scene.made(`POST ${path}`, { ...json, status: 'success' });
    return { request: `DELETE ${path}/${older.id}` };
  },
  'environments.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/environments`,
    json: environment,
  }),
  'environments.update': onEnvironment('PUT', { json: { tier: 'staging' } }),
  'environments.stop': onEnvironment('POST', { tail: '/stop' }),
  'environments.remove': onEnvironment('DELETE', { stopped: true }),
  'features.set': ({ admin }) =>
    Promise.resolve({
      request: `POST /features/${flag}`,
      json: { value: true },
      token: admin.token,
    }),
  'features.remove': async ({ app, admin }) => {
    const { token } = admin;
    await app.call(`POST /features/${flag}`, { token, json: { value: true } });
    return { request: `DELETE /features/${flag}`, token };
  },
  'jobs.retry': async ({ app, admin }) => {
    const { db } = app.deps;
    await enqueue(app.ctx, 'forget_old_jobs', {});
    const { id } = await db
      .updateTable('jobs')
      .set({ state: 'failed' })
      .where('kind', '=', 'forget_old_jobs')
      .returning('id')
      .executeTakeFirstOrThrow();
    return { request: `POST /bff/jobs/${id}/retry`, token: admin.token };
  },
};
