import { expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { type Answer, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';

onBothDatabases('groups', (app) => {
  it('a group holds subgroups, and its owner owns what is below', async () => {
    const ann = await app().user('ann');
    const group = await app().call('POST /groups', {
      token: ann.token,
      json: { name: 'Harbor', path: 'harbor', visibility: 'public' },
    });
    expect(group.status).toBe(201);
    expect(group.json).toMatchObject({ full_path: 'harbor', parent_id: null });
    const sub = await app().call('POST /groups', {
      token: ann.token,
      json: { name: 'Tide Watch', path: 'tide.watch', parent_id: group.json.id },
    });
    expect(sub.json).toMatchObject({
      full_path: 'harbor/tide.watch',
      full_name: 'Harbor / Tide Watch',
      visibility: 'public',
    });
    const found = await app().call('GET /groups/HARBOR%2ftide%2Ewatch', { token: ann.token });
    expect(found.json.id).toBe(sub.json.id);
    const all = await app().call(`GET /groups/${sub.json.id}/members/all`, { token: ann.token });
    expect(all.json).toMatchObject([{ username: 'ann', access_level: 50 }]);
    const below = await app().call('GET /groups/harbor/subgroups');
    expect(below.json.map((one: { path: string }) => one.path)).toEqual(['tide.watch']);

    const renamed = await app().call('PUT /groups/harbor', {
      token: ann.token,
      json: { name: 'Haven' },
    });
    expect(renamed.json.full_name).toBe('Haven');
    const after = await app().call(`GET /groups/${sub.json.id}`, { token: ann.token });
    expect(after.json.full_name).toBe('Haven / Tide Watch');
  });

  it('a private group is 404 for outsiders and 403 for members who may not', async () => {
    const bea = await app().user('bea');
    const cid = await app().user('cid');
    const dan = await app().user('dan');
    await app().call('POST /groups', { token: bea.token, json: { name: 'Quiet', path: 'quiet' } });
    const added = await app().call('POST /groups/quiet/members', {
      token: bea.token,
      json: { user_id: cid.id, access_level: 30 },
    });
    expect(added.status).toBe(201);
    expect((await app().call('GET /groups/quiet', { token: cid.token })).status).toBe(200);
    const forbidden = await app().call('PUT /groups/quiet', {
      token: cid.token,
      json: { name: 'Loud' },
    });
    expect([forbidden.status, forbidden.json]).toEqual([403, { message: '403 Forbidden' }]);
    for (const request of ['GET /groups/quiet', 'PUT /groups/quiet', 'DELETE /groups/quiet']) {
      const hidden = await app().call(request, { token: dan.token, json: {} });
      expect([hidden.status, hidden.json]).toEqual([404, { message: '404 Group Not Found' }]);
    }
    expect((await app().call('GET /groups/quiet')).status).toBe(404);
    expect((await app().call('PUT /groups/quiet', { json: {} })).status).toBe(401);
    const listed = await app().call('GET /groups?search=quiet', { token: dan.token });
    expect(listed.json).toEqual([]);
  });

  it('a reserved, taken or malformed path is refused and changes nothing', async () => {
    const eve = await app().user('eve');
    const create = async (path: string) => {
      const answer = await app().call('POST /groups', {
        token: eve.token,
        json: { name: 'x', path },
      });
      return [answer.status, Object.keys(answer.json.message ?? answer.json)];
    };
    expect(await create('taken')).toEqual([201, expect.anything()]);
    for (const path of ['TAKEN', 'eve', 'api', 'projects', '-x', 'a b', 'x.git', 'x/y', '.']) {
      expect([path, ...(await create(path))]).toEqual([path, 400, ['path']]);
    }
    const own = await app().call('GET /groups?owned=true', { token: eve.token });
    expect(own.json.map((one: { path: string }) => one.path)).toEqual(['taken']);
  });

  it('nothing below a group is more open than the group', async () => {
    const fay = await app().user('fay');
    const token = fay.token;
    const group = await app().call('POST /groups', {
      token,
      json: { name: 'Inner', path: 'inner', visibility: 'internal' },
    });
    const sub = await app().call('POST /groups', {
      token,
      json: { name: 's', path: 's', parent_id: group.json.id, visibility: 'public' },
    });
    expect([sub.status, Object.keys(sub.json.message)]).toEqual([400, ['visibility_level']]);
    const project = await app().call('POST /projects', {
      token,
      json: { name: 'p', namespace_id: group.json.id, visibility: 'internal' },
    });
    expect(project.status).toBe(201);
    const closed = await app().call('PUT /groups/inner', {
      token,
      json: { visibility: 'private' },
    });
    expect(closed.status).toBe(400);
  });

  it('deleting a group takes its projects with it', async () => {
    const gus = await app().user('gus');
    const token = gus.token;
    const group = await app().call('POST /groups', { token, json: { name: 'Gone', path: 'gone' } });
    await app().call('POST /projects', {
      token,
      json: { name: 'app', namespace_id: group.json.id },
    });
    const removed = await removeAtOnce((request) => app().call(request, { token }), '/groups/gone');
    expect([removed.status, removed.json]).toEqual([202, { message: '202 Accepted' }]);
    expect((await app().call('GET /projects/gone%2Fapp', { token })).status).toBe(404);
    const again = await app().call('POST /groups', { token, json: { name: 'Gone', path: 'gone' } });
    expect(again.status).toBe(201);
    await app().drain();
  });

  it('how a group protects first branches itself, and whether its owners may say so', async () => {
    const [owner, dev, root] = [
      await app().user('olga'),
      await app().user('dora'),
      await app().user('rhea', { admin: true }),
    ];
    const call = (request: string, { token }: TestUser, json?: object) =>
      app().call(request, { token, json });
    const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
    const keys = ['default_branch_protection', 'default_branch_protection_defaults'] as const;
    const saysOf = ({ json }: Answer) => keys.map((key) => json[key]);
    const group = await call('POST /groups', owner, { name: 'Dock', path: 'dock' });
    const at = `/groups/${group.json.id}`;
    await call(`POST ${at}/members`, owner, { user_id: dev.id, access_level: 30 });
    const usual = (await call('GET /application/settings', root)).json;
    expect(saysOf(group)).toEqual(keys.map((key) => usual[key]));
    let made = 0;
    const firstCommit = async () => {
      const json = { name: `berth${++made}`, namespace_id: group.json.id };
      const { id } = (await call('POST /projects', owner, json)).json;
      const actions = [{ action: 'create', file_path: 'a', content: 'a' }];
      const first = { branch: 'main', commit_message: 'Begin', actions };
      return (await call(`POST /projects/${id}/repository/commits`, dev, first)).status;
    };
    expect(await firstCommit()).toBe(403);
    expect((await call(`PUT ${at}`, owner, { default_branch_protection: 5 })).json).toEqual({
      error: 'default_branch_protection does not have a valid value',
    });
    const open = await call(`PUT ${at}`, owner, { default_branch_protection: 1 });
    const levels = [30, 40].map((access_level) => [{ access_level }]);
    const [allowed_to_push, allowed_to_merge] = levels;
    const defaults = { allowed_to_push, allow_force_push: false, allowed_to_merge };
    expect(saysOf(open)).toEqual([1, defaults]);
    expect(await firstCommit()).toBe(201);
    // What the instance says counts only where a group says nothing.
    await set({ default_branch_protection: 0 });
    expect(saysOf(await call(`GET ${at}`, owner))[0]).toBe(1);
    const lever = 'group_owners_can_manage_default_branch_protection';
    await set({ default_branch_protection: 2, [lever]: false });

    // An owner's word is left out now, and all else of the request is done.
    const closed = { allowed_to_push: allowed_to_merge };
    const sent = { description: 'Deep', default_branch_protection_defaults: closed };
    const kept = await call(`PUT ${at}`, owner, sent);
    expect([kept.status, kept.json.description, saysOf(kept)]).toEqual([200, 'Deep', saysOf(open)]);
    const below = { name: 'Inner', path: 'inner', parent_id: group.json.id };
    const inner = await call('POST /groups', owner, { ...below, default_branch_protection: 0 });
    expect([inner.status, saysOf(inner)[0]]).toEqual([201, 2]);
    expect(saysOf(await call(`PUT ${at}`, root, sent))[1]).toEqual(closed);
    expect(await firstCommit()).toBe(403);
    await set({ [lever]: true });
    const opened = await call(`PUT ${at}`, owner, { default_branch_protection: 0 });
    expect(saysOf(opened)[0]).toBe(0);
  });
});
