import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('namespaces', (app) => {
  it('are those that one belongs to, with counts for those who own them', async () => {
    const root = await app().user('root', { admin: true });
    const ann = await harbor(app(), 'ann');
    const sub = await ann.call('POST /groups', {
      name: 'Sub',
      path: 'sub',
      parent_id: Number(ann.group.split('/').at(-1)),
    });
    const dev = await ann.member('dev', 30);
    const guest = await ann.member('guest', 0);
    await ann.call(`POST ${ann.group}/members`, { user_id: guest.id, access_level: 10 });
    type Row = { full_path: string; members_count_with_descendants?: number };
    const paths = async (as: typeof dev.as, query = '') =>
      (await as(`GET /namespaces?${query}`)).json.map((row: Row) => row.full_path);
    expect(await paths(ann.call)).toEqual(['ann', 'at-ann', 'at-ann/sub']);
    expect(await paths(ann.call, 'top_level_only=true&search=AT-')).toEqual(['at-ann']);
    // A role in a project alone makes nobody part of its group.
    expect(await paths(dev.as)).toEqual(['dev']);
    expect(await paths(guest.as)).toEqual(['guest', 'at-ann', 'at-ann/sub']);
    expect(await paths(guest.as, 'owned_only=true')).toEqual(['guest']);
    const all = await app().call('GET /namespaces', { token: root.token });
    expect(all.json).toHaveLength(6);

    const whole = (await ann.call('GET /namespaces/AT-ann')).json;
    expect(whole).toMatchObject({
      kind: 'group',
      parent_id: null,
      web_url: 'http://127.0.0.1:3000/groups/at-ann',
      // The owner, the guest, and the developer of a project.
      members_count_with_descendants: 3,
      plan: 'default',
    });
    const seen = (await guest.as(`GET /namespaces/${sub.json.id}`)).json;
    expect(seen).toMatchObject({ full_path: 'at-ann/sub', parent_id: whole.id });
    expect(seen).not.toHaveProperty('plan');
    const hidden = await dev.as('GET /namespaces/at-ann');
    expect([hidden.status, hidden.json]).toEqual([404, { message: '404 Namespace Not Found' }]);
    expect((await app().call('GET /namespaces')).status).toBe(401);

    const exists = async (path: string) => (await dev.as(`GET /namespaces/${path}`)).json;
    expect(await exists('At-Ann/exists')).toEqual({ exists: true, suggests: ['At-Ann1'] });
    expect(await exists('sub/exists')).toEqual({ exists: false, suggests: [] });
    const below = await exists(`sub/exists?parent_id=${whole.id}`);
    expect(below).toEqual({ exists: true, suggests: ['sub1'] });
    const stranger = await app().user('stranger');
    const asked = { token: stranger.token };
    for (const parent of [whole.id, 99_999]) {
      const told = await app().call(`GET /namespaces/sub/exists?parent_id=${parent}`, asked);
      expect([parent, told.json]).toEqual([parent, { exists: false, suggests: [] }]);
    }
    const own = stranger.id && (await app().call('GET /namespaces/stranger', asked)).json.id;
    const beside = await app().call(`GET /namespaces/any/exists?parent_id=${own}`, asked);
    expect(beside.json).toEqual({ exists: false, suggests: [] });
  });

  it('and projects of a user are told to administrators, who add a project there', async () => {
    const root = await app().user('admiral', { admin: true });
    const bea = await harbor(app(), 'bea');
    const dev = await bea.member('bdev', 30);
    await bea.call(`POST ${bea.group}/members`, { user_id: dev.id, access_level: 10 });
    const asRoot = (request: string, json?: object) =>
      app().call(request, { token: root.token, json });
    const of = `GET /users/${dev.id}/memberships`;
    const memberships = (await asRoot(of)).json;
    expect(memberships).toMatchObject([
      { source_type: 'Project', source_name: 'quay', access_level: 30 },
      { source_type: 'Namespace', source_name: 'bea', access_level: 10 },
    ]);
    expect((await asRoot(`${of}?type=Project`)).json).toEqual(memberships.slice(0, 1));
    expect((await dev.as(of)).status).toBe(403);
    expect((await asRoot('GET /users/99999/memberships')).status).toBe(404);

    const path = `POST /projects/user/${dev.id}`;
    const made = await asRoot(path, { name: 'Gift', initialize_with_readme: true });
    expect([made.status, made.json.path_with_namespace, made.json.creator_id]).toEqual([
      201,
      'bdev/gift',
      dev.id,
    ]);
    expect((await dev.as('POST /projects/user/1', { name: 'no' })).status).toBe(403);
    expect((await asRoot('POST /projects/user/99999', { name: 'no' })).status).toBe(404);
    expect((await asRoot(path, { name: 'Gift' })).status).toBe(400);
  });
});
