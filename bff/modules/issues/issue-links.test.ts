import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';

onBothDatabases('issues', (app) => {
  it('name the merge requests that close them and those that mention them, to who may read those', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    const other = await workshop(app(), { visibility: 'private' }, shop.owner);
    const { token } = shop.owner;
    const call = async (request: string, by = token, json?: object) =>
      app().call(request, { token: by, json });
    const issue = `${shop.path}/issues/1`;
    await call(`POST ${shop.path}/issues`, token, { title: 'Leak' });
    await call(`POST ${shop.path}/issues`, token, { title: 'Rust' });
    await shop.open({ title: 'one', description: 'Closes #1' });
    await shop.open({ title: 'two' });
    await shop.open({ title: 'three', description: 'Fixes #2' });
    await other.open({ title: 'far', description: `Closes ${shop.project.full_path}#1` });
    const note = await shop.call('POST 2/notes', { json: { body: 'Is it #1?' } });
    await app().drain();
    const titles = async (rest: string, by = token, of = issue) => {
      const answer = await call(`GET ${of}/${rest}`, by);
      expect([rest, answer.status]).toEqual([rest, 200]);
      return answer.json.map((row: { title: string }) => row.title);
    };
    const counts = async (by = token) => {
      const { json } = await call(`GET ${shop.path}/issues?sort=asc`, by);
      return json.map((row: { merge_requests_count: number }) => row.merge_requests_count);
    };
    expect(await titles('closed_by')).toEqual(['one']);
    expect(await titles('related_merge_requests')).toEqual(['one', 'two', 'far']);
    expect(await counts()).toEqual([1, 1]);
    // What is private is told to nobody else.
    const stranger = await app().user(fresh('stranger'));
    expect(await titles('related_merge_requests', stranger.token)).toEqual(['one', 'two']);
    await call(`PUT ${shop.path}`, token, { visibility: 'private' });
    const guest = await shop.member('guest', accessLevels.guest);
    expect(await titles('closed_by', guest.token)).toEqual([]);
    expect(await titles('related_merge_requests', guest.token)).toEqual([]);
    expect(await counts(guest.token)).toEqual([0, 0]);
    expect((await call(`GET ${issue}/closed_by`, stranger.token)).status).toBe(404);

    // What is said no more counts no more; what was merged keeps what it said then.
    await shop.call(`DELETE 2/notes/${note.json.id}`);
    await shop.call('PUT 3', { json: { description: 'See #1' } });
    await shop.call('PUT 1/merge', { json: {} });
    await shop.call('PUT 1', { json: { description: 'Nothing' } });
    await app().drain();
    expect(await titles('related_merge_requests')).toEqual(['one', 'three', 'far']);
    expect(await titles('closed_by')).toEqual(['one']);
    expect(await titles('closed_by', token, `${shop.path}/issues/2`)).toEqual([]);
    expect((await call(`DELETE ${issue}`)).status).toBe(204);
    const page = await call(`GET ${shop.path}/issues/2/related_merge_requests?per_page=1`);
    expect([page.json, page.headers.get('x-total')]).toEqual([[], '0']);
  });

  it('are named by what commits say, as soon as they are pushed', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    await app().call(`POST ${shop.path}/issues`, { token, json: { title: 'Leak' } });
    const { source_branch: branch } = await shop.open({ title: 'one' });
    const actions = [{ action: 'create', file_path: 'more.txt', content: 'more' }];
    const json = { branch, commit_message: 'Plug\n\nFixes #1', actions };
    const pushed = await app().call(`POST ${shop.path}/repository/commits`, { token, json });
    expect(pushed.status).toBe(201);
    await app().drain();
    const { json: found } = await app().call(`GET ${shop.path}/issues/1/closed_by`, { token });
    expect(found.map((row: { title: string }) => row.title)).toEqual(['one']);
  });

  it('are put behind and before one another, however often, and listed in that order', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    const ids: number[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      const { json } = await app().call(`POST ${shop.path}/issues`, { token, json: { title } });
      ids.push(json.id);
    }
    const [a = 0, b = 0, , d = 0] = ids;
    const put = async (iid: number, json: object, by = token) => {
      const request = `PUT ${shop.path}/issues/${iid}/reorder`;
      return (await app().call(request, { token: by, json })).status;
    };
    const order = async (sort = 'asc') => {
      const path = `${shop.path}/issues?order_by=relative_position&sort=${sort}`;
      const { json } = await app().call(`GET ${path}`, { token });
      return json.map((row: { title: string }) => row.title).join('');
    };
    expect(await order()).toBe('abcd');
    expect(await put(1, { move_after_id: d })).toBe(200);
    expect(await order()).toBe('bcda');
    expect(await put(3, { move_before_id: b })).toBe(200);
    expect(await order()).toBe('cbda');
    expect(await order('desc')).toBe('adbc');
    // Each halves the room behind `b` until there is none.
    for (let turn = 0; turn < 24; turn++) {
      expect(await put(turn % 2 === 0 ? 1 : 4, { move_after_id: b })).toBe(200);
    }
    expect(await order()).toBe('cbda');
    // Between two, the first of them is heard.
    expect(await put(1, { move_after_id: b, move_before_id: d })).toBe(200);
    expect(await order()).toBe('cbad');
    const other = await workshop(app(), {}, shop.owner);
    const far = await app().call(`POST ${other.path}/issues`, { token, json: { title: 'far' } });
    const refused = [
      [{ move_after_id: a }, 422],
      [{ move_after_id: far.json.id }, 422],
      [{ move_after_id: 999_999 }, 422],
      [{}, 400],
    ] as const;
    for (const [json, status] of refused)
      expect([json, await put(1, json)]).toEqual([json, status]);
    const guest = await shop.member('guest', accessLevels.guest);
    expect(await put(1, { move_after_id: b }, guest.token)).toBe(403);
    expect(await order()).toBe('cbad');
  });

  it('tell administrators, and nobody else, from where they were opened', async () => {
    const shop = await workshop(app());
    const admin = await app().user(fresh('root'), { admin: true });
    const headers = { 'user-agent': 'sextant/1.0' };
    const { token } = shop.owner;
    await app().call(`POST ${shop.path}/issues`, { token, headers, json: { title: 'Leak' } });
    for (const name of ['user_agent_detail', 'user_agent_details']) {
      const path = `GET ${shop.path}/issues/1/${name}`;
      const found = await app().call(path, { token: admin.token });
      const detail = { user_agent: 'sextant/1.0', ip_address: '127.0.0.1' };
      expect([found.status, found.json]).toEqual([200, { ...detail, akismet_submitted: false }]);
      expect((await app().call(path, { token })).status).toBe(403);
    }
    await app().deps.db.deleteFrom('user_agent_details').execute();
    const gone = `GET ${shop.path}/issues/1/user_agent_detail`;
    expect((await app().call(gone, { token: admin.token })).status).toBe(404);
  });

  it('of a milestone burn down: what came, was closed and opened again until its last day', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    const send = async (request: string, json?: object) =>
      (await app().call(request, { token, json })).json;
    const days = { start_date: '2026-11-01', due_date: '2026-11-30' };
    const { id } = await send(`POST ${shop.path}/milestones`, { title: 'v1', ...days });
    const planned = { milestone_id: id, weight: 3 };
    await send(`POST ${shop.path}/issues`, {
      ...planned,
      title: 'a',
      created_at: '2026-11-02T00:00:00Z',
    });
    await send(`POST ${shop.path}/issues`, { title: 'elsewhere' });
    await send(`PUT ${shop.path}/issues/1`, { state_event: 'close' });
    await send(`PUT ${shop.path}/issues/1`, { state_event: 'reopen' });
    await send(`POST ${shop.path}/issues`, {
      title: 'late',
      milestone_id: id,
      created_at: '2026-12-02T00:00:00Z',
    });
    const events = async (place = shop.path, of = id) =>
      (await send(`GET ${place}/milestones/${of}/burndown_events`)).map(
        (event: { action: string; weight: number }) => `${event.action} ${event.weight}`,
      );
    expect(await events()).toEqual(['created 3', 'closed 3', 'reopened 3']);
    const open = await send(`POST ${shop.path}/milestones`, { title: 'some day' });
    expect(await events(shop.path, open.id)).toEqual([]);
    const group = await send('POST /groups', { name: fresh('g'), path: fresh('g') });
    const wide = await send(`POST /groups/${group.id}/milestones`, { title: 'v2', ...days });
    const project = await send('POST /projects', { name: fresh('p'), namespace_id: group.id });
    const inside = { title: 'b', milestone_id: wide.id };
    await send(`POST /projects/${project.id}/issues`, inside);
    expect(await events(`/groups/${group.id}`, wide.id)).toEqual(['created 0']);
    const stranger = await app().user(fresh('stranger'));
    const hidden = `GET ${shop.path}/milestones/${id}/burndown_events`;
    expect((await app().call(hidden, { token: stranger.token })).status).toBe(404);
  });
});
