import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../db/open.ts';
import { enqueue } from '../../jobs/queue.ts';
import {
  freshNonce,
  newControl,
  report,
  type Signer,
  signedHeaders,
} from '../../testing/signed-calls.ts';
import { type Answer, onBothDatabases, testOrigin } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { forgetOldControlEvents } from './clock-rules.ts';

const told = ({ status, json }: Answer) => [status, json];
const passed = [200, { status: 'pass' }];

onBothDatabases('the status of an external control', (app) => {
  let shop: Workshop;
  const control = (of = shop, more: object = {}) => newControl(app(), of, more);
  const shown = async ({ project, id }: Signer) =>
    (
      await app().call(`GET /projects/${project}/compliance_external_controls/${id}`, {
        token: shop.owner.token,
      })
    ).json;
  const seconds = (change: number) => String(Math.floor(app().clock.now() / 1000) + change);

  beforeAll(async () => {
    shop = await workshop(app());
  });
  beforeEach(async () => {
    await app().deps.db.deleteFrom('external_controls').execute();
  });

  it('is pending at first, then what its service reports, by POST and PATCH, in JSON and forms', async () => {
    const one = await control();
    expect((await shown(one)).status).toBe('pending');
    expect(told(await report(app(), one))).toEqual(passed);
    expect((await shown(one)).status).toBe('pass');
    const path = `/projects/${one.project}/compliance_external_controls/${one.id}/status`;
    const patched = await app().call(`PATCH ${path}`, {
      json: { status: 'fail' },
      headers: signedHeaders(app(), one, { status: 'fail' }),
    });
    expect(told(patched)).toEqual([200, { status: 'fail' }]);
    expect((await shown(one)).status).toBe('fail');
    const form = await app().call(`POST ${path}`, {
      body: new URLSearchParams({ status: 'pass' }),
      headers: signedHeaders(app(), one),
    });
    expect(told(form)).toEqual(passed);
  });

  it('takes the headers of either family, one name by one', async () => {
    const one = await control();
    const path = `/projects/${one.project}/compliance_external_controls/${one.id}/status`;
    const renamed = (which: RegExp) =>
      Object.fromEntries(
        Object.entries(signedHeaders(app(), one)).map(([name, value]) => [
          name.replace(which, 'X-Gitlab-$1'),
          value,
        ]),
      );
    for (const which of [/^X-Service-(.*)$/, /^X-Service-(Nonce)$/]) {
      const call = { json: { status: 'pass' }, headers: renamed(which) };
      expect(told(await app().call(`POST ${path}`, call))).toEqual(passed);
    }
  });

  it('is found by the path of its project, of which the decoded form is signed', async () => {
    const one = await control();
    const byPath = { ...one, project: shop.project.full_path };
    expect(told(await report(app(), byPath))).toEqual(passed);
    const encoded = { ...byPath, project: encodeURIComponent(shop.project.full_path) };
    const wrong = await app().call(
      `POST /projects/${encoded.project}/compliance_external_controls/${one.id}/status`,
      { json: { status: 'pass' }, headers: signedHeaders(app(), encoded) },
    );
    expect(told(wrong)).toEqual([401, { error: 'Invalid signature' }]);
  });

  it('refuses what is wrong in several ways in the agreed order, each with its text', async () => {
    const one = await control();
    const nowhere = { ...one, id: 99_999_999 };
    const past = { timestamp: seconds(-15) };
    const send = (signer: Signer, json: object, headers: Record<string, string> = {}) =>
      app().call(
        `POST /projects/${signer.project}/compliance_external_controls/${signer.id}/status`,
        { json, headers },
      );
    const bad = async (answer: Promise<Answer>) => told(await answer);
    expect(await bad(send(nowhere, {}))).toEqual([400, { error: 'status is missing' }]);
    for (const status of ['maybe', '', 'pending', 'PASS']) {
      expect((await bad(send(nowhere, { status })))[0]).toBe(400);
    }
    expect(await bad(send(nowhere, { status: 'maybe' }))).toEqual([
      400,
      { error: 'status does not have a valid value' },
    ]);
    const control404 = [404, { error: 'Control not found' }];
    expect(await bad(send(nowhere, { status: 'pass' }))).toEqual(control404);
    expect(await bad(send({ ...one, project: '99999999' }, { status: 'pass' }))).toEqual(
      control404,
    );
    const whole = signedHeaders(app(), one, past);
    for (const name of Object.keys(whole)) {
      for (const headers of [
        { ...whole, [name]: '' },
        { ...whole, [name]: ' ' },
        Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)),
      ]) {
        const answer = await bad(send(one, { status: 'pass' }, headers));
        expect(answer).toEqual([401, { error: 'Missing required headers' }]);
      }
    }
    const wrongAll = { ...past, nonce: 'x'.repeat(31), signature: 'no' };
    expect(told(await report(app(), one, wrongAll))).toEqual([401, { error: 'Invalid nonce' }]);
    expect(told(await report(app(), one, { ...past, signature: 'no' }))).toEqual([
      401,
      { error: 'Invalid signature' },
    ]);
    for (const timestamp of ['0', 'soon', seconds(60), '-1', '1e9', '99999999999999999999']) {
      expect(told(await report(app(), one, { timestamp }))).toEqual([
        401,
        { error: 'Invalid timestamp' },
      ]);
    }
    expect(told(await report(app(), one, past))).toEqual([401, { error: 'Request has expired' }]);
    expect(told(await report(app(), one, { timestamp: seconds(-10) }))).toEqual(passed);
    const badId = await app().call('POST /projects/1/compliance_external_controls/x/status', {
      json: { status: 'pass' },
    });
    expect(told(badId)).toEqual([400, { error: 'external_control_id is invalid' }]);
  });

  it('takes a nonce of 32 characters once, over all controls, also after a failed attempt', async () => {
    const [one, other] = [await control(), await control(await workshop(app()))];
    const refused = [401, { error: 'Invalid nonce' }];
    for (const length of [31, 33, 64]) {
      const nonce = freshNonce().repeat(2).slice(0, length);
      expect(told(await report(app(), one, { nonce }))).toEqual(refused);
    }
    const nonce = freshNonce();
    expect(told(await report(app(), one, { nonce }))).toEqual(passed);
    expect(told(await report(app(), other, { nonce }))).toEqual(refused);
    const burnt = freshNonce();
    await report(app(), one, { nonce: burnt, signature: 'no' });
    expect(told(await report(app(), one, { nonce: burnt }))).toEqual(refused);

    // The signed moment is out of the window before the nonce is forgotten.
    const start = app().clock.now();
    const timestamp = seconds(0);
    const again = freshNonce();
    expect(told(await report(app(), one, { nonce: again, timestamp }))).toEqual(passed);
    app().clock.set(start + 10_000);
    expect(told(await report(app(), one, { nonce: again }))).toEqual(refused);
    app().clock.set(start + 17_000);
    expect(told(await report(app(), one, { nonce: again, timestamp }))).toEqual([
      401,
      { error: 'Request has expired' },
    ]);
  });

  it('lets exactly one of 200 parallel calls with one nonce pass, over two servers', async () => {
    const one = await control();
    const { databaseUrl: url } = app().deps.config;
    const file = `${app().deps.dataDir}/quarterdeck.sqlite`;
    // Another server over the same data, as a replica or after a restart.
    const open = () => openDatabase(url === undefined ? { file } : { url });
    const second = open();
    const third = open();
    try {
      const other = createApp({ ...app().deps, db: second.db }).hono;
      const nonce = freshNonce();
      const path = `/api/v4/projects/${one.project}/compliance_external_controls/${one.id}/status`;
      const headers = {
        'Content-Type': 'application/json',
        ...signedHeaders(app(), one, { nonce }),
      };
      const request = () =>
        new Request(testOrigin + path, { method: 'POST', headers, body: '{"status":"pass"}' });
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const sent = at % 2 === 0 ? app().fetch(request()) : other.fetch(request());
          const answer = await sent;
          return `${answer.status} ${await answer.text()}`;
        }),
      );
      expect(answers.filter((one) => one === '200 {"status":"pass"}')).toHaveLength(1);
      expect(answers.filter((one) => one === '401 {"error":"Invalid nonce"}')).toHaveLength(199);
      const later = await other.fetch(request());
      expect([later.status, await later.json()]).toEqual([401, { error: 'Invalid nonce' }]);
      // One that begins afterwards remembers no less.
      const restarted = createApp({ ...app().deps, db: third.db }).hono;
      const last = await restarted.fetch(request());
      expect([last.status, await last.json()]).toEqual([401, { error: 'Invalid nonce' }]);
    } finally {
      await Promise.all([second.close(), third.close()]);
    }
  });

  it('forgets nonces and events by the clock, none before its time', async () => {
    const one = await control();
    const { db } = app().deps;
    const [start, nonce] = [app().clock.now(), freshNonce()];
    const sweep = async (instant: number) => {
      app().clock.set(instant);
      await enqueue(app().ctx, 'tend_controls', {}, { dedup: 'clock' });
      await app().drain();
      return db
        .selectFrom('external_control_nonces')
        .select('nonce')
        .where('nonce', '=', nonce)
        .execute();
    };
    expect(told(await report(app(), one, { nonce }))).toEqual(passed);
    expect(await sweep(start + 5_000)).toHaveLength(1);
    expect(told(await report(app(), one, { nonce }))).toEqual([401, { error: 'Invalid nonce' }]);
    expect(await sweep(start + 4 * 60_000)).toHaveLength(1);
    expect(await sweep(start + 10 * 60_000)).toEqual([]);

    await report(app(), one, { status: 'fail' });
    const days = 86_400_000;
    const aged = async (age: number) => {
      await db
        .updateTable('external_control_events')
        .set({ created_at: new Date(app().clock.now() - age).toISOString() })
        .where('external_control_id', '=', one.id)
        .where('status_after', '=', 'pass')
        .execute();
      await forgetOldControlEvents(app().ctx);
      const kept = await db
        .selectFrom('external_control_events')
        .select('status_after')
        .where('external_control_id', '=', one.id)
        .orderBy('id')
        .execute();
      return kept.map(({ status_after }) => status_after);
    };
    expect(await aged(90 * days - 60_000)).toEqual(['pass', 'fail']);
    expect(await aged(90 * days + 60_000)).toEqual(['fail']);
  });

  it('is audited where it really changes, and each report is a line of the history', async () => {
    const one = await control(shop, { external_control_name: 'Scan' });
    for (const status of ['pass', 'pass', 'fail']) await report(app(), one, { status });
    const rows = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'actor_kind', 'actor_name', 'before', 'after'])
      .where('subject_type', '=', 'ExternalControl')
      .where('subject_id', '=', one.id)
      .where('action', '!=', 'external_control.create')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        action: 'external_control.pass',
        actor_kind: 'anonymous',
        actor_name: 'Scan',
        before: '{"status":"pending"}',
        after: '{"status":"pass"}',
      },
      {
        action: 'external_control.fail',
        actor_kind: 'anonymous',
        actor_name: 'Scan',
        before: '{"status":"pass"}',
        after: '{"status":"fail"}',
      },
    ]);
    const timeline = await app().call(`GET /bff${shop.path}/controls/${one.id}/timeline`, {
      token: shop.owner.token,
    });
    expect(
      timeline.json.map((line: Answer['json']) => [
        line.kind,
        line.status_before,
        line.status_after,
      ]),
    ).toEqual([
      ['answer', 'pass', 'fail'],
      ['answer', 'pass', 'pass'],
      ['answer', 'pending', 'pass'],
    ]);
  });
});
