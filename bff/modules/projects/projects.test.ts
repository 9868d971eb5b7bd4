import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { repositoryPath } from './rules.ts';

const names = (rows: { name: string }[]) => rows.map((row) => row.name).sort();

onBothDatabases('projects', (app) => {
  it('a project is found by id and by path in any case and encoding', async () => {
    const dev = await app().user('dev');
    const { token } = dev;
    const top = await app().call('POST /groups', { token, json: { name: 't', path: 'team.one' } });
    const sub = await app().call('POST /groups', {
      token,
      json: { name: 's', path: 'sub-group', parent_id: top.json.id },
    });
    const project = await app().call('POST /projects', {
      token,
      json: { name: 'ui.js', namespace_id: sub.json.id },
    });
    expect(project.status).toBe(201);
    expect(project.json).toMatchObject({
      path_with_namespace: 'team.one/sub-group/ui.js',
      http_url_to_repo: 'http://127.0.0.1:3000/team.one/sub-group/ui.js.git',
      empty_repo: true,
      default_branch: null,
    });
    for (const path of [
      'team.one%2Fsub-group%2Fui.js',
      'team.one%2fsub-group%2fui.js',
      'team%2Eone%2Fsub-group%2Fui%2Ejs',
      'TEAM.ONE%2FSUB-GROUP%2FUI.JS',
      String(project.json.id),
    ]) {
      const found = await app().call(`GET /projects/${path}`, { token });
      expect([path, found.status, found.json.id]).toEqual([path, 200, project.json.id]);
      const below = await app().call(`GET /projects/${path}/merge_requests`, { token });
      expect([path, below.status, below.json]).toEqual([path, 200, []]);
    }
    const raw = await app().call('GET /projects/team.one/sub-group/ui.js/merge_requests', {
      token,
    });
    expect([raw.status, raw.json]).toEqual([404, { error: '404 Not Found' }]);
    const bare = await app().call('GET /projects/ui.js', { token });
    expect([bare.status, bare.json]).toEqual([404, { message: '404 Project Not Found' }]);
  });

  it('a list shows what the caller may see', async () => {
    const ann = await app().user('ann');
    const bob = await app().user('bob');
    for (const visibility of ['private', 'internal', 'public']) {
      await app().call('POST /projects', {
        token: ann.token,
        json: { name: `seen ${visibility}`, visibility },
      });
    }
    const listed = async (token?: string) =>
      names(
        (await app().call('GET /projects?search=seen', token === undefined ? {} : { token })).json,
      );
    expect(await listed(ann.token)).toEqual(['seen internal', 'seen private', 'seen public']);
    expect(await listed(bob.token)).toEqual(['seen internal', 'seen public']);
    expect(await listed()).toEqual(['seen public']);
    const own = await app().call('GET /projects?membership=true', { token: bob.token });
    expect(own.json).toEqual([]);
  });

  it('a project may begin with a README', async () => {
    const { token } = await app().user('reader');
    const made = await app().call('POST /projects', {
      token,
      json: { name: 'Reads', default_branch: 'trunk', initialize_with_readme: true },
    });
    expect(made.json).toMatchObject({ empty_repo: false, default_branch: 'trunk' });
    const commits = await app().call(`GET /projects/${made.json.id}/repository/commits`, { token });
    expect(commits.json).toMatchObject([{ title: 'Initial commit', author_name: 'Reader' }]);
  });

  it('projects are listed by group and by user, with their people', async () => {
    const wim = await app().user('wim');
    const { token } = wim;
    const group = await app().call('POST /groups', { token, json: { name: 'Mast', path: 'mast' } });
    const sub = await app().call('POST /groups', {
      token,
      json: { name: 'Top', path: 'top', parent_id: group.json.id },
    });
    const create = (name: string, namespace_id?: number) =>
      app().call('POST /projects', { token, json: { name, namespace_id } });
    const inside = await create('sail', group.json.id);
    await create('flag', sub.json.id);
    await create('logbook');
    const list = async (request: string) => names((await app().call(request, { token })).json);
    expect(await list('GET /groups/mast/projects')).toEqual(['sail']);
    expect(await list('GET /groups/mast/projects?include_subgroups=true')).toEqual([
      'flag',
      'sail',
    ]);
    expect(await list('GET /users/wim/projects')).toEqual(['logbook']);
    const people = await app().call(`GET /projects/${inside.json.id}/users`, { token });
    expect(people.json).toMatchObject([{ username: 'wim' }]);
    const short = await app().call('GET /groups/mast/projects?simple=true', { token });
    expect(short.json[0]).not.toHaveProperty('permissions');
  });

  it('a deleted project is gone with its path, and its repository follows', async () => {
    const { token } = await app().user('xan');
    const made = await app().call('POST /projects', { token, json: { name: 'wreck' } });
    const other = await app().user('yan');
    const hidden = await app().call(`DELETE /projects/${made.json.id}`, { token: other.token });
    expect(hidden.status).toBe(404);
    const path = repositoryPath(app().ctx, made.json.id);
    expect(existsSync(path)).toBe(true);
    const removed = await removeAtOnce(
      (request) => app().call(request, { token }),
      '/projects/xan%2Fwreck',
    );
    expect([removed.status, removed.json]).toEqual([202, { message: '202 Accepted' }]);
    expect((await app().call('GET /projects/xan%2Fwreck', { token })).status).toBe(404);
    await app().drain();
    expect(existsSync(path)).toBe(false);
    const again = await app().call('POST /projects', { token, json: { name: 'wreck' } });
    expect(again.json.id).not.toBe(made.json.id);
  });

  it('a project says whether it has pipelines, for whom, and who sets their variables', async () => {
    const owner = await app().user('pip');
    const chief = await app().user('pop');
    const { id } = (
      await app().call('POST /projects', { token: owner.token, json: { name: 'ci' } })
    ).json;
    const member = { user_id: chief.id, access_level: 40 };
    await app().call(`POST /projects/${id}/members`, { token: owner.token, json: member });
    const role = 'ci_pipeline_variables_minimum_override_role';
    const put = async (json: object, { token } = owner) => {
      const answer = await app().call(`PUT /projects/${id}`, { token, json });
      const { jobs_enabled: on, public_jobs: open, builds_access_level: level } = answer.json;
      return answer.status === 200 ? [on, open, level, answer.json[role]] : answer.status;
    };
    expect(await put({ jobs_enabled: false })).toEqual([false, true, 'disabled', 'developer']);
    expect(await put({ builds_access_level: 'private' })).toEqual([
      true,
      false,
      'private',
      'developer',
    ]);
    expect(await put({ builds_access_level: 'disabled', [role]: 'maintainer' }, chief)).toEqual([
      false,
      false,
      'disabled',
      'maintainer',
    ]);
    expect(await put({ [role]: 'owner' }, chief)).toBe(403);
    expect(await put({ [role]: 'owner', public_jobs: true, jobs_enabled: true })).toEqual([
      true,
      true,
      'enabled',
      'owner',
    ]);
    expect(await put({ [role]: 'developer' }, chief)).toBe(403);
    expect(await put({ [role]: 'nobody' })).toBe(400);
  });

  it('an archived project refuses changes until it is taken back', async () => {
    const cid = await app().user('cid');
    const { token } = cid;
    const { id } = (await app().call('POST /projects', { token, json: { name: 'old' } })).json;
    const archived = await app().call(`POST /projects/${id}/archive`, { token });
    expect([archived.status, archived.json.archived]).toEqual([201, true]);
    const change = () => app().call(`PUT /projects/${id}`, { token, json: { description: 'x' } });
    expect((await change()).status).toBe(403);
    await app().call(`POST /projects/${id}/unarchive`, { token });
    expect((await change()).status).toBe(200);
  });

  it('a wrong name, path or visibility is refused and makes nothing', async () => {
    const dan = await app().user('dan');
    const { token } = dan;
    const create = async (json: object) =>
      (await app().call('POST /projects', { token, json })).json;
    expect(await create({})).toEqual({
      error: 'name, path are missing, at least one parameter must be provided',
    });
    expect(await create({ name: '  ' })).toEqual({ error: 'name is empty' });
    expect(await create({ name: 'x', visibility: 'secret' })).toEqual({
      error: 'visibility does not have a valid value',
    });
    expect((await create({ name: 'x', path: 'a/b' })).message.path).toHaveLength(1);
    expect((await create({ name: 'one' })).id).toBeGreaterThan(0);
    expect(await create({ name: 'ONE', path: 'One' })).toEqual({
      message: { path: ['has already been taken'] },
    });
    const own = await app().call('GET /projects?owned=true', { token });
    expect(names(own.json)).toEqual(['one']);
  });
});
