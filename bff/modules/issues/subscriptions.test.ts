import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

onBothDatabases('subscriptions of issues', (app) => {
  it('follow from writing or having an issue until somebody decides otherwise, once', async () => {
    const ann = await harbor(app(), 'ann');
    await ann.issue({ title: 'Leak' });
    await ann.issue({ title: 'Hidden', confidential: true });
    const guest = await ann.member('visitor', 10);
    const one = `${ann.project}/issues/1`;
    const is = async ({ token }: TestUser) =>
      (await app().call(`GET ${one}`, { token })).json.subscribed;
    const call = async (verb: string, { token }: TestUser) => {
      const answer = await app().call(`POST ${one}/${verb}`, { token });
      return [answer.status, answer.json?.subscribed ?? answer.text];
    };
    expect([await is(ann), await is(guest)]).toEqual([true, false]);
    expect(await call('subscribe', ann)).toEqual([304, '']);
    expect(await call('unsubscribe', guest)).toEqual([304, '']);

    expect(await call('unsubscribe', ann)).toEqual([201, false]);
    expect(await call('unsubscribe', ann)).toEqual([304, '']);
    expect(await call('subscribe', guest)).toEqual([201, true]);
    expect([await is(ann), await is(guest)]).toEqual([false, true]);
    expect(await call('subscribe', ann)).toEqual([201, true]);

    expect((await guest.as(`POST ${ann.project}/issues/2/subscribe`)).status).toBe(404);
    expect((await app().call(`POST ${one}/subscribe`)).status).toBe(401);
    await ann.call(`DELETE ${one}`);
    const left = app().deps.db.selectFrom('issue_subscriptions').select('user_id');
    expect(await left.execute()).toEqual([]);
  });
});
