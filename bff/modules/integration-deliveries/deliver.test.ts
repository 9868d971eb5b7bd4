import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryPlace } from '../../testing/delivery-place.ts';
import { meetReceiver, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { forgetOldDeliveries } from './rules.ts';

const minute = 60_000;

onBothDatabases('deliveries', (app) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    await meetReceiver(app(), receiver);
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 200 });
  });
  afterAll(() => receiver.close());

  const wait = async (milliseconds: number) => {
    app().clock.set(app().clock.now() + milliseconds);
    await app().drain();
  };

  const place = (name: string) => deliveryPlace(app(), name);

  it('are tried four times after errors of the server and the network, one, two and four minutes apart under one key', async () => {
    const at = await place('retry');
    let turn = 0;
    receiver.answer = () => (turn++ % 2 === 0 ? { status: 503, body: 'busy' } : 'hang-up');
    await at.happen();
    expect(await at.states()).toEqual(['waiting 1']);
    const counts = [receiver.received.length];
    for (const pause of [minute - 1000, 2000, 2 * minute, 4 * minute, 60 * minute]) {
      await wait(pause);
      counts.push(receiver.received.length);
    }
    expect(counts).toEqual([1, 1, 2, 3, 4, 4]);
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect([new Set(keys).size, keys[0]]).toEqual([
      1,
      (await at.show((await at.log())[0].id)).message_id,
    ]);
    expect(await at.log()).toMatchObject([
      {
        state: 'failed',
        attempts: 4,
        next_attempt_at: null,
        event: 'issues_events',
        reason: 'The address could not be reached or is not allowed',
      },
    ]);
  });

  it('recover when a later attempt is taken, and are not sent again after it', async () => {
    const at = await place('recover');
    receiver.answer = () => ({ status: receiver.received.length === 1 ? 500 : 200 });
    await at.happen();
    await wait(2 * minute);
    await wait(60 * minute);
    expect([await at.states(), receiver.received.length]).toEqual([['succeeded 2'], 2]);
    expect(await at.health()).toEqual({
      failures: 0,
      paused_until: null,
      has_signing_secret: false,
    });
  });

  it('are not tried again after an answer that says no', async () => {
    const at = await place('refused');
    receiver.answer = () => ({ status: 404, body: 'no such hook' });
    await at.happen();
    await wait(60 * minute);
    expect(receiver.received).toHaveLength(1);
    const [{ id }] = await at.log();
    expect(await at.show(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      reason: 'The server answered 404',
      response: { status: 404, body: 'no such hook' },
    });
  });

  it('pause after four failed events in a row, a minute doubling to a day, tell the owners once and go on after a good test', async () => {
    const at = await place('pause');
    await at.call(`POST ${at.group}/members`, {
      user_id: (await app().user('second-owner')).id,
      access_level: 50,
    });
    receiver.answer = () => ({ status: 410 });
    for (let event = 0; event < 3; event += 1) await at.happen();
    expect((await at.health()).paused_until).toBeNull();
    const before = app().clock.now();
    await at.happen();
    const length = async () => Date.parse((await at.health()).paused_until) - app().clock.now();
    expect(Date.parse((await at.health()).paused_until) - before).toBeLessThanOrEqual(
      minute + 5000,
    );
    await at.happen();
    expect([receiver.received.length, (await at.log())[0]]).toMatchObject([
      4,
      {
        state: 'skipped',
        attempts: 0,
        reason: expect.stringMatching(/^The integration is paused until 2026/),
      },
    ]);
    const lengths: number[] = [];
    for (let event = 0; event < 12; event += 1) {
      await wait((await length()) + 1);
      await at.happen();
      lengths.push(Math.ceil((await length()) / minute));
    }
    expect(lengths).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
    const mails = await app().deps.db.selectFrom('mails').selectAll().execute();
    const told = mails.filter((mail) => mail.subject.startsWith('Pumble: the integration'));
    expect(told.map((mail) => mail.to).sort()).toEqual([
      'pause@example.test',
      'second-owner@example.test',
    ]);
    const bad = await at.call(`POST ${at.path}/test`);
    expect([bad.status, bad.json.state]).toEqual([201, 'failed']);
    expect((await at.health()).paused_until).not.toBeNull();
    receiver.answer = () => ({ status: 204 });
    const good = await at.call(`POST ${at.path}/test`);
    expect([good.status, good.json.state, good.json.event]).toEqual([201, 'succeeded', 'test']);
    expect(await at.health()).toMatchObject({ failures: 0, paused_until: null });
    await at.happen();
    expect((await at.log())[0].state).toBe('succeeded');
  });

  it('that failed pause an integration, which its owners see on their home page, and nobody else', async () => {
    const at = await place('notice');
    const other = await place('calm');
    receiver.answer = () => ({ status: 410 });
    const paused = async (token?: string, query = '') => {
      const request = `GET /bff/paused_integrations${query}`;
      return (token === undefined ? await at.call(request) : await app().call(request, { token }))
        .json;
    };
    expect(await paused()).toEqual([]);
    for (let event = 0; event < 4; event += 1) await at.happen();
    const one = {
      slug: 'pumble',
      title: 'Pumble',
      level: 'group',
      full_path: 'at-notice',
      paused_until: (await at.health()).paused_until,
      failures: 4,
    };
    expect(await paused()).toEqual([one]);
    const id = at.group.replace('/groups/', '');
    const elsewhere = other.group.replace('/groups/', '');
    expect(await paused(undefined, `?group_id=${id}`)).toEqual([one]);
    expect(await paused(undefined, `?group_id=${elsewhere}`)).toEqual([]);
    const maintainer = await app().user('notice-maintainer');
    await at.call(`POST ${at.group}/members`, { user_id: maintainer.id, access_level: 40 });
    for (const token of [maintainer.token, other.token]) expect(await paused(token)).toEqual([]);
    await wait(2 * minute);
    expect(await paused()).toEqual([]);
  });

  it('of a pause are kept and can be sent again under their old id', async () => {
    const at = await place('again');
    receiver.answer = () => ({ status: 400 });
    for (let event = 0; event < 5; event += 1) await at.happen();
    const [skipped] = await at.log();
    expect(skipped.state).toBe('skipped');
    receiver.answer = () => ({ status: 200 });
    receiver.received.length = 0;
    const repeated = await at.call(`POST ${at.path}/deliveries/${skipped.id}/redeliver`);
    const first = await at.show(skipped.id);
    expect([repeated.status, repeated.json]).toMatchObject([
      201,
      { state: 'succeeded', redelivery_of: skipped.id, message_id: first.message_id },
    ]);
    expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      first.message_id,
    ]);
    await wait(60 * minute);
    expect(receiver.received).toHaveLength(1);
    const day = 24 * 60 * minute;
    app().clock.set(app().clock.now() + 29 * day);
    await forgetOldDeliveries({ ...app().ctx, clock: app().clock });
    expect(await at.log()).toHaveLength(6);
    app().clock.set(app().clock.now() + 2 * day);
    await forgetOldDeliveries({ ...app().ctx, clock: app().clock });
    expect(await at.log()).toEqual([]);
  });

  it('are none while the server is silent, and say so', async () => {
    const at = await place('silent');
    await updateSettings(app().ctx, { silent_mode_enabled: true });
    await at.happen();
    const tested = await at.call(`POST ${at.path}/test`);
    expect([tested.status, tested.json]).toEqual([400, { message: 'Silent mode is on' }]);
    await updateSettings(app().ctx, { silent_mode_enabled: false });
    await wait(60 * minute);
    expect(receiver.received).toEqual([]);
    expect(await at.log()).toMatchObject([{ state: 'skipped', reason: 'Silent mode is on' }]);
  });

  it('that were taken and written down are not sent again after a process ends; others are, with their key', async () => {
    const at = await place('restart');
    await at.happen();
    expect(receiver.received).toHaveLength(1);
    await at.issue({ title: 'Second' });
    await app().drain();
    // The process ended between the answer and the record: the row is as it was claimed.
    const [last] = await at.log();
    const { db } = app().deps;
    await db
      .updateTable('integration_deliveries')
      .set({ state: 'waiting', due_at: new Date(app().clock.now() + 90_000).toISOString() })
      .where('id', '=', last.id)
      .execute();
    await db.updateTable('jobs').set({ state: 'queued' }).where('kind', '=', 'deliver').execute();
    await app().drain();
    expect(receiver.received).toHaveLength(2);
    await wait(2 * minute);
    expect(receiver.received).toHaveLength(3);
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys[1] === keys[2], keys[0] === keys[1]]).toEqual([true, false]);
    expect(await at.states()).toEqual(['succeeded 2', 'succeeded 1']);
  });
});
