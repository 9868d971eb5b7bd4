import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('saved views', (app) => {
  const person = async (name: string) => {
    const { token } = await app().user(name);
    return (request: string, json?: object) => app().call(request, { token, json });
  };
  const mine = { screen: 'projects', name: 'Mine', query: 'membership=true&sort=asc' };

  it('are kept with their filters, renamed, changed and deleted by their owner', async () => {
    const ann = await person('ann');
    const made = await ann('POST /bff/saved_views', mine);
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect(made.json).toEqual({ id, ...mine, shared: false });
    await ann('POST /bff/saved_views', { ...mine, name: 'All', query: '' });
    await ann('POST /bff/saved_views', { ...mine, screen: 'groups' });
    const list = await ann('GET /bff/saved_views?screen=projects');
    expect(list.json.map((view: { name: string }) => view.name)).toEqual(['All', 'Mine']);
    expect((await ann('GET /bff/saved_views')).json).toHaveLength(3);
    const changed = await ann(`PUT /bff/saved_views/${id}`, { name: 'Ours', query: 'page=2' });
    expect([changed.status, changed.json]).toEqual([
      200,
      { id, screen: 'projects', name: 'Ours', query: 'page=2', shared: false },
    ]);
    expect((await ann(`DELETE /bff/saved_views/${id}`)).status).toBe(204);
    expect((await ann(`GET /bff/saved_views/${id}`)).status).toBe(404);
    expect((await ann('GET /bff/saved_views?screen=projects')).json).toHaveLength(1);
  });

  it('are seen by others only by their id and only while they are shared', async () => {
    const [cas, dot] = [await person('cas'), await person('dot')];
    const { id } = (await cas('POST /bff/saved_views', mine)).json;
    const hidden = await dot(`GET /bff/saved_views/${id}`);
    expect([hidden.status, hidden.json]).toEqual([404, { message: '404 Saved View Not Found' }]);
    await cas(`PUT /bff/saved_views/${id}`, { shared: true });
    expect((await dot(`GET /bff/saved_views/${id}`)).json).toEqual({ id, ...mine, shared: true });
    expect((await dot('GET /bff/saved_views?screen=projects')).json).toEqual([]);
    await cas(`PUT /bff/saved_views/${id}`, { shared: false });
    expect((await dot(`GET /bff/saved_views/${id}`)).status).toBe(404);
  });

  it('are changed by nobody else, shared or not', async () => {
    const [eli, fay] = [await person('eli'), await person('fay')];
    const { id } = (await eli('POST /bff/saved_views', { ...mine, shared: true })).json;
    expect((await fay(`PUT /bff/saved_views/${id}`, { name: 'Theirs' })).status).toBe(404);
    expect((await fay(`DELETE /bff/saved_views/${id}`)).status).toBe(404);
    expect((await eli(`GET /bff/saved_views/${id}`)).json).toEqual({ id, ...mine, shared: true });
  });

  it('have a name of their own in their list, and bad input changes nothing', async () => {
    const [gil, hob] = [await person('gil'), await person('hob')];
    const { id } = (await gil('POST /bff/saved_views', mine)).json;
    const taken = await gil('POST /bff/saved_views', mine);
    expect([taken.status, taken.json]).toEqual([
      400,
      { message: { name: ['has already been taken'] } },
    ]);
    const other = (await gil('POST /bff/saved_views', { ...mine, name: 'Other' })).json;
    expect((await gil(`PUT /bff/saved_views/${other.id}`, { name: 'Mine' })).status).toBe(400);
    expect((await hob('POST /bff/saved_views', mine)).status).toBe(201);
    for (const wrong of [
      { ...mine, name: ' ' },
      { ...mine, screen: 'Not a list' },
      { ...mine, name: 'Long', query: 'x'.repeat(8193) },
      { screen: 'projects', name: 'No query' },
    ]) {
      expect((await gil('POST /bff/saved_views', wrong)).status).toBe(400);
    }
    expect((await gil(`PUT /bff/saved_views/${id}`, {})).status).toBe(400);
    const list = await gil('GET /bff/saved_views');
    expect(list.json.map((view: { name: string }) => view.name)).toEqual(['Mine', 'Other']);
  });

  it('go with their owner', async () => {
    const admin = await app().user('root', { admin: true });
    const cyd = await app().user('cyd');
    await app().call('POST /bff/saved_views', { token: cyd.token, json: mine });
    await app().call(`DELETE /users/${cyd.id}`, { token: admin.token });
    const left = app().deps.db.selectFrom('saved_views').selectAll().where('user_id', '=', cyd.id);
    expect(await left.execute()).toEqual([]);
  });

  it('are five hundred at most', async () => {
    const { id: user_id, token } = await app().user('eve');
    const time = '2026-11-27T12:00:00.000Z';
    const times = { created_at: time, updated_at: time };
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...mine,
      ...times,
      user_id,
      name: `View ${index}`,
    }));
    await app().deps.db.insertInto('saved_views').values(rows).execute();
    const refused = await app().call('POST /bff/saved_views', { token, json: mine });
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: { base: ['there are 500 saved views; delete one first'] } },
    ]);
  });
});
