import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const { maintainer } = accessLevels;

onBothDatabases('deleting merge requests', (app) => {
  it('is for Owners and administrators only, and takes all with it', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ labels: 'a', assignee_id: shop.owner.id });
    await app().call(`POST ${shop.path}/merge_requests/1/notes`, {
      token: shop.owner.token,
      json: { body: 'hello' },
    });
    await app().drain();
    const keeper = await shop.member('keeper', maintainer);
    expect((await shop.call('DELETE 1', { token: keeper.token })).status).toBe(403);
    expect((await shop.call(`DELETE ${made.id + 1000}`)).status).toBe(404);
    const gone = await shop.call('DELETE 1');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await shop.call('GET 1')).status).toBe(404);
    await app().drain();
    const { db } = app().deps;
    const left = [
      await db.selectFrom('notes').where('noteable_id', '=', made.id).selectAll().execute(),
      await db.selectFrom('label_links').where('target_id', '=', made.id).selectAll().execute(),
      await db
        .selectFrom('merge_request_versions')
        .where('merge_request_id', '=', made.id)
        .selectAll()
        .execute(),
    ];
    expect(left).toEqual([[], [], []]);
  });

  it('a copy older than the record is 412', async () => {
    const shop = await workshop(app());
    await shop.open();
    const since = (date: string) =>
      shop.call('DELETE 1', { headers: { 'If-Unmodified-Since': date } });
    expect((await since('Thu, 01 Jan 2026 00:00:00 GMT')).status).toBe(412);
    expect((await since('Fri, 01 Jan 2027 00:00:00 GMT')).status).toBe(204);
  });
});
