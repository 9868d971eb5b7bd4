import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const { guest, reporter } = accessLevels;

onBothDatabases('subscriptions of merge requests', (app) => {
  it('follow from taking part until somebody decides otherwise; a choice made twice is 304', async () => {
    const shop = await workshop(app());
    await shop.open();
    const reader = await shop.member('reader', reporter);
    const visitor = await shop.member('visitor', guest);
    const is = async ({ token }: TestUser) => (await shop.call('GET 1', { token })).json.subscribed;
    const call = async (verb: string, user: TestUser) => {
      const answer = await shop.call(`POST 1/${verb}`, { token: user.token });
      return [answer.status, answer.json?.subscribed ?? answer.text];
    };
    const author = shop.owner;
    expect([await is(author), await is(reader)]).toEqual([true, false]);
    expect(await call('subscribe', author)).toEqual([304, '']);
    expect(await call('unsubscribe', reader)).toEqual([304, '']);

    expect(await call('unsubscribe', author)).toEqual([201, false]);
    expect(await call('unsubscribe', author)).toEqual([304, '']);
    expect(await call('subscribe', reader)).toEqual([201, true]);
    await shop.call('POST 1/notes', { json: { body: 'A comment subscribes nobody who left' } });
    expect([await is(author), await is(reader)]).toEqual([false, true]);
    expect(await call('subscribe', author)).toEqual([201, true]);

    expect((await call('subscribe', visitor))[0]).toBe(403);
    expect((await shop.call('POST 9/subscribe')).status).toBe(404);
    const anonymous = await app().call(`POST ${shop.path}/merge_requests/1/subscribe`);
    expect(anonymous.status).toBe(401);
    await shop.call('DELETE 1');
    const left = app().deps.db.selectFrom('merge_request_subscriptions').select('user_id');
    expect(await left.execute()).toEqual([]);
  });
});
