import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { freshNonce, report } from '../../testing/signed-calls.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const valid = { external_url: 'https://scan.example.test/hook', secret_token: 'harbour-secret-1' };

onBothDatabases('external controls', (app) => {
  const place = async () => {
    const shop = await workshop(app());
    const path = `${shop.path}/compliance_external_controls`;
    const { token } = shop.owner;
    const call = (request: string, json?: object, by = token) => {
      const [method, rest = ''] = request.split(' ');
      return app().call(`${method} ${path}${rest}`, { token: by, json });
    };
    const inConsole = (request: string, json?: object, by = token) => {
      const [method, rest = ''] = request.split(' ');
      return app().call(`${method} /bff${shop.path}/controls/${rest}`, { token: by, json });
    };
    return { shop, path, call, inConsole };
  };

  it('are made, read, changed and deleted; the secret is never told', async () => {
    const { shop, call } = await place();
    const made = await call('POST ', { ...valid, external_control_name: ' Scan ' });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        external_control_name: 'Scan',
        external_url: valid.external_url,
        control_type: 'external',
        ping_enabled: true,
        ping_interval_minutes: 720,
        timeout_minutes: 30,
        status: 'pending',
        status_updated_at: expect.any(String),
        next_ping_at: expect.any(String),
        times_out_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = made.json;
    expect((await call(`GET /${id}`)).json).toEqual(made.json);
    const list = await call('GET ?per_page=1');
    expect([list.json, list.headers.get('x-total')]).toEqual([[made.json], '1']);

    const changed = await call(`PUT /${id}`, {
      external_control_name: null,
      ping_enabled: false,
      secret_token: 'harbour-secret-2',
      ping_interval_minutes: 60,
    });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { external_control_name: null, ping_enabled: false, next_ping_at: null },
    ]);
    expect((await call(`PUT /${id}`, {})).json.ping_interval_minutes).toBe(60);
    const pinged = (await call(`PUT /${id}`, { ping_enabled: true })).json;
    expect(Date.parse(pinged.next_ping_at)).toBe(Date.parse(pinged.updated_at) + 3_600_000);
    const signer = { project: String(shop.project.id), id, secret: 'harbour-secret-2' };
    expect((await report(app(), signer)).status).toBe(200);

    await call(`DELETE /${id}`);
    expect((await call(`GET /${id}`)).json).toEqual({ message: '404 Not found' });
    const rows = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'before', 'after'])
      .where('subject_type', '=', 'ExternalControl')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action.split('.')[1])).toEqual([
      'create',
      'update',
      'update',
      'update',
      'pass',
      'remove',
    ]);
    expect(rows[1]?.after).toContain('"secret_token":"changed"');
    const stored = JSON.stringify([rows, made.json, changed.json]);
    expect(stored).not.toContain('harbour-secret');
  });

  it('are kept within their limits: five of a project, one of a name and of an address', async () => {
    const { call } = await place();
    const { id } = (await call('POST ', { ...valid, external_control_name: 'Scan' })).json;
    expect((await call('POST ', {})).json).toEqual({
      error: 'external_url is missing, secret_token is missing',
    });
    const refused = async (json: object) =>
      (await call('POST ', { ...valid, ...json })).json.message;
    const url = (at: number) => `https://scan.example.test/${at}`;
    expect(await refused({ external_control_name: 'Scan' })).toEqual({
      external_control_name: ['has already been taken'],
      external_url: ['has already been taken'],
    });
    for (const external_url of ['scan', 'ftp://scan.example.test/', 'javascript:alert(1)', '']) {
      expect(await refused({ external_url })).toEqual({
        external_url: ['must be a valid HTTP or HTTPS URL'],
      });
    }
    expect(await refused({ external_url: `${url(1)}${'x'.repeat(1000)}` })).toEqual({
      external_url: ['is too long (maximum is 1024 characters)'],
    });
    expect(await refused({ external_url: url(1), secret_token: '' })).toEqual({
      secret_token: ["can't be blank"],
    });
    expect(await refused({ external_url: url(1), secret_token: 'ü'.repeat(241) })).toEqual({
      secret_token: ['is too long (maximum is 240 characters)'],
    });
    expect((await call('POST ', { ...valid, ping_interval_minutes: 4 })).json).toEqual({
      error: 'ping_interval_minutes does not have a valid value',
    });
    // All at once: no race lets a sixth in.
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) =>
        call('POST ', { external_url: url(at), secret_token: 'ü'.repeat(240) }),
      ),
    );
    expect(answers.filter((one) => one.status === 201)).toHaveLength(4);
    expect(answers.find((one) => one.status === 400)?.json.message).toEqual({
      base: ['Maximum number of external controls (5) exceeded'],
    });
    const taken = answers.find((one) => one.status === 201)?.json.external_url;
    expect((await call(`PUT /${id}`, { external_url: taken })).json.message).toEqual({
      external_url: ['has already been taken'],
    });
    expect((await call(`PUT /${id}`, { ...valid, external_control_name: 'Scan' })).status).toBe(
      200,
    );
  });

  it('are read by Maintainers and managed by Owners; others are 403, outsiders 404', async () => {
    const { shop, call, inConsole } = await place();
    const { id } = (await call('POST ', valid)).json;
    const mona = await shop.member('mona', 40);
    const devi = await shop.member('devi', 30);
    const odd = await app().user(`odd${id}${app().dialect}`);
    const check = { timestamp: '1', nonce: 'n', signature: 's', status: 'pass' };
    const reads = [
      ['GET ', call],
      [`GET /${id}`, call],
      [`GET ${id}/timeline`, inConsole],
      [`POST ${id}/ping`, inConsole],
      [`POST ${id}/check`, inConsole],
    ] as const;
    const writes = ['POST ', `PUT /${id}`, `DELETE /${id}`].map((one) => [one, call] as const);
    const json = { ...valid, ...check };
    for (const [request, send] of [...reads, ...writes]) {
      expect((await send(request, json, devi.token)).status).toBe(403);
      expect((await send(request, json, odd.token)).status).toBe(404);
      expect((await send(request, json, '')).status).toBe(401);
    }
    for (const [request, send] of reads) {
      expect((await send(request, json, mona.token)).status).toBeLessThan(300);
    }
    for (const [request] of writes)
      expect((await call(request, json, mona.token)).status).toBe(403);
    const old = await app().call(`DELETE ${shop.path}/compliance_external_controls/${id}`, {
      token: shop.owner.token,
      headers: { 'if-unmodified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' },
    });
    expect(old.status).toBe(412);
  });

  it('have a checker that says what is wrong with a signature and tells no right one', async () => {
    const { shop, call, inConsole } = await place();
    const { id } = (await call('POST ', { ...valid, ping_enabled: false })).json;
    const timestamp = String(Math.floor(app().clock.now() / 1000));
    const nonce = freshNonce();
    const path = `/api/v4/projects/${shop.project.id}/compliance_external_controls/${id}/status`;
    const text = `${timestamp}${nonce}${path}status=pass`;
    const secret = valid.secret_token;
    const sign = (signed: string, key = secret) =>
      createHmac('sha256', key).update(signed).digest('hex');
    const right = sign(text);
    const check = async (change: object = {}): Promise<Answer['json']> => {
      const given = { timestamp, nonce, status: 'pass', signature: right, ...change };
      const answer = await inConsole(`POST ${id}/check`, given);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(right);
      expect(answer.text).not.toContain(secret);
      return answer.json;
    };
    expect(await check()).toEqual({ signed_text: text, matches: true, findings: [] });
    const full = shop.project.full_path;
    const as = (project: string) => text.replace(`/${shop.project.id}/`, `/${project}/`);
    const mistakes = [
      ['signature_upper_case', right.toUpperCase()],
      ['signature_base64', Buffer.from(right, 'hex').toString('base64')],
      ['signature_not_hex', 'sha256=no'],
      ['secret_with_newline', sign(text, `${secret}\n`)],
      ['signed_project_form', sign(as(full))],
      ['signed_encoded_path', sign(as(encodeURIComponent(full)))],
      ['signed_without_prefix', sign(text.replace('/api/v4', ''))],
      ['signed_url', sign(text.replace('/api/v4', `${app().deps.publicUrl}/api/v4`))],
      ['signed_status_alone', sign(text.replace('status=', ''))],
      ['signed_json_body', sign(`${timestamp}${nonce}${path}{"status":"pass"}`)],
      ['signed_other_verdict', sign(text.replace('=pass', '=fail'))],
      ['signed_with_separators', sign([timestamp, nonce, path, 'status=pass'].join('\n'))],
      ['signed_with_newline', sign(`${text}\n`)],
      ['signed_other_order', sign(`${nonce}${timestamp}${path}status=pass`)],
      ['secret_or_text_differs', sign(text, 'another')],
    ] as const;
    for (const [finding, signature] of mistakes) {
      expect(await check({ signature })).toMatchObject({ matches: false, findings: [finding] });
    }
    const byPath = await check({ signature: sign(as(full)), project: full });
    expect(byPath).toEqual({ signed_text: as(full), matches: true, findings: [] });
    expect((await check({ timestamp: '0' })).findings[0]).toBe('timestamp_invalid');
    expect((await check({ timestamp: '9999999999' })).findings[0]).toBe('timestamp_future');
    expect((await check({ timestamp: '1700000000' })).findings[0]).toBe('timestamp_expired');
    expect((await check({ nonce: 'ü' })).findings).toContain('nonce_length');
    const signer = { project: String(shop.project.id), id, secret };
    expect((await report(app(), signer, { nonce, timestamp })).status).toBe(200);
    expect(await check()).toMatchObject({ matches: true, findings: ['nonce_used'] });
  });
});
