import { afterAll, beforeAll, expect, it } from 'vitest';
import { goLive, type LiveServer, workTree } from '../testing/live-server.ts';
import { onBothDatabases, testOrigin } from '../testing/test-app.ts';

onBothDatabases('an old path', (app) => {
  let server: LiveServer;
  beforeAll(async () => {
    server = await goLive(app());
  });
  afterAll(() => server.close());

  async function places(name: string) {
    const { token } = await app().user(name);
    const call = (request: string, json?: object) => app().call(request, { token, json });
    const group = (await call('POST /groups', { name, path: `${name}-group` })).json;
    const sub = (await call('POST /groups', { name: 'Sub', path: 'Sub', parent_id: group.id }))
      .json;
    const json = { name: 'Quay', path: 'Quay', namespace_id: sub.id, initialize_with_readme: true };
    const project = (await call('POST /projects', json)).json;
    return { token, call, group, sub, project };
  }
  const ask = async (request: string, token?: string) => {
    const { status, headers, json, text } = await app().call(request, { token });
    return [status, headers.get('location') ?? json?.message ?? text];
  };

  it('of a renamed project sends reads on to its id and refuses writes', async () => {
    const { token, call, project } = await places('mona');
    const old = 'mona-group%2FSub%2FQuay';
    const renamed = await call(`PUT /projects/${project.id}`, { path: 'pier' });
    expect(renamed.json).toMatchObject({
      path: 'pier',
      path_with_namespace: 'mona-group/Sub/pier',
      web_url: `${testOrigin}/mona-group/Sub/pier`,
    });
    const to = `${testOrigin}/api/v4/projects/${project.id}`;
    expect(await ask(`GET /projects/${old}`, token)).toEqual([301, to]);
    const deep = `GET /projects/${old.toLowerCase()}/repository/branches/a%2Fb?x=%C3%BC&per_page=5`;
    const due = `${to}/repository/branches/a%2Fb?x=%C3%BC&per_page=5`;
    expect(await ask(deep, token)).toEqual([301, due]);
    expect((await ask(`HEAD /projects/${old}`, token))[0]).toBe(301);
    const { headers, text } = await app().call(`GET /projects/${old}`, { token });
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await ask(`GET //projects//${old}/`, token)).toEqual([301, to]);
    expect(text).toBe(`This resource has been moved permanently to ${to}.`);
    const refused = [405, 'Non GET methods are not allowed for moved projects'];
    expect(await ask(`POST /projects/${old}/archive`, token)).toEqual(refused);
    expect(await ask(`DELETE /projects/${old}`, token)).toEqual(refused);
    expect((await call('GET /projects/mona-group%2FSub%2Fpier')).json.archived).toBe(false);
  });

  it('says nothing to those who may not see what moved', async () => {
    const { call, project, group } = await places('petra');
    await call(`PUT /projects/${project.id}`, { path: 'pier' });
    await call(`PUT /groups/${group.id}`, { path: 'petras' });
    const { token } = await app().user('nosy');
    const old = 'petra-group%2FSub%2FQuay';
    const hidden = [404, '404 Project Not Found'];
    expect(await ask(`GET /projects/${old}`, token)).toEqual(hidden);
    expect(await ask(`DELETE /projects/${old}`, token)).toEqual(hidden);
    expect(await ask('GET /groups/petra-group', token)).toEqual([404, '404 Group Not Found']);
  });

  it('of a renamed group leads on, and so do those of all below it', async () => {
    const { token, call, group, sub, project } = await places('rena');
    const renamed = await call(`PUT /groups/${group.id}`, { path: 'renas' });
    expect([renamed.status, renamed.json.full_path]).toEqual([200, 'renas']);
    const api = `${testOrigin}/api/v4`;
    expect(await ask('GET /groups/rena-group', token)).toEqual([301, `${api}/groups/${group.id}`]);
    const below = await ask('GET /groups/Rena-Group%2Fsub/projects', token);
    expect(below).toEqual([301, `${api}/groups/${sub.id}/projects`]);
    const quay = await ask('GET /projects/rena-group%2FSub%2FQuay', token);
    expect(quay).toEqual([301, `${api}/projects/${project.id}`]);
    const shown = await call('GET /projects/renas%2Fsub%2Fquay');
    expect(shown.json).toMatchObject({
      id: project.id,
      path_with_namespace: 'renas/Sub/Quay',
      namespace: { full_path: 'renas/Sub' },
    });
    const refused = [405, 'Non GET methods are not allowed for moved groups'];
    expect(await ask('DELETE /groups/rena-group', token)).toEqual(refused);
  });

  it('is free for others, and is a path again when its owner comes back to it', async () => {
    const { token, call, sub, project } = await places('tara');
    const old = 'tara-group%2FSub%2FQuay';
    await call(`PUT /projects/${project.id}`, { path: 'pier' });
    await call(`PUT /projects/${project.id}`, { path: 'Quay' });
    expect((await call(`GET /projects/${old}`)).json.id).toBe(project.id);
    expect((await ask('GET /projects/tara-group%2FSub%2Fpier', token))[0]).toBe(301);
    await call(`PUT /projects/${project.id}`, { path: 'quay' });
    expect((await call(`GET /projects/${old}`)).json.path).toBe('quay');
    await call(`PUT /projects/${project.id}`, { path: 'mole' });
    const other = await call('POST /projects', { name: 'Quay', namespace_id: sub.id });
    expect(other.status).toBe(201);
    expect((await call(`GET /projects/${old}`)).json.id).toBe(other.json.id);
    const taken = await call(`PUT /projects/${project.id}`, { path: 'QUAY' });
    expect([taken.status, taken.json]).toEqual([
      400,
      { message: { path: ['has already been taken'] } },
    ]);
    const wrong = await call(`PUT /projects/${project.id}`, { path: 'a b' });
    expect(wrong.status).toBe(400);
    expect((await call(`GET /projects/${project.id}`)).json.path).toBe('mole');
    const reserved = await call(`PUT /groups/${sub.parent_id}`, { path: 'api' });
    expect([reserved.status, reserved.json]).toEqual([
      400,
      { message: { path: ['api is a reserved name'] } },
    ]);
  });

  it('goes on working for git', async () => {
    const { token, call, project } = await places('greta');
    await call(`PUT /projects/${project.id}`, { path: 'pier' });
    const remote = `${server.url.replace('//', `//greta:${token}@`)}/greta-group/Sub/Quay.git`;
    const tree = await workTree();
    await tree.git('fetch', '--quiet', remote, 'main');
    await tree.git('checkout', '--quiet', '-b', 'topic', 'FETCH_HEAD');
    await tree.git('push', '--quiet', remote, 'topic');
    tree.remove();
    const branches = await call(`GET /projects/${project.id}/repository/branches`);
    expect(branches.json.map(({ name }: { name: string }) => name)).toEqual(['main', 'topic']);
  });
});
