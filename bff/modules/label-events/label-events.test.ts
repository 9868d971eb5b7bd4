import { Gitlab } from '@gitbeaker/rest';
import { beforeAll, expect, it } from 'vitest';
import { goLive } from '../../testing/live-server.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

onBothDatabases('label events', (app) => {
  let shop: Workshop;

  const read = (path: string, token = shop.owner.token) =>
    app().call(`GET ${shop.path}/${path}`, { token });
  const say = (label: string, action: string) => ({
    id: expect.any(Number),
    user: expect.objectContaining({ username: shop.owner.username }),
    created_at: expect.any(String),
    resource_type: expect.any(String),
    resource_id: expect.any(Number),
    label: expect.objectContaining({ name: label, color: expect.any(String), description: null }),
    action,
  });

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    await shop.open({ labels: 'red' });
    const { token } = shop.owner;
    await app().call(`POST ${shop.path}/issues`, { token, json: { title: 'one', labels: 'red' } });
    for (const place of ['issues', 'merge_requests']) {
      const json = { add_labels: 'blue', remove_labels: 'red' };
      await app().call(`PUT ${shop.path}/${place}/1`, { token, json });
    }
  });

  it('tell of every label that came and went, of issues and merge requests alike', async () => {
    for (const [place, type] of [
      ['issues/1', 'Issue'],
      ['merge_requests/1', 'MergeRequest'],
    ]) {
      const { id } = (await read(`${place}`)).json;
      const events = await read(`${place}/resource_label_events`);
      expect([events.status, events.json]).toEqual([
        200,
        [say('red', 'add'), say('blue', 'add'), say('red', 'remove')],
      ]);
      expect(events.json[0]).toMatchObject({ resource_type: type, resource_id: id });
      expect(events.json.map((one: { id: number }) => one.id)).toEqual(
        events.json.map((one: { id: number }) => one.id).sort((a: number, b: number) => a - b),
      );
      const one = `${place}/resource_label_events/${events.json[1].id}`;
      expect((await read(one)).json).toEqual(events.json[1]);
      expect((await read(`${place}/resource_label_events/999999`)).status).toBe(404);
      expect((await read(`${place}/resource_label_events?per_page=2&page=2`)).json).toEqual([
        events.json[2],
      ]);
      const anonymous = await app().call(`GET ${shop.path}/${place}/resource_label_events`);
      expect(anonymous.status).toBe(401);
      expect((await app().call(`GET ${shop.path}/${one}`)).status).toBe(401);
    }
    expect((await read('issues/9/resource_label_events')).status).toBe(404);
    expect((await read('merge_requests/9/resource_label_events')).status).toBe(404);
    // One of another resource is not this one's.
    const [foreign] = (await read('issues/1/resource_label_events')).json;
    expect((await read(`merge_requests/1/resource_label_events/${foreign.id}`)).status).toBe(404);
  });

  it('are read by an unmodified client, of issues and of merge requests', async () => {
    const server = await goLive(app());
    const client = new Gitlab({ host: server.url, token: shop.owner.token });
    for (const events of [client.IssueLabelEvents, client.MergeRequestLabelEvents]) {
      const all = await events.all(shop.project.id, 1);
      expect(all.map(({ label, action }) => [label.name, action])).toEqual([
        ['red', 'add'],
        ['blue', 'add'],
        ['red', 'remove'],
      ]);
      const [first] = all;
      expect(await events.show(shop.project.id, 1, first?.id ?? 0)).toEqual(first);
    }
    await server.close();
  });

  it("of labels that one may not read are left out after paging; deleted labels and people stay as nobody's", async () => {
    const hidden = await workshop(app());
    const label = await app().call(`POST ${hidden.path}/labels`, {
      token: hidden.owner.token,
      json: { name: 'secret', color: 'red' },
    });
    const { id } = (await read('merge_requests/1')).json;
    const { id: eventId } = await app()
      .ctx.db.insertInto('resource_label_events')
      .values({
        resource_type: 'MergeRequest',
        resource_id: id,
        label_id: label.json.id,
        user_id: shop.owner.id,
        action: 'add',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const events = 'merge_requests/1/resource_label_events';
    const listed = await read(events);
    expect([listed.json.length, listed.headers.get('x-total')]).toEqual([3, '4']);
    expect((await read(`${events}/${eventId}`)).status).toBe(404);

    await app().call(`DELETE ${shop.path}/labels/red`, { token: shop.owner.token });
    expect((await read(events)).json).toMatchObject([
      { label: null, action: 'add' },
      { label: { name: 'blue' } },
      { label: null, action: 'remove' },
    ]);
    const admin = await app().user('warden', { admin: true });
    const helper = await shop.member('helper', 30);
    await app().call(`PUT ${shop.path}/merge_requests/1`, {
      token: helper.token,
      json: { add_labels: 'green' },
    });
    await app().call(`DELETE /users/${helper.id}`, { token: admin.token });
    await app().drain();
    expect((await read(events)).json.at(-1)).toMatchObject({
      label: { name: 'green' },
      user: { username: 'ghost' },
    });
  });

  it('are read and never written: no path of theirs takes another method, and none is described', async () => {
    const described = (await app().call('GET /openapi.json')).json.paths as Record<string, object>;
    const paths = Object.entries(described).filter(([path]) =>
      path.includes('resource_label_event'),
    );
    expect(paths.map(([, methods]) => Object.keys(methods))).toEqual(Array(6).fill(['get']));
    const { token } = shop.owner;
    for (const place of ['issues/1', 'merge_requests/1']) {
      const before = (await read(`${place}/resource_label_events`)).json;
      for (const rest of ['', `/${before[0].id}`]) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const path = `${method} ${shop.path}/${place}/resource_label_events${rest}`;
          const json = { action: 'remove', label: 'blue' };
          expect([path, (await app().call(path, { token, json })).status]).toEqual([path, 405]);
        }
      }
      expect((await read(`${place}/resource_label_events`)).json).toEqual(before);
    }
  });
});
