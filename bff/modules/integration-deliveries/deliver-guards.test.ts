import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFetch } from '../../outbound/fetch.ts';
import { deliveryPlace } from '../../testing/delivery-place.ts';
import { harbor } from '../../testing/harbor.ts';
import { meetReceiver, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';

const minute = 60_000;

onBothDatabases('deliveries and those who must not see them', (app) => {
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

  const place = (name: string, slug?: string, settings?: object) =>
    deliveryPlace(
      app(),
      name,
      slug === undefined || settings === undefined ? undefined : { slug, settings },
    );

  it('reach nothing that the server may not call, and every such address reads the same', async () => {
    const at = await place('guarded');
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: false });
    const { resolve } = app().deps;
    const reasons: string[] = [];
    try {
      for (const answer of [['127.0.0.1'], ['::ffff:10.0.0.1'], [], ['169.254.1.1', '8.8.8.8']]) {
        const mine = () =>
          answer.length === 0 ? Promise.reject(new Error('no such name')) : Promise.resolve(answer);
        app().deps.fetch = createFetch(mine);
        reasons.push((await at.call(`POST ${at.path}/test`)).json.reason);
      }
    } finally {
      app().deps.resolve = resolve;
      await meetReceiver(app(), receiver);
    }
    expect(new Set(reasons)).toEqual(
      new Set(['The address could not be reached or is not allowed']),
    );
    expect(receiver.received).toEqual([]);
  });

  it('follow redirects with each hop checked anew, and read an answer to a limit', async () => {
    const at = await place('limits');
    receiver.answer = ({ url }) =>
      url.includes('SECRET')
        ? { status: 307, headers: { location: `http://127.0.0.1:${receiver.port}/next` } }
        : { status: 200, body: 'x'.repeat(3_000_000) };
    await at.happen();
    const [{ id }] = await at.log();
    const shown = await at.show(id);
    expect([shown.state, shown.response.status, shown.response.body.length]).toEqual([
      'succeeded',
      200,
      8192,
    ]);
    receiver.answer = () => ({ status: 307, headers: { location: 'http://[fe80::1]/' } });
    await updateSettings(app().ctx, { outbound_local_requests_whitelist: ['127.0.0.1'] });
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: false });
    await at.happen();
    expect((await at.log())[0].reason).toBe('The address could not be reached or is not allowed');
    await updateSettings(app().ctx, { outbound_local_requests_whitelist: [] });
    await meetReceiver(app(), receiver);
  });

  it('show no secret to those who read the log (gl#363152, gl#381895, GO-2026-6040)', async () => {
    const chat = await place('masked');
    receiver.answer = ({ url, body }) => ({
      status: 200,
      body: `${url} ${body}`,
      headers: { 'set-cookie': 'session=abc', 'x-echo': url },
    });
    await chat.happen();
    const [{ id }] = await chat.log();
    const text = JSON.stringify(await chat.show(id));
    expect(text).not.toContain('SECRET-PATH');
    expect(JSON.parse(text).request.url).toBe('https://chat.example.test/*****');
    expect(JSON.parse(text).response.headers['set-cookie']).toBe('*****');
    const ci = await place('masked-ci', 'bamboo', {
      ci_server_url: 'https://ci.example.test/',
      build_key: 'KEY/1&2',
      username: 'builder',
      password: 'pass"word',
    });
    await ci.commit({ 'a.txt': '1' });
    await app().drain();
    const [built] = await ci.log();
    const shown = await ci.show(built.id);
    expect(shown.request).toMatchObject({
      method: 'GET',
      url: 'https://ci.example.test/updateAndBuild.action?buildKey=*****&os_authType=basic',
      headers: { Authorization: '*****' },
    });
    const all = JSON.stringify(shown);
    for (const secret of [
      'KEY/1',
      'KEY%2F1',
      'pass',
      Buffer.from('builder:pass"word').toString('base64'),
    ]) {
      expect(all).not.toContain(secret);
    }
  });

  it('tests and repeats go where the secret was stored for, whatever is sent along (CVE-2022-2882, gl#377799, gl#385193)', async () => {
    const ci = await place('aimed', 'bamboo', {
      ci_server_url: 'https://ci.example.test',
      build_key: 'KEY',
      username: 'builder',
      password: 'word',
    });
    receiver.received.length = 0;
    const evil = 'https://evil.example.test';
    const elsewhere = { ci_server_url: evil, bamboo_url: evil, url: evil, settings: { url: evil } };
    const tested = await ci.call(`POST ${ci.path}/test?bamboo_url=${evil}`, elsewhere);
    expect([tested.status, tested.json.state]).toEqual([201, 'succeeded']);
    const at = `POST ${ci.path}/deliveries/${tested.json.id}/redeliver`;
    expect((await ci.call(at, elsewhere)).status).toBe(201);
    const hosts = receiver.received.map(({ url }) => new URL(url).host);
    expect(hosts).toEqual(['ci.example.test', 'ci.example.test']);
  });

  it('of somebody removed fire no more (GO-2026-6033), and others cannot read or repeat them', async () => {
    const at = await place('private');
    const member = await at.member('reader', 30);
    const stranger = await app().user('stranger');
    await at.happen();
    const [{ id }] = await at.log();
    const paths = ['deliveries', `deliveries/${id}`, 'health'];
    for (const path of paths) {
      expect((await member.as(`GET ${at.path}/${path}`)).status).toBe(403);
      const call = { token: stranger.token };
      expect((await app().call(`GET ${at.path}/${path}`, call)).status).toBe(404);
    }
    const other = await place('neighbour');
    const foreign = `${other.path}/deliveries/${id}`;
    expect((await other.call(`GET ${foreign}`)).status).toBe(404);
    expect((await other.call(`POST ${foreign}/redeliver`)).status).toBe(404);
    receiver.received.length = 0;
    await at.call(`DELETE ${at.group}/integrations/pumble`);
    const repeated = await at.call(`POST ${at.path}/deliveries/${id}/redeliver`);
    expect([repeated.status, receiver.received]).toEqual([404, []]);
  });

  it('whose form is ours are signed by a secret that is shown once, and a repeat keeps its id', async () => {
    const settings = { username: 'bo', token: 'qux-token' };
    const at = await place('signed', 'packagist', settings);
    const made = await at.call(`POST ${at.path}/signing_secret`);
    expect([made.status, made.json]).toEqual([
      201,
      { signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
    ]);
    expect((await at.health()).has_signing_secret).toBe(true);
    await at.commit({ 'a.txt': '1' });
    await app().drain();
    const [{ id }] = await at.log();
    await wait(5 * minute);
    await at.call(`POST ${at.path}/deliveries/${id}/redeliver`);
    const key = Buffer.from(made.json.signing_secret.replace('whsec_', ''), 'base64');
    const ours = receiver.received.filter(({ url }) => url.startsWith('https://packagist.org/'));
    for (const { headers, body } of ours) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const mac = createHmac('sha256', key).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${mac}`);
      expect(headers['webhook-id']).toBe(headers['idempotency-key']);
    }
    const [first, second] = ours.map(({ headers }) => headers);
    expect([ours.length, second?.['webhook-id']]).toEqual([2, first?.['webhook-id']]);
    expect(second?.['webhook-timestamp']).not.toBe(first?.['webhook-timestamp']);
    const unsigned = await place('unsigned');
    const none = await unsigned.call(`POST ${unsigned.path}/signing_secret`);
    expect([none.status, none.json.message]).toEqual([400, 'This integration does not sign']);
  });

  it('a project has the log, the test and the repeat of what works in it', async () => {
    const at = await place('within', 'packagist', { username: 'bo', token: 'qux' });
    const path = `/bff${at.project}/integrations/packagist`;
    const tested = await at.call(`POST ${path}/test`);
    expect([tested.status, tested.json]).toMatchObject([
      201,
      { event: 'test', state: 'succeeded', project: { path_with_namespace: 'at-within/quay' } },
    ]);
    const { id, message_id } = tested.json;
    const again = await at.call(`POST ${path}/deliveries/${id}/redeliver`);
    expect([again.status, again.json]).toMatchObject([201, { redelivery_of: id, message_id }]);
    const list = await at.call(`GET ${path}/deliveries?state=succeeded`);
    expect(list.json.map((one: { id: number }) => one.id)).toEqual([again.json.id, id]);
    expect((await at.call(`GET ${path}/deliveries?state=failed`)).json).toEqual([]);
    expect((await at.call(`GET ${path}/deliveries/${id}`)).json).toMatchObject({ message_id });
    expect((await at.call(`GET ${path}/health`)).json).toMatchObject({ has_signing_secret: true });
    // The secret is that of the group, where the integration is set up.
    expect((await at.call(`POST ${path}/signing_secret`)).status).toBe(400);
    const own = `${at.project}/integrations/packagist`;
    await at.call(`PUT ${own}`, { username: 'cy', token: 'quux' });
    expect((await at.call(`POST ${path}/signing_secret`)).status).toBe(201);
    const commands = { token: 'qux' };
    await at.call(`PUT ${at.project}/integrations/slack-slash-commands`, commands);
    const mute = await at.call(`POST /bff${at.project}/integrations/slack-slash-commands/test`);
    expect([mute.status, mute.json.message]).toEqual([400, 'This integration sends nothing']);
  });

  it('a default of the instance signs by the secret that an administrator makes, wherever it works', async () => {
    const root = await app().user('root_of_all', { admin: true });
    const at = '/bff/instance/integrations/packagist';
    const admin = (request: string, json?: object) =>
      app().call(request, { token: root.token, json });
    expect((await admin(`POST ${at}/signing_secret`)).status).toBe(404);
    expect((await admin(`PUT ${at}`, { username: 'bo', token: 'qux' })).status).toBe(200);
    expect((await admin(`GET ${at}/health`)).json.has_signing_secret).toBe(false);
    const made = await admin(`POST ${at}/signing_secret`);
    expect([made.status, made.json]).toEqual([
      201,
      { signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
    ]);
    expect((await admin(`GET ${at}/health`)).json.has_signing_secret).toBe(true);
    const audited = await admin('GET /bff/audit_events?action=integration.sign');
    expect(audited.json[0]).toMatchObject({ subject: { name: 'instance packagist' } });
    expect(audited.text).not.toContain(made.json.signing_secret.slice(6));

    const port = await harbor(app(), 'far-below');
    const path = `/bff${port.project}/integrations/packagist`;
    for (const request of [`POST ${at}/signing_secret`, `GET ${at}/health`]) {
      expect((await port.call(request)).status).toBe(403);
      expect((await app().call(request)).status).toBe(401);
    }
    // It is not theirs to replace where it only works.
    expect((await port.call(`POST ${path}/signing_secret`)).status).toBe(400);
    receiver.received.length = 0;
    await port.commit({ 'a.txt': '1' });
    await app().drain();
    const [sent] = receiver.received;
    const { 'webhook-id': id, 'webhook-timestamp': time } = sent?.headers ?? {};
    const key = Buffer.from(made.json.signing_secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${time}.${sent?.body}`).digest('base64');
    expect(sent?.headers['webhook-signature']).toBe(`v1,${mac}`);
    expect((await admin(`DELETE ${at}`)).status).toBe(204);
  });
});
