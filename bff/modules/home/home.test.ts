import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('home', (app) => {
  it('holds the merge requests of each block as their lists do, and of nobody else', async () => {
    const shop = await workshop(app());
    const me = await app().user('pilot');
    const json = { user_id: me.id, access_level: 30 };
    await app().call(`POST ${shop.path}/members`, { token: shop.owner.token, json });
    await shop.open({ title: 'Look at this', reviewer_ids: [me.id] });
    await shop.open({ title: 'Mine, with others', reviewer_ids: [shop.owner.id] }, me.token);
    const { token } = me;
    const { status, json: home } = await app().call('GET /bff/home', { token });
    expect(status).toBe(200);
    const titles = Object.fromEntries(
      Object.entries(
        home as Record<string, { total: number; merge_requests: { title: string }[] }>,
      ).map(([name, block]) => [
        name,
        [block.total, ...block.merge_requests.map((row) => row.title)],
      ]),
    );
    expect(titles).toEqual({
      to_review: [1, 'Look at this'],
      returned_to_me: [0],
      waiting_for_others: [1, 'Mine, with others'],
    });
    const list = await app().call(
      'GET /merge_requests?scope=to_review&state=opened&with_labels_details=true',
      { token },
    );
    expect(home.to_review.merge_requests).toEqual(list.json);
    expect((await app().call('GET /bff/home')).status).toBe(401);
  });
});
