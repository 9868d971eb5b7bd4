import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('members', (app) => {
  it('a role in a group reaches the projects below, and ends with the membership', async () => {
    const ann = await app().user('ann');
    const bob = await app().user('bob');
    const token = ann.token;
    const group = await app().call('POST /groups', { token, json: { name: 'Dock', path: 'dock' } });
    const sub = await app().call('POST /groups', {
      token,
      json: { name: 'Inner', path: 'inner', parent_id: group.json.id },
    });
    const project = await app().call('POST /projects', {
      token,
      json: { name: 'crane', namespace_id: sub.json.id },
    });
    const path = `/projects/${project.json.id}`;
    expect((await app().call(`GET ${path}`, { token: bob.token })).status).toBe(404);
    await app().call('POST /groups/dock/members', {
      token,
      json: { user_id: String(bob.id), access_level: 20 },
    });
    const seen = await app().call(`GET ${path}`, { token: bob.token });
    expect(seen.json.permissions).toEqual({
      project_access: null,
      group_access: { access_level: 20, notification_level: 3 },
    });
    expect((await app().call(`PUT ${path}`, { token: bob.token, json: {} })).status).toBe(403);
    await app().call(`PUT /groups/dock/members/${bob.id}`, { token, json: { access_level: 40 } });
    const renamed = await app().call(`PUT ${path}`, {
      token: bob.token,
      json: { description: 'lifts' },
    });
    expect(renamed.json.description).toBe('lifts');
    await app().call(`DELETE /groups/dock/members/${bob.id}`, { token });
    expect((await app().call(`GET ${path}`, { token: bob.token })).status).toBe(404);
  });

  it('nobody hands out a role above their own, and the last owner stays', async () => {
    const cid = await app().user('cid');
    const dan = await app().user('dan');
    const eve = await app().user('eve');
    await app().call('POST /groups', { token: cid.token, json: { name: 'Pier', path: 'pier' } });
    const group = (await app().call('GET /groups/pier', { token: cid.token })).json;
    const project = await app().call('POST /projects', {
      token: cid.token,
      json: { name: 'light', namespace_id: group.id },
    });
    const members = `/projects/${project.json.id}/members`;
    const add = (token: string, id: number, level: number) =>
      app().call(`POST ${members}`, { token, json: { user_id: id, access_level: level } });
    expect((await add(cid.token, dan.id, 40)).status).toBe(201);
    expect((await add(dan.token, eve.id, 50)).status).toBe(403);
    expect((await add(dan.token, eve.id, 30)).status).toBe(201);
    expect((await add(dan.token, eve.id, 30)).json).toEqual({ message: 'Member already exists' });
    expect((await add(dan.token, 999_999, 30)).json).toEqual({ message: '404 User Not Found' });
    expect((await add(dan.token, cid.id, 33)).json).toEqual({
      error: 'access_level does not have a valid value',
    });
    expect((await add(eve.token, cid.id, 10)).status).toBe(403);
    const leave = await app().call(`DELETE ${members}/${eve.id}`, { token: eve.token });
    expect(leave.status).toBe(204);
    const last = await app().call(`DELETE /groups/pier/members/${cid.id}`, { token: cid.token });
    expect(last.status).toBe(403);
  });

  it('members are listed, directly and with those from above, and shown', async () => {
    const una = await app().user('una');
    const vik = await app().user('vik');
    const { token } = una;
    const group = await app().call('POST /groups', { token, json: { name: 'Keel', path: 'keel' } });
    const project = await app().call('POST /projects', {
      token,
      json: { name: 'hull', namespace_id: group.json.id },
    });
    const path = `/projects/${project.json.id}/members`;
    await app().call(`POST ${path}`, { token, json: { username: 'vik', access_level: 20 } });
    const changed = await app().call(`PUT ${path}/${vik.id}`, {
      token,
      json: { access_level: 30, expires_at: '2027-01-01' },
    });
    expect(changed.json).toMatchObject({ access_level: 30, expires_at: '2027-01-01' });
    const names = async (request: string) =>
      (await app().call(request, { token })).json.map((one: { username: string }) => one.username);
    expect(await names(`GET ${path}`)).toEqual(['vik']);
    expect(await names(`GET ${path}/all`)).toEqual(['una', 'vik']);
    expect(await names(`GET ${path}/all?query=vi`)).toEqual(['vik']);
    expect(await names('GET /groups/keel/members')).toEqual(['una']);
    const one = await app().call(`GET ${path}/${vik.id}`, { token });
    expect(one.json).toMatchObject({ username: 'vik', created_by: { username: 'una' } });
    const owner = await app().call(`GET /groups/keel/members/${una.id}`, { token });
    expect(owner.json.access_level).toBe(50);
    expect((await app().call(`GET ${path}/${una.id}`, { token })).status).toBe(404);
  });

  it('a member is shown by the highest role of a place and all above it', async () => {
    const [ivo, jan, kim] = [
      await app().user('ivo'),
      await app().user('jan'),
      await app().user('kim'),
    ];
    const { token } = ivo;
    const create = async (request: string, json: object) =>
      (await app().call(request, { token, json })).json;
    const top = await create('POST /groups', { name: 'Mast', path: 'mast' });
    const sub = await create('POST /groups', { name: 'Sail', path: 'sail', parent_id: top.id });
    const { id } = await create('POST /projects', { name: 'rope', namespace_id: sub.id });
    const add = (place: string, access_level: number) =>
      create(`POST ${place}/members`, { user_id: jan.id, access_level });
    await add(`/groups/${top.id}`, 40);
    await add(`/groups/${sub.id}`, 20);
    await add(`/projects/${id}`, 30);
    for (const place of [`/projects/${id}`, `/groups/${sub.id}`]) {
      const shown = await app().call(`GET ${place}/members/all/${jan.id}`, { token });
      expect(shown.json).toMatchObject({ username: 'jan', access_level: 40 });
      const owner = await app().call(`GET ${place}/members/all/${ivo.id}`, { token });
      expect(owner.json).toMatchObject({ username: 'ivo', access_level: 50 });
      const none = await app().call(`GET ${place}/members/all/${kim.id}`, { token });
      expect(none.status).toBe(404);
    }
  });

  it('a membership ends after its last day', async () => {
    const fay = await app().user('fay');
    const gus = await app().user('gus');
    const project = await app().call('POST /projects', {
      token: fay.token,
      json: { name: 'tide' },
    });
    const path = `/projects/${project.json.id}`;
    const past = await app().call(`POST ${path}/members`, {
      token: fay.token,
      json: { user_id: gus.id, access_level: 30, expires_at: '2026-11-20' },
    });
    expect(past.status).toBe(400);
    await app().call(`POST ${path}/members`, {
      token: fay.token,
      json: { user_id: gus.id, access_level: 30, expires_at: '2026-11-29' },
    });
    expect((await app().call(`GET ${path}`, { token: gus.token })).status).toBe(200);
    const { removeExpiredMembers } = await import('./rules.ts');
    const start = app().clock.now();
    app().clock.set(Date.parse('2026-11-29T00:00:01Z'));
    await removeExpiredMembers(app().ctx);
    app().clock.set(start);
    expect((await app().call(`GET ${path}`, { token: gus.token })).status).toBe(404);
  });
});
