import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { report } from '../../testing/signed-calls.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { updateSettings } from '../application-settings/rules.ts';

const minute = 60_000;
const secret = 'the harbour is ours';

interface Received {
  method: string | undefined;
  type: string | undefined;
  signature: string | undefined;
  body: string;
}

onBothDatabases('pings of external controls', (app) => {
  let shop: Workshop;
  let server: Server;
  let url: string;
  let received: Received[] = [];
  let answer = 204;
  let before: () => Promise<unknown> = () => Promise.resolve();

  const receive = async (request: IncomingMessage) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    const { method, headers } = request;
    const type = headers['content-type'];
    received.push({ method, type, signature: String(headers['x-gitlab-signature']), body });
    await before();
  };

  beforeAll(async () => {
    shop = await workshop(app());
    server = createServer((request, response) => {
      void receive(request).then(() => response.writeHead(answer).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: true });
    await enqueue(app().ctx, 'tend_controls', {}, { dedup: 'clock' });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  beforeEach(async () => {
    await app().deps.db.deleteFrom('external_controls').execute();
    received = [];
    answer = 204;
    before = () => Promise.resolve();
  });

  const send = (request: string, json?: object) =>
    app().call(request, { token: shop.owner.token, json });
  const make = async (more: object = {}) => {
    const json = { external_url: url, secret_token: secret, ...more };
    const made = await send(`POST ${shop.path}/compliance_external_controls`, json);
    expect(made.status).toBe(201);
    const { id } = made.json;
    return { id, secret, project: String(shop.project.id) };
  };
  const read = async (id: number) =>
    (await send(`GET ${shop.path}/compliance_external_controls/${id}`)).json;
  const timeline = async (id: number): Promise<Answer['json'][]> =>
    (await send(`GET /bff${shop.path}/controls/${id}/timeline`)).json;
  const pass = async (milliseconds: number) => {
    app().clock.set(app().clock.now() + milliseconds);
    await app().drain();
  };

  it('carry the record of the project, signed; whoever took one and stays silent has failed', async () => {
    const { id } = await make();
    await app().drain();
    expect(received).toHaveLength(1);
    const [ping] = received;
    const { body = '', ...head } = ping ?? {};
    expect(head).toEqual({
      method: 'POST',
      type: 'application/json',
      signature: createHmac('sha256', secret).update(body).digest('hex'),
    });
    const { project_control_compliance_status: status, ...record } = JSON.parse(body);
    expect(record).toMatchObject({
      id: shop.project.id,
      path_with_namespace: shop.project.full_path,
      merge_method: 'merge',
    });
    expect(status).toMatchObject({ status: 'pending', project_id: shop.project.id });
    expect(body).not.toContain(secret);
    expect(await timeline(id)).toMatchObject([
      {
        kind: 'ping',
        cause: 'created',
        state: 'taken',
        http_status: 204,
        user: { id: shop.owner.id },
      },
    ]);

    await pass(29 * minute);
    expect((await read(id)).status).toBe('pending');
    await pass(2 * minute);
    expect(await read(id)).toMatchObject({ status: 'fail', times_out_at: null });
    expect((await timeline(id))[0]).toMatchObject({
      kind: 'time_out',
      status_before: 'pending',
      status_after: 'fail',
    });
    const audited = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'actor_kind'])
      .where('subject_id', '=', id)
      .where('action', '=', 'external_control.fail')
      .execute();
    expect(audited).toEqual([{ action: 'external_control.fail', actor_kind: 'system' }]);
  });

  it('come every twelve hours; a verdict that they put an end to is told with its age', async () => {
    const one = await make();
    await app().drain();
    await pass(5 * 3_600_000);
    await report(app(), one);
    await pass(5 * 3_600_000);
    expect(received).toHaveLength(1);
    expect((await read(one.id)).status).toBe('pass');
    const verdict = (await read(one.id)).status_updated_at;
    await pass(2 * 3_600_000 + minute);
    expect(received).toHaveLength(2);
    expect((await read(one.id)).status).toBe('pending');
    const [ping] = await timeline(one.id);
    expect(ping).toMatchObject({
      kind: 'ping',
      cause: 'interval',
      user: null,
      status_before: 'pass',
      status_after: 'pending',
      replaced_since: verdict,
      replaced_early: true,
    });
    await report(app(), one);
    await pass(13 * 3_600_000);
    expect(received).toHaveLength(3);
    await pass(minute);
    expect(received).toHaveLength(3);
    // A verdict older than the interval is nothing to warn of.
    await send(`PUT ${shop.path}/compliance_external_controls/${one.id}`, {
      ping_interval_minutes: 5,
    });
    await report(app(), one);
    await pass(6 * minute);
    const told = await timeline(one.id);
    expect(told[0]).toMatchObject({ kind: 'ping', replaced_early: false });
    // What was early stays so, whatever the interval is now.
    expect(told.find(({ id }) => id === ping.id)).toMatchObject({ replaced_early: true });
  });

  it('end in time, the one of the control, also where the next ping comes before', async () => {
    const patient = await make({ timeout_minutes: 5 });
    await app().drain();
    await pass(4 * minute);
    expect((await read(patient.id)).status).toBe('pending');
    await pass(2 * minute);
    expect((await read(patient.id)).status).toBe('fail');
    const often = { external_url: `${url}/often`, ping_interval_minutes: 5, timeout_minutes: 12 };
    const { id } = await make(often);
    await app().drain();
    for (let at = 0; at < 14; at++) await pass(minute);
    expect((await timeline(id)).filter(({ kind }) => kind === 'time_out')).toHaveLength(1);
  });

  it('leave the control pending where the answer is another one or none, and are not tried again', async () => {
    answer = 500;
    const { id } = await make();
    await app().drain();
    await pass(2 * 3_600_000);
    expect(received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'pending', times_out_at: null });
    expect(await timeline(id)).toMatchObject([{ state: 'refused', http_status: 500 }]);
    await send(`PUT ${shop.path}/compliance_external_controls/${id}`, {
      external_url: 'http://127.0.0.1:9/',
    });
    expect((await send(`POST /bff${shop.path}/controls/${id}/ping`)).status).toBe(201);
    await app().drain();
    expect((await timeline(id))[0]).toMatchObject({
      cause: 'asked',
      state: 'unreachable',
      http_status: null,
    });
    const audited = await app()
      .deps.db.selectFrom('audit_events')
      .select('action')
      .where('subject_id', '=', id)
      .where('action', '=', 'external_control.ping_failed')
      .execute();
    // The new address was asked at once, and again by hand.
    expect(audited).toHaveLength(3);
  });

  it('go at once to a control whose URL or secret is another one, and for no other change', async () => {
    const one = await make();
    const change = async (json: object) => {
      await report(app(), one);
      await send(`PUT ${shop.path}/compliance_external_controls/${one.id}`, json);
      await app().drain();
      return [(await read(one.id)).status, received.length];
    };
    await app().drain();
    expect(await change({ external_control_name: 'Scan', external_url: url })).toEqual(['pass', 1]);
    expect(await change({ secret_token: secret, timeout_minutes: 31 })).toEqual(['pass', 1]);
    expect(await change({ external_url: `${url}/new` })).toEqual(['pending', 2]);
    expect((await timeline(one.id))[0]).toMatchObject({
      cause: 'changed',
      user: { id: shop.owner.id },
      status_before: 'pass',
    });
    expect(await change({ secret_token: 'another one' })).toEqual(['pending', 3]);
    const { body = '', signature } = received[2] ?? {};
    expect(signature).toBe(createHmac('sha256', 'another one').update(body).digest('hex'));
    one.secret = 'another one';
    const off = { ping_enabled: false, external_url: `${url}/off` };
    expect(await change(off)).toEqual(['pass', 3]);
  });

  it('are not sent where they are switched off, to archived projects or inside a guarded network', async () => {
    const { id } = await make({ ping_enabled: false });
    await pass(24 * 3_600_000);
    expect(received).toEqual([]);
    await send(`PUT ${shop.path}/compliance_external_controls/${id}`, { ping_enabled: true });
    await send(`POST ${shop.path}/archive`);
    await pass(24 * 3_600_000);
    expect(received).toEqual([]);
    expect((await send(`POST /bff${shop.path}/controls/${id}/ping`)).status).toBe(403);
    await send(`POST ${shop.path}/unarchive`);
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: false });
    await pass(minute);
    expect(received).toEqual([]);
    expect((await timeline(id))[0]).toMatchObject({ state: 'unreachable' });
    await updateSettings(app().ctx, { allow_local_requests_from_web_hooks_and_services: true });
  });

  it('keep a verdict that comes before their answer, and a second run sends nothing', async () => {
    const one = await make();
    before = () => report(app(), one);
    await app().drain();
    expect(await read(one.id)).toMatchObject({ status: 'pass', times_out_at: null });
    await pass(31 * minute);
    expect((await read(one.id)).status).toBe('pass');
    const ping = (await timeline(one.id)).find((line) => line.kind === 'ping');
    await enqueue(app().ctx, 'ping_control', { event_id: ping.id });
    await enqueue(app().ctx, 'ping_control', { event_id: 99_999_999 });
    await app().drain();
    expect(received).toHaveLength(1);
  });

  it('hold merge requests back while one is pending, where the project asks for it', async () => {
    const one = await make();
    const other = await make({ external_url: `${url}/2` });
    await app().drain();
    const { iid } = await shop.open();
    const status = async () => (await shop.settled(iid)).detailed_merge_status;
    expect(await status()).toBe('mergeable');
    const asked = { only_allow_merge_if_all_status_checks_passed: true };
    expect((await send(`PUT ${shop.path}`, asked)).json).toMatchObject(asked);
    expect(await status()).toBe('status_checks_must_pass');
    const listed = await shop.call('GET ');
    expect(listed.json[0].detailed_merge_status).toBe('status_checks_must_pass');
    expect((await shop.call(`PUT ${iid}/merge`)).status).toBe(405);
    await report(app(), one);
    await report(app(), other, { status: 'fail' });
    expect(await status()).toBe('status_checks_must_pass');

    // Who waits for it is woken by the last verdict.
    const waiting = await shop.call(`PUT ${iid}/merge`, { json: { auto_merge: true } });
    expect([waiting.status, waiting.json.state]).toEqual([200, 'opened']);
    await app().drain();
    expect((await shop.call(`GET ${iid}`)).json.state).toBe('opened');
    await report(app(), other);
    await app().drain();
    expect((await shop.call(`GET ${iid}`)).json.state).toBe('merged');

    // So it is when the control that has not passed is deleted.
    await report(app(), other, { status: 'fail' });
    const next = await shop.open();
    expect((await shop.settled(next.iid)).detailed_merge_status).toBe('status_checks_must_pass');
    await shop.call(`PUT ${next.iid}/merge`, { json: { auto_merge: true } });
    expect((await shop.settled(next.iid)).state).toBe('opened');
    await send(`DELETE ${shop.path}/compliance_external_controls/${other.id}`);
    expect((await shop.settled(next.iid)).state).toBe('merged');
  });
});
