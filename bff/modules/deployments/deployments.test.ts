import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { firstDeployedToProduction } from './link-rules.ts';

onBothDatabases('deployments', (app) => {
  const project = async (name: string, files: Record<string, string> = {}) => {
    const made = await ciProject(app(), name, files);
    const deploy = (json: object) =>
      made.call(`POST ${made.path}/deployments`, {
        json: { environment: 'production', ref: 'main', tag: false, status: 'success', ...json },
      });
    /** Merges a change of one file; gives the request and the commit that main is at then. */
    const merge = async (branch: string) => {
      await made.commit(branch, { [`${branch}.md`]: branch });
      const request = await made.call(`POST ${made.path}/merge_requests`, {
        json: { title: branch, source_branch: branch, target_branch: 'main' },
      });
      await app().drain();
      const merged = await made.call(
        `PUT ${made.path}/merge_requests/${request.json.iid}/merge`,
        {},
      );
      expect([merged.status, merged.json.state]).toEqual([200, 'merged']);
      await app().drain();
      const head = await made.call(`GET ${made.path}/repository/commits/main`);
      return { id: request.json.id as number, sha: head.json.id as string };
    };
    return { ...made, deploy, merge };
  };

  it('are told of, found, finished and deleted', async () => {
    const { path, call, deploy, commit, id } = await project('ada');
    const sha = await commit('main', { 'a.md': 'a' });
    const made = await deploy({ sha, status: 'running' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      iid: 1,
      sha,
      ref: 'main',
      status: 'running',
      user: { id },
      environment: { name: 'production', slug: 'production' },
      deployable: null,
    });
    const one = `${path}/deployments/${made.json.id}`;
    const set = (status: string) => call(`PUT ${one}`, { json: { status } });
    expect((await call(`DELETE ${one}`)).json).toEqual({
      message: 'Cannot destroy running deployment',
    });
    expect((await set('success')).json.status).toBe('success');
    expect((await set('success')).status).toBe(400);
    expect((await set('running')).status).toBe(400);
    expect((await set('created')).json).toEqual({ error: 'status does not have a valid value' });
    expect((await call(`DELETE ${one}`)).json).toEqual({
      message: 'Deployment currently deployed to environment',
    });
    const environment = `${path}/environments/${made.json.environment.id}`;
    expect((await call(`GET ${environment}`)).json.last_deployment.id).toBe(made.json.id);
    const failed = await deploy({ sha, status: 'failed', environment: 'staging' });
    expect((await call(`DELETE ${path}/deployments/${failed.json.id}`)).status).toBe(204);
    expect((await call(`GET ${path}/deployments/${failed.json.id}`)).json).toEqual({
      message: '404 Not found',
    });
  });

  it('of what is not there are refused and make no environment', async () => {
    const { path, call, deploy, commit } = await project('bob');
    const sha = await commit('main', { 'a.md': 'a' });
    const refused = async (json: object) => (await deploy(json)).json.message ?? {};
    expect(await refused({ sha: '1'.repeat(40) })).toEqual({ sha: ['The commit does not exist'] });
    const ref = { ref: ['The branch or tag does not exist'] };
    expect(await refused({ sha, ref: 'ghost' })).toEqual(ref);
    expect(await refused({ sha, tag: true })).toEqual(ref);
    expect(await refused({ sha, environment: '/x' })).toHaveProperty('environment');
    expect((await deploy({ sha, status: 'blocked' })).status).toBe(400);
    expect((await call(`GET ${path}/environments`)).json).toEqual([]);
    expect((await call(`GET ${path}/deployments`)).json).toEqual([]);
  });

  it('are listed by environment, status, times and order', async () => {
    const { path, call, deploy, commit } = await project('cyd');
    const sha = await commit('main', { 'a.md': 'a' });
    await deploy({ sha });
    await deploy({ sha, environment: 'staging', status: 'running' });
    await deploy({ sha, environment: 'staging', status: 'failed' });
    const iids = async (query: string) =>
      (await call(`GET ${path}/deployments?${query}`)).json.map((one: { iid: number }) => one.iid);
    expect(await iids('')).toEqual([1, 2, 3]);
    expect(await iids('sort=desc')).toEqual([3, 2, 1]);
    expect(await iids('environment=staging')).toEqual([2, 3]);
    expect(await iids('environment=ghost')).toEqual([]);
    expect(await iids('status=failed')).toEqual([3]);
    expect(await iids('order_by=finished_at&sort=desc')).toEqual([3, 1, 2]);
    expect(await iids('finished_after=2030-01-01T00:00:00Z')).toEqual([]);
    expect(await iids('updated_before=2030-01-01T00:00:00Z')).toEqual([1, 2, 3]);
    expect((await call(`GET ${path}/deployments?order_by=sha`)).status).toBe(400);
  });

  it('bring the merge requests whose merge commit was not there before', async () => {
    const { path, call, deploy, merge, user } = await project('dot');
    const one = await merge('one');
    const first = (await deploy({ sha: one.sha })).json;
    const two = await merge('two');
    const three = await merge('three');
    const second = (await deploy({ sha: three.sha, status: 'running' })).json;
    const staged = (await deploy({ sha: two.sha, environment: 'staging' })).json;
    await app().drain();
    const brought = async (deployment: { id: number }, query = '') =>
      (await call(`GET ${path}/deployments/${deployment.id}/merge_requests${query}`)).json.map(
        (request: { title: string }) => request.title,
      );
    expect(await brought(first)).toEqual(['one']);
    expect(await brought(second)).toEqual([]);
    await call(`PUT ${path}/deployments/${second.id}`, { json: { status: 'success' } });
    await app().drain();
    expect((await brought(second)).sort()).toEqual(['three', 'two']);
    expect(await brought(second, '?source_branch=two&view=simple')).toEqual(['two']);
    expect((await brought(staged)).sort()).toEqual(['one', 'two']);
    const back = (await deploy({ sha: one.sha })).json;
    await app().drain();
    expect(await brought(back)).toEqual([]);
    await app().deps.db.updateTable('jobs').set({ state: 'queued' }).execute();
    await app().drain();
    expect((await brought(second)).sort()).toEqual(['three', 'two']);

    const ids = [one.id, two.id, three.id];
    const times = await firstDeployedToProduction(actAs(app(), user), ids);
    expect([...times.keys()].sort((a, b) => a - b)).toEqual(ids);
    expect((await call(`GET ${path}/deployments/999999/merge_requests`)).status).toBe(404);
  });

  it('follow the job that deploys', async () => {
    const { path, call } = await project('eve', {
      '.gitlab-ci.yml': `
ship: { script: x, environment: { name: review/$CI_COMMIT_BRANCH, url: 'https://r.example.test' } }
close: { script: x, when: manual, environment: { name: review/$CI_COMMIT_BRANCH, action: stop } }
`,
    });
    await app().drain();
    const { sha } = (await call(`GET ${path}/pipelines/latest`)).json;
    const report = (name: string, state: string) =>
      call(`POST ${path}/statuses/${sha}`, { json: { name, state } });
    const states: string[] = [];
    for (const state of ['running', 'success']) {
      await report('ship', state);
      const [deployment] = (await call(`GET ${path}/deployments`)).json;
      states.push(deployment.status);
      expect(deployment).toMatchObject({
        environment: { name: 'review/main', external_url: 'https://r.example.test' },
        deployable: { name: 'ship', status: state },
      });
    }
    expect(states).toEqual(['running', 'success']);
    await report('close', 'success');
    expect((await call(`GET ${path}/environments`)).json).toMatchObject([{ state: 'stopped' }]);
    expect((await call(`GET ${path}/deployments`)).json).toHaveLength(1);
  });

  it('are for Developers to tell of, and for Maintainers to delete', async () => {
    const { path, call, deploy, commit, member } = await project('fay');
    const sha = await commit('main', { 'a.md': 'a' });
    const made = await deploy({ sha, status: 'failed' });
    const devi = await member('devi', 30);
    const rita = await member('rita', 20);
    const one = `${path}/deployments/${made.json.id}`;
    expect((await call(`GET ${one}`, { token: rita.token })).status).toBe(200);
    const change = { json: { status: 'success' } };
    expect((await call(`PUT ${one}`, { token: rita.token, ...change })).status).toBe(403);
    expect((await call(`DELETE ${one}`, { token: devi.token })).status).toBe(403);
    expect((await call(`PUT ${one}`, { token: devi.token, ...change })).status).toBe(200);
  });
});
