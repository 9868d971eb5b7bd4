import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const names = (answer: { json: { name: string }[] }) => answer.json.map((one) => one.name);

onBothDatabases('forks', (app) => {
  it('a fork has branches, tags and settings of its own, and says where it is from', async () => {
    const ann = await harbor(app(), 'ann', 'public');
    await ann.commit({ a: 'a' });
    await ann.commit({ b: 'b' }, 'side', { start_branch: 'main' });
    await ann.call(`POST ${ann.project}/repository/tags`, { tag_name: 'v1', ref: 'main' });
    const bo = await app().user('annbo');
    const call = (request: string, json?: unknown) =>
      app().call(request, { token: bo.token, json });
    const made = await call(`POST ${ann.project}/fork`, {});
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      path_with_namespace: 'annbo/quay',
      visibility: 'public',
      default_branch: 'main',
      empty_repo: false,
      import_status: 'finished',
      forked_from_project: { path_with_namespace: 'at-ann/quay' },
      owner: { username: 'annbo' },
    });
    const fork = `/projects/${made.json.id}`;
    expect(names(await call(`GET ${fork}/repository/branches`))).toEqual(['main', 'side']);
    expect(names(await call(`GET ${fork}/repository/tags`))).toEqual(['v1']);
    const [protection] = (await call(`GET ${fork}/protected_branches`)).json;
    expect(protection.name).toBe('main');
    const own = await call(`POST ${fork}/repository/files/c`, {
      branch: 'main',
      content: 'c',
      commit_message: 'Own',
    });
    expect(own.status).toBe(201);
    expect((await ann.call(`GET ${ann.project}/repository/files/c?ref=main`)).status).toBe(404);
    expect((await ann.call(`GET ${ann.project}`)).json.forks_count).toBe(1);
    await app().drain();
    // The job that would make good a lost copy finds it done.
    expect((await call(`GET ${fork}`)).json.import_status).toBe('finished');
  });

  it('a fork is put where and named as asked for, with one branch where asked', async () => {
    const bea = await harbor(app(), 'bea');
    await bea.commit({ a: 'a' });
    await bea.commit({ b: 'b' }, 'side', { start_branch: 'main' });
    const group = (await bea.call('POST /groups', { name: 'Docks', path: 'bea-docks' })).json;
    const first = await bea.call(`POST ${bea.project}/fork`, {
      namespace_path: 'BEA-docks',
      name: 'Slip',
      path: 'slip',
      branches: 'side',
    });
    expect(first.json).toMatchObject({
      name: 'Slip',
      path_with_namespace: 'bea-docks/slip',
      visibility: 'private',
      default_branch: 'side',
    });
    const branches = await bea.call(`GET /projects/${first.json.id}/repository/branches`);
    expect(names(branches)).toEqual(['side']);
    for (const namespace of [{ namespace_id: group.id }, { namespace: String(group.id) }]) {
      const path = `p${Object.keys(namespace)[0]}`.replace('_', '-');
      const made = await bea.call(`POST ${bea.project}/fork`, { ...namespace, path });
      expect(made.json.path_with_namespace).toBe(`bea-docks/${path}`);
    }
    const empty = (await bea.call('POST /projects', { name: 'hollow' })).json;
    const copy = await bea.call(`POST /projects/${empty.id}/fork`, { namespace_id: group.id });
    expect(copy.json).toMatchObject({ empty_repo: true, import_status: 'finished' });
  });

  it('what cannot be forked is refused and makes nothing', async () => {
    const cid = await harbor(app(), 'cid');
    await cid.commit({ a: 'a' });
    const refused = async (json: object) => {
      const answer = await cid.call(`POST ${cid.project}/fork`, json);
      return [answer.status, answer.json.message ?? answer.json.error];
    };
    const { id } = (await cid.call(`GET ${cid.project}`)).json.namespace;
    expect(await refused({ namespace_id: id })).toEqual([409, ['Path has already been taken']]);
    expect(await refused({ namespace_path: 'nowhere' })).toEqual([
      404,
      '404 Target Namespace Not Found',
    ]);
    expect(await refused({ visibility: 'public' })).toEqual([
      400,
      {
        visibility_level: [
          'public is not allowed since the fork source project has lower visibility.',
        ],
      },
    ]);
    expect((await refused({ namespace_id: id, namespace_path: 'x' }))[0]).toBe(400);
    const guest = await cid.member('cguest', 10);
    const outsider = await cid.member('coutsider', 0);
    expect((await guest.as(`POST ${cid.project}/fork`, {})).status).toBe(403);
    expect((await outsider.as(`POST ${cid.project}/fork`, {})).status).toBe(404);
    expect((await app().call(`POST ${cid.project}/fork`, { json: {} })).status).toBe(401);
    expect((await cid.call(`GET ${cid.project}/forks`)).json).toEqual([]);
  });

  it('forks are listed, and name their source, only to those who may see them', async () => {
    const dan = await harbor(app(), 'dan');
    await dan.commit({ a: 'a' });
    const dev = await dan.member('ddev', 30);
    const reader = await app().user('dreader');
    const made = (await dev.as(`POST ${dan.project}/fork`, { name: 'Skiff', path: 'skiff' })).json;
    await dev.as(`POST /projects/${made.id}/members`, { user_id: reader.id, access_level: 20 });
    expect((await dan.call(`GET ${dan.project}/forks`)).json).toEqual([]);
    expect(names(await dev.as(`GET ${dan.project}/forks`))).toEqual(['Skiff']);
    expect((await dev.as(`GET ${dan.project}/forks?search=none`)).json).toEqual([]);
    const seen = await app().call(`GET /projects/${made.id}`, { token: reader.token });
    expect(seen.status).toBe(200);
    expect(seen.json.forked_from_project).toBeUndefined();
  });

  it('a fork begins without a wiki, as forks of the public product do, and may have its own', async () => {
    const eli = await harbor(app(), 'eli', 'public');
    await eli.commit({ a: 'a' });
    const page = { title: 'home', content: 'Mind the tide' };
    expect((await eli.call(`POST ${eli.project}/wikis`, page)).status).toBe(201);
    const made = await eli.call(`POST ${eli.project}/fork`, { name: 'Skiff', path: 'skiff' });
    const fork = `/projects/${made.json.id}`;
    expect((await eli.call(`GET ${fork}/wikis`)).json).toEqual([]);
    expect((await eli.call(`GET /bff${fork}/wiki`)).json).toMatchObject({ is_made: false });
    const own = { title: 'home', content: 'Of the skiff' };
    expect((await eli.call(`POST ${fork}/wikis`, own)).status).toBe(201);
    const first = await eli.call(`GET ${eli.project}/wikis/home`);
    expect(first.json.content).toBe('Mind the tide');
  });
});
