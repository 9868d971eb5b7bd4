import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

onBothDatabases('milestones of merge requests', (app) => {
  let shop: Workshop;
  let groupId = 0;
  const milestones: Record<string, { id: number; iid: number }> = {};

  const iids = async (query: string) =>
    (await shop.call(`GET ?${query}`)).json.map((row: { iid: number }) => row.iid);

  beforeAll(async () => {
    const boss = await app().user(fresh('boss'));
    const path = fresh('fleet');
    const group = await app().call('POST /groups', {
      token: boss.token,
      json: { name: path, path },
    });
    groupId = group.json.id;
    shop = await workshop(app(), { namespace_id: group.json.id }, boss);
    const { token } = boss;
    const add = async (title: string, place: string, dates: object) => {
      const answer = await app().call(`POST ${place}/milestones`, {
        token,
        json: { title, ...dates },
      });
      milestones[title] = answer.json;
    };
    await add('Later', shop.path, { start_date: '2026-12-01', due_date: '2026-12-24' });
    await add('Now', shop.path, { start_date: '2026-11-01', due_date: '2026-11-30' });
    await add('Group', `/groups/${group.json.id}`, { due_date: '2026-11-01' });
    for (const title of ['Later', 'Now', 'Group']) {
      await shop.open({ milestone_id: milestones[title]?.id });
    }
    await shop.open();
  });

  it('list their merge requests, as far as the caller may see them', async () => {
    const { token } = await app().user(fresh('stranger'));
    const group = `/groups/${groupId}`;
    const list = async (place: string, title: string, as?: string) => {
      const path = `${place}/milestones/${milestones[title]?.id}/merge_requests`;
      const { status, json } = await (as === undefined
        ? app().call(`GET ${path}`, { token: shop.owner.token })
        : app().call(`GET ${path}`, { token: as }));
      return [status, Array.isArray(json) ? json.map((row) => row.iid) : json.message];
    };
    expect(await list(shop.path, 'Now')).toEqual([200, [2]]);
    expect(await list(shop.path, 'Later')).toEqual([200, [1]]);
    expect(await list(group, 'Group')).toEqual([200, [3]]);
    // A milestone is that of its place alone, and what is below a group may be hidden.
    expect(await list(group, 'Now')).toEqual([404, '404 Milestone Not Found']);
    expect(await list(shop.path, 'Group')).toEqual([404, '404 Milestone Not Found']);
    expect(await list(shop.path, 'Now', token)).toEqual([404, '404 Project Not Found']);
    await app().call(`PUT ${group}`, { token: shop.owner.token, json: { visibility: 'public' } });
    expect(await list(group, 'Group', token)).toEqual([200, []]);
  });

  it('are filtered by title, by None and Any, and by what has begun or is to come', async () => {
    expect(await iids('milestone=Now')).toEqual([2]);
    expect(await iids('milestone=now')).toEqual([]);
    expect(await iids('milestone=None')).toEqual([4]);
    expect(await iids('milestone=none')).toEqual([4]);
    expect(await iids('milestone=ANY')).toEqual([3, 2, 1]);
    expect(await iids('milestone=Upcoming')).toEqual([2, 1]);
    expect(await iids('milestone=%23upcoming')).toEqual([2, 1]);
    expect(await iids('milestone=Started')).toEqual([2]);
    expect(await iids('milestone=constructor')).toEqual([]);
    expect(await iids('not[milestone]=Now')).toEqual([4, 3, 1]);
    expect(await iids('not[milestone]=None')).toEqual([3, 2, 1]);
    expect(await iids('not[milestone]=Any')).toEqual([4]);
  });

  it('order by the day on which they are due, those without one last', async () => {
    expect(await iids('order_by=milestone_due&sort=asc')).toEqual([3, 2, 1, 4]);
    expect(await iids('order_by=milestone_due&sort=desc')).toEqual([1, 2, 3, 4]);
    expect(await iids('order_by=priority&sort=asc')).toEqual([3, 2, 1, 4]);
  });

  it('stand in the record whole, those of a group too', async () => {
    const { json: own } = await shop.call('GET 2');
    expect(own.milestone).toEqual({
      id: milestones.Now?.id,
      iid: milestones.Now?.iid,
      project_id: shop.project.id,
      title: 'Now',
      description: '',
      state: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      due_date: '2026-11-30',
      start_date: '2026-11-01',
      web_url: `http://127.0.0.1:3000/${shop.project.full_path}/-/milestones/${milestones.Now?.iid}`,
    });
    const { json: above } = await shop.call('GET 3');
    expect(above.milestone).toMatchObject({ title: 'Group', group_id: expect.any(Number) });
    expect(above.milestone.web_url).toContain('/groups/fleet');
  });

  it('are set, kept and taken off, and those of elsewhere are refused', async () => {
    const put = async (milestone_id: unknown) => {
      const answer = await shop.call('PUT 4', { json: { milestone_id } });
      return answer.status === 200 ? answer.json.milestone?.title : answer.json;
    };
    expect(await put(milestones.Later?.id)).toBe('Later');
    expect(await put(0)).toBeUndefined();
    expect(await put(milestones.Group?.id)).toBe('Group');
    expect(await put('')).toBeUndefined();
    const elsewhere = await workshop(app());
    const foreign = await app().call(`POST ${elsewhere.path}/milestones`, {
      token: elsewhere.owner.token,
      json: { title: 'Foreign' },
    });
    expect(await put(foreign.json.id)).toEqual({ message: { milestone_id: ['is invalid'] } });
  });
});
