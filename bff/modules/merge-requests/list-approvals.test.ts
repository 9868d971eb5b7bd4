import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { developer } = accessLevels;

onBothDatabases('lists of merge requests', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let other: TestUser;
  let admin: TestUser;

  const ask = async (query: string, path = `${shop.path}/merge_requests`) => {
    const answer = await app().call(`GET ${path}?sort=asc&${query}`, { token: shop.owner.token });
    if (answer.status !== 200) return answer.json.error;
    return answer.json.map((row: { iid: number }) => row.iid);
  };

  beforeAll(async () => {
    admin = await app().user('flagger', { admin: true });
    shop = await workshop(app());
    dev = await shop.member('dev', developer);
    other = await shop.member('other', developer);
    await shop.open({ assignee_ids: [dev.id] });
    await shop.open({ reviewer_ids: [other.id] }, dev.token);
    await shop.open({}, dev.token);
    await shop.open();
    for (const [iid, who] of [
      [1, other],
      [2, other],
      [2, shop.owner],
    ] as const) {
      const answer = await shop.call(`POST ${iid}/approve`, { token: who.token, json: {} });
      if (answer.status !== 201) throw new Error(answer.text);
    }
    await app().drain();
  });

  it('are filtered by who has approved, by the first five at most', async () => {
    const { id } = other;
    const own = shop.owner.id;
    expect(await ask(`approved_by_ids[]=${id}`)).toEqual([1, 2]);
    expect(await ask(`approved_by_ids=${id},${own}`)).toEqual([2]);
    expect(await ask(`approved_by_ids[]=${id}&approved_by_ids[]=${dev.id}`)).toEqual([]);
    const six = [id, id, own, own, id, own, id, own].map((one) => `approved_by_ids[]=${one}`);
    expect(await ask(six.join('&'))).toEqual([2]);
    expect(await ask('approved_by_ids=none')).toEqual([3, 4]);
    expect(await ask('approved_by_ids=Any')).toEqual([1, 2]);
    expect(await ask('approved_by_ids=x')).toBe(
      "approved_by_ids should be an array, 'None' or 'Any'",
    );
    expect(await ask(`approved_by_usernames[]=${other.username.toUpperCase()}`)).toEqual([1, 2]);
    expect(await ask('approved_by_usernames=Any')).toEqual([1, 2]);
    expect(await ask('approved_by_usernames=nobody-here')).toEqual([]);
    expect(await ask(`approved_by_ids=${id}&approved_by_usernames=x`)).toBe(
      'approved_by_ids, approved_by_usernames are mutually exclusive',
    );
  });

  it('are filtered by the individual approvers that their rules name', async () => {
    const rule = (path: string, json: object) =>
      app().call(`POST ${shop.path}${path}`, {
        token: shop.owner.token,
        json: { name: 'rule', approvals_required: 0, ...json },
      });
    expect(await ask('approver_ids=Any')).toEqual([]);
    expect(await ask('approver_ids=none')).toEqual([1, 2, 3, 4]);
    await rule('/approval_rules', { user_ids: [dev.id, other.id] });
    await rule('/merge_requests/2/approval_rules', { user_ids: [other.id] });
    await rule('/merge_requests/3/approval_rules', {});
    const [a, b] = [`approver_ids[]=${dev.id}`, `approver_ids[]=${other.id}`];
    expect(await ask(a)).toEqual([1, 4]);
    expect(await ask(b)).toEqual([1, 2, 4]);
    expect(await ask(`${a}&${b}`)).toEqual([1, 4]);
    expect(await ask(`approver_ids[]=${shop.owner.id}`)).toEqual([]);
    expect(await ask('approver_ids=Any')).toEqual([1, 2, 4]);
    expect(await ask('approver_ids=None')).toEqual([3]);
    expect(await ask('approver_ids[]=')).toEqual([1, 2, 3, 4]);
    for (const wrong of ['approver_ids=5', 'approver_ids[]=x']) {
      expect(await ask(wrong)).toBe("approver_ids should be an array, 'None' or 'Any'");
    }
  });

  it('hear `approved` only while its flag is on', async () => {
    expect(await ask('approved=yes')).toEqual([1, 2, 3, 4]);
    const ignored = async () =>
      (await shop.call('GET ?approved=yes')).headers.get('X-Ignored-Parameters');
    expect(await ignored()).toBe('approved');
    const set = (json: object) =>
      app().call('POST /features/mr_approved_filter', { token: admin.token, json });
    await set({ value: true, project: shop.project.full_path });
    expect(await ask('approved=yes')).toEqual([1, 2]);
    expect(await ignored()).toBeNull();
    expect(await ask('approved=no')).toEqual([3, 4]);
    expect(await ask('approved=maybe')).toBe('approved does not have a valid value');
    await set({ value: false });
    expect(await ask('approved=no')).toEqual([1, 2, 3, 4]);
  });

  it('are filtered by who is involved in any way', async () => {
    expect(await ask(`involves_user_id=${dev.id}`)).toEqual([1, 2, 3]);
    expect(await ask(`involves_username=${other.username}`)).toEqual([1, 2]);
    expect(await ask(`involves_user_id=${shop.owner.id}`)).toEqual([1, 2, 4]);
    expect(await ask('involves_username=nobody-here')).toEqual([]);
    expect(await ask('involves_user_id=1&involves_username=x')).toBe(
      'involves_user_id, involves_username are mutually exclusive',
    );
  });

  it('are filtered by the environment and the time of a deployment', async () => {
    await shop.settled(4);
    expect((await shop.call('PUT 4/merge', { json: {} })).status).toBe(200);
    await app().drain();
    const head = await app().call(`GET ${shop.path}/repository/commits/main`, {
      token: shop.owner.token,
    });
    const made = await app().call(`POST ${shop.path}/deployments`, {
      token: shop.owner.token,
      json: { environment: 'sea', ref: 'main', tag: false, status: 'success', sha: head.json.id },
    });
    expect(made.status).toBe(201);
    await app().drain();
    expect(await ask('environment=sea')).toEqual([4]);
    expect(await ask('environment=lake')).toEqual([]);
    const all = (query: string) => ask(`scope=all&${query}`, '/merge_requests');
    expect(await all('deployed_after=2026-11-27')).toEqual([4]);
    expect(await all('deployed_before=2026-11-27')).toEqual([]);
    expect(await all('environment=sea&deployed_before=2030-01-01T00:00:00Z')).toEqual([4]);
    expect(await all('deployed_after=some%20day')).toEqual([1, 2, 3, 4]);
  });
});
