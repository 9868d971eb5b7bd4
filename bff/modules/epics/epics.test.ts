import { Gitlab } from '@gitbeaker/rest';
import { beforeAll, expect, it } from 'vitest';
import { goLive } from '../../testing/live-server.ts';
import { type Answer, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh } from '../../testing/workshop.ts';

onBothDatabases('epics', (app) => {
  let owner: TestUser;
  let group: Answer['json'];

  const call = (request: string, json?: object, token = owner.token) => {
    const [method, rest = ''] = request.split(' ');
    return app().call(`${method} /groups/${group.id}/epics${rest}`, { token, json });
  };
  const place = async (more: object = {}) => {
    const name = fresh('harbour');
    const json = { name, path: name, ...more };
    return (await app().call('POST /groups', { token: owner.token, json })).json;
  };
  const member = async (level: number) => {
    const user = await app().user(fresh('member'));
    const json = { user_id: user.id, access_level: level };
    await app().call(`POST /groups/${group.id}/members`, { token: owner.token, json });
    return user;
  };

  beforeAll(async () => {
    owner = await app().user('owner');
    group = await place({ visibility: 'public' });
  });

  it('are opened, read, changed, closed, reopened and deleted', async () => {
    const made = await call('POST ', {
      title: ' A new quay ',
      description: 'Longer',
      labels: 'deep,wide',
      start_date_fixed: '2026-12-01',
      due_date_fixed: '2027-03-31',
      color: '#336699',
    });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        iid: 1,
        group_id: group.id,
        parent_id: null,
        parent_iid: null,
        title: 'A new quay',
        description: 'Longer',
        state: 'opened',
        confidential: false,
        color: '#336699',
        web_url: `${app().deps.publicUrl}/groups/${group.full_path}/-/epics/1`,
        references: { short: '&1', relative: '&1', full: `${group.full_path}&1` },
        author: expect.objectContaining({ username: 'owner' }),
        start_date: '2026-12-01',
        start_date_is_fixed: true,
        start_date_fixed: '2026-12-01',
        start_date_from_inherited_source: null,
        due_date: '2027-03-31',
        due_date_is_fixed: true,
        due_date_fixed: '2027-03-31',
        due_date_from_inherited_source: null,
        created_at: expect.any(String),
        updated_at: made.json.created_at,
        closed_at: null,
        labels: ['deep', 'wide'],
        _links: {
          self: `${app().deps.publicUrl}/api/v4/groups/${group.id}/epics/1`,
          group: `${app().deps.publicUrl}/api/v4/groups/${group.id}`,
          parent: null,
        },
      },
    ]);
    expect((await call('GET /1')).json).toEqual(made.json);
    const part = await call('POST ', { title: 'Dredge', parent_id: made.json.id });
    expect(part.json).toMatchObject({ iid: 2, parent_id: made.json.id, parent_iid: 1 });
    const closed = await call('PUT /1', {
      state_event: 'close',
      title: 'Quay',
      due_date_fixed: null,
    });
    expect([closed.status, closed.json]).toMatchObject([
      200,
      { title: 'Quay', state: 'closed', closed_at: expect.any(String), due_date: null },
    ]);
    const reopened = await call('PUT /1', { state_event: 'reopen' });
    expect(reopened.json).toMatchObject({
      state: 'opened',
      closed_at: null,
      labels: ['deep', 'wide'],
    });
    expect((await call('PUT /1', { parent_id: part.json.id })).json.message).toEqual({
      parent: ['is invalid'],
    });
    expect((await call('PUT /1', { parent_id: 999_999 })).status).toBe(404);
    expect((await call('POST ', {})).json).toEqual({ error: 'title is missing, title is empty' });
    expect((await call('DELETE /1')).status).toBe(204);
    expect((await call('GET /1')).json).toEqual({ message: '404 Epic Not Found' });
    expect((await call('GET /2')).json.parent_id).toBeNull();
    expect((await call('POST ', { title: 'Next' })).json.iid).toBe(3);
  });

  it('are listed with those of subgroups, filtered, and as far as the caller may read', async () => {
    const outer = group;
    group = await place({ visibility: 'public' });
    const inner = await place({ parent_id: group.id, visibility: 'private' });
    await call('POST ', { title: 'Alpha', labels: 'deep' });
    await call('POST ', { title: 'Beta', confidential: true });
    const json = { title: 'Gamma' };
    await app().call(`POST /groups/${inner.id}/epics`, { token: owner.token, json });
    const titles = async (query: string, token?: string) => {
      const answer = await call(`GET ?order_by=title&sort=asc${query}`, undefined, token);
      expect(answer.status).toBe(200);
      return answer.json.map((one: { title: string }) => one.title);
    };
    expect(await titles('')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles('&include_descendant_groups=false')).toEqual(['Alpha', 'Beta']);
    expect(await titles('&labels=deep')).toEqual(['Alpha']);
    expect(await titles('&search=bET')).toEqual(['Beta']);
    expect(await titles(`&author_id=${owner.id}&state=closed`)).toEqual([]);
    expect(await titles('&created_after=2030-01-01')).toEqual([]);
    const outsider = await app().user(fresh('outsider'));
    expect(await titles('', outsider.token)).toEqual(['Alpha']);
    expect((await call('GET /2', undefined, outsider.token)).status).toBe(404);
    const guest = await member(10);
    expect(await titles('', guest.token)).toEqual(['Alpha', 'Gamma']);
    const reporter = await member(20);
    expect(await titles('', reporter.token)).toEqual(['Alpha', 'Beta', 'Gamma']);
    group = outer;
  });

  it('are planned by Reporters and deleted by Owners; their going takes labels along', async () => {
    const guest = await member(10);
    const reporter = await member(20);
    const title = { title: 'x' };
    expect((await call('POST ', title, guest.token)).status).toBe(403);
    const { iid, id } = (await call('POST ', { ...title, labels: 'new' }, reporter.token)).json;
    expect((await call(`PUT /${iid}`, title, guest.token)).status).toBe(403);
    expect((await call(`DELETE /${iid}`, undefined, reporter.token)).status).toBe(403);
    const anonymous = await app().call(`POST /groups/${group.id}/epics`, { json: title });
    expect(anonymous.status).toBe(401);
    expect((await app().call(`GET /groups/${group.id}/epics/${iid}`)).status).toBe(200);
    await call(`DELETE /${iid}`);
    const left = app().deps.db.selectFrom('resource_label_events').selectAll();
    const ofIt = left.where('resource_type', '=', 'Epic').where('resource_id', '=', id);
    expect(await ofIt.execute()).toEqual([]);
  });

  it('tell of every label that came to them and went, by the id of the epic', async () => {
    const { id, iid } = (await call('POST ', { title: 'Labels', labels: 'red' })).json;
    await call(`PUT /${iid}`, { add_labels: 'blue', remove_labels: 'red' });
    await call(`PUT /${iid}`, { labels: 'blue,green' });
    const events = (tail = '', token: string | undefined = owner.token) =>
      app().call(`GET /groups/${group.id}/epics/${id}/resource_label_events${tail}`, { token });
    const listed = await events();
    expect(
      listed.json.map((one: Answer['json']) => [
        one.resource_type,
        one.resource_id,
        one.label.name,
        one.action,
      ]),
    ).toEqual([
      ['Epic', id, 'red', 'add'],
      ['Epic', id, 'blue', 'add'],
      ['Epic', id, 'red', 'remove'],
      ['Epic', id, 'green', 'add'],
    ]);
    expect((await events('?per_page=1&page=2')).json).toEqual([listed.json[1]]);
    expect((await events(`/${listed.json[0].id}`)).json).toEqual(listed.json[0]);
    expect((await events('/999999')).status).toBe(404);
    const anonymous = `GET /groups/${group.id}/epics/${id}/resource_label_events`;
    expect((await app().call(anonymous)).status).toBe(401);
    const elsewhere = await place();
    const there = `GET /groups/${elsewhere.id}/epics/${id}/resource_label_events`;
    expect((await app().call(there, { token: owner.token })).status).toBe(404);
    await app().call(`DELETE /groups/${group.id}/labels/red`, { token: owner.token });
    expect((await events()).json[0]).toMatchObject({ label: null, action: 'add' });
  });

  it('have the days of their parts where they have none of their own', async () => {
    const dates = { start_date_fixed: '2026-12-05', due_date_fixed: '2027-01-10' };
    const made: Answer['json'][] = [];
    for (const more of [{}, {}, dates, { start_date_fixed: '2026-12-01' }]) {
      const parent_id = made.at(-1)?.id ?? null;
      made.push((await call('POST ', { title: 'Part', parent_id, ...more })).json);
    }
    const shown = async (index: number) => (await call(`GET /${made[index].iid}`)).json;
    const inherited = {
      start_date: '2026-12-05',
      start_date_is_fixed: false,
      start_date_fixed: null,
      start_date_from_inherited_source: '2026-12-05',
      due_date: '2027-01-10',
      due_date_from_inherited_source: '2027-01-10',
    };
    expect([await shown(0), await shown(1)]).toMatchObject([inherited, inherited]);
    expect(await shown(2)).toMatchObject({
      start_date: '2026-12-05',
      start_date_is_fixed: true,
      start_date_from_inherited_source: '2026-12-01',
      due_date_from_inherited_source: null,
    });
  });

  it('are read and written by an unmodified client, label events too', async () => {
    const server = await goLive(app());
    const client = new Gitlab({ host: server.url, token: owner.token });
    const made = await client.Epics.create(group.id, 'By a client', { labels: 'red2' });
    expect(await client.Epics.show(group.id, made.iid)).toMatchObject({ title: 'By a client' });
    await client.Epics.edit(group.id, made.iid, { stateEvent: 'close', addLabels: 'blue2' });
    const all = await client.Epics.all(group.id, { state: 'closed', search: 'client' });
    expect(all.map(({ labels }) => labels)).toEqual([['blue2', 'red2']]);
    const events = await client.EpicLabelEvents.all(group.id, made.id);
    expect(events.map(({ action }) => action)).toEqual(['add', 'add']);
    const [first] = events;
    expect(await client.EpicLabelEvents.show(group.id, made.id, first?.id ?? 0)).toEqual(first);
    const note = await client.EpicNotes.create(group.id, made.id, 'Said by a client');
    await client.EpicNotes.edit(group.id, made.id, note.id, { body: 'Said again' });
    expect(await client.EpicNotes.show(group.id, made.id, note.id)).toMatchObject({
      body: 'Said again',
    });
    await client.EpicNotes.remove(group.id, made.id, note.id);
    const said = await client.EpicNotes.all(group.id, made.id, { sort: 'asc' });
    expect(said.map(({ body, system }) => [body, system])).toEqual([['closed', true]]);
    await client.Epics.remove(group.id, made.iid);
    await server.close();
  });
});
