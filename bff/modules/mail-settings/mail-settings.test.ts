import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { selfSigned } from '../../testing/certificate.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createTestApp, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { sendMail } from '../mails/rules.ts';

onBothDatabases('the mail server that an administrator names', (app) => {
  let server: MailServer;
  let root: TestUser;
  const put = (json: object) => app().call('PUT /bff/mail_settings', { token: root.token, json });
  const shown = async () =>
    (await app().call('GET /bff/mail_settings', { token: root.token })).json;
  const test = (json: object = {}) =>
    app().call('POST /bff/mail_settings/test', { token: root.token, json });
  const named = () => ({
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    user: 'mate',
    password: 'p@ss',
    sender: 'The deck <deck@example.test>',
  });

  beforeAll(async () => {
    server = await startMailServer('p@ss');
    root = await app().user('root', { admin: true });
  });
  afterAll(() => server.close());

  it('is none at first: mails are kept, and a test says so', async () => {
    expect(await shown()).toEqual({
      source: 'none',
      host: null,
      port: null,
      security: 'starttls',
      user: null,
      password: null,
      verify_certificate: true,
      sender: 'quarterdeck@localhost',
      updated_at: null,
    });
    expect((await test()).json).toEqual({
      to: 'root@example.test',
      accepted: false,
      answer: 'No mail server is named',
    });
  });

  it('takes mails from the next one on, without a restart, and its password is never read back', async () => {
    const answer = await put(named());
    expect(answer.json).toMatchObject({ source: 'stored', user: 'mate', password: '*****' });
    await transact(app().ctx, (ctx) =>
      sendMail(ctx, { to: 'ann@example.test', subject: 'Ahoy', text: 'The tide is in.\n' }),
    );
    await app().drain();
    expect(server.received.splice(0)).toMatchObject([
      { from: 'deck@example.test', to: ['ann@example.test'], user: 'mate' },
    ]);
    const { token } = root;
    expect((await app().call('GET /bff/system', { token })).json.mail).toBe('server');
    const audited = await app().call('GET /bff/audit_events?action=mail_settings.update', {
      token,
    });
    const stored = await app().deps.db.selectFrom('mail_settings').selectAll().execute();
    expect(audited.json).toHaveLength(1);
    expect([answer.text, audited.text, JSON.stringify(stored)].join()).not.toContain('p@ss');
  });

  it('is tested with its own words, taken or refused', async () => {
    expect((await test({ to: 'bea@example.test' })).json).toMatchObject({
      to: 'bea@example.test',
      accepted: true,
      answer: expect.stringContaining('250'),
    });
    expect(server.received.splice(0)).toMatchObject([{ to: ['bea@example.test'] }]);
    server.refusal = { code: 550, text: 'No such person' };
    expect((await test()).json).toMatchObject({
      accepted: false,
      answer: expect.stringContaining('No such person'),
    });
    server.refusal = undefined;
    await put({ ...named(), password: 'wrong' });
    expect((await test()).json.accepted).toBe(false);
    await put({ ...named(), port: 1 });
    expect((await test()).json).toMatchObject({
      accepted: false,
      answer: expect.stringContaining('ECONNREFUSED'),
    });
    expect(server.received).toEqual([]);
  });

  it('keeps its password with another sender, and never hands it to another server', async () => {
    await put(named());
    const { password: _, ...rest } = named();
    await put({ ...rest, sender: 'other@example.test' });
    expect((await test()).json.accepted).toBe(true);
    expect(server.received.splice(0)).toMatchObject([{ from: 'other@example.test', user: 'mate' }]);
    for (const change of [{ host: 'localhost' }, { user: 'eve' }, { port: server.port + 1 }]) {
      await put(named());
      const moved = await put({ ...named(), password: '*****', ...change });
      expect({ change, password: moved.json.password }).toEqual({ change, password: null });
    }
  });

  it('is reached only where the settings allow, by the address that was checked', async () => {
    await put(named());
    await updateSettings(app().ctx, { deny_all_requests_except_allowed: true });
    expect((await test()).json).toMatchObject({
      accepted: false,
      answer: 'The address could not be reached or is not allowed',
    });
    await updateSettings(app().ctx, { deny_all_requests_except_allowed: false });
    await updateSettings(app().ctx, { silent_mode_enabled: true });
    expect((await test()).json.answer).toContain('Silent mode');
    await updateSettings(app().ctx, { silent_mode_enabled: false });
    expect(server.received).toEqual([]);
  });

  it('refuses what is no mail server, changes nothing then, and asks for an administrator', async () => {
    await put(named());
    const before = await shown();
    for (const wrong of [
      { host: 'a b' },
      { host: 'mail.example.test\r\nRCPT' },
      { port: 0 },
      { port: 70_000 },
      { security: 'ssl' },
      { sender: 'a@b.test\r\nBcc: eve@example.test' },
      { user: '', password: 'alone' },
    ]) {
      const { status } = await put({ ...named(), ...wrong });
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
    }
    expect(await shown()).toEqual(before);
    const { token } = await app().user('ann');
    for (const request of ['GET /bff/mail_settings', 'POST /bff/mail_settings/test']) {
      expect((await app().call(request, { token })).status).toBe(403);
      expect((await app().call(request)).status).toBe(401);
    }
    const answer = await app().call('PUT /bff/mail_settings', { token, json: named() });
    expect(answer.status).toBe(403);
  });

  it('is sent nothing where it cannot do the STARTTLS that is asked for', async () => {
    await put({ ...named(), security: 'starttls' });
    expect((await test()).json).toMatchObject({
      accepted: false,
      answer: expect.stringContaining('STARTTLS'),
    });
    expect(server.received).toEqual([]);
  });

  it('is forgotten with an empty host', async () => {
    await put(named());
    expect((await put({ host: null })).json).toMatchObject({ source: 'none', password: null });
  });
});

describe('a mail server that speaks TLS', () => {
  const local = selfSigned(['DNS:localhost']);
  const modes = [
    ['tls', 'first_byte'],
    ['starttls', 'starttls'],
  ] as const;

  it('is sent mails and password once its certificate holds for the host, and never in the clear', async () => {
    const app = await createTestApp();
    const { token } = await app.user('root', { admin: true });
    for (const [security, from] of modes) {
      const server = await startMailServer('p@ss', { from, ...local });
      const test = async (more: object) => {
        const { port } = server;
        const named = { host: 'localhost', port, security, user: 'mate', password: 'p@ss' };
        const json = { ...named, sender: 'deck@example.test', ...more };
        const put = await app.call('PUT /bff/mail_settings', { token, json });
        expect(put.status).toBe(200);
        return (await app.call('POST /bff/mail_settings/test', { token, json: {} })).json;
      };
      expect(await test({ verify_certificate: true })).toMatchObject({
        accepted: false,
        answer: expect.stringContaining('self-signed certificate'),
      });
      const distrust = trust(local.cert);
      try {
        expect(await test({ verify_certificate: true })).toMatchObject({ accepted: true });
        expect(await test({ verify_certificate: true, host: '127.0.0.1' })).toMatchObject({
          accepted: false,
          answer: expect.stringMatching(/does not match certificate/),
        });
      } finally {
        distrust();
      }
      expect(await test({ verify_certificate: false })).toMatchObject({ accepted: true });
      await transact(app.ctx, (ctx) =>
        sendMail(ctx, { to: 'ann@example.test', subject: 'Ahoy', text: 'The tide is in.\n' }),
      );
      await app.drain();
      const secret = { isSecret: true, user: 'mate' };
      expect(server.received).toMatchObject([
        secret,
        secret,
        { ...secret, to: ['ann@example.test'] },
      ]);
      await server.close();
    }
    await app.close();
  });

  it('is reached by QD_SMTP_URL too, and its certificate is checked unless the URL says otherwise', async () => {
    const server = await startMailServer('p@ss', { from: 'first_byte', ...local });
    for (const [query, accepted] of [
      ['', false],
      ['?verify=false', true],
    ] as const) {
      const QD_SMTP_URL = `smtps://mate:p%40ss@localhost:${server.port}${query}`;
      const app = await createTestApp('sqlite', { QD_SMTP_URL });
      const { token } = await app.user('root', { admin: true });
      const answer = await app.call('POST /bff/mail_settings/test', { token, json: {} });
      expect([query, answer.json.accepted]).toEqual([query, accepted]);
      await app.close();
    }
    expect(server.received).toMatchObject([{ isSecret: true, user: 'mate' }]);
    await server.close();
  });
});

/** Lets this process trust an authority; gives back how to take that away. */
function trust(cert: string): () => void {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    // What Node calls itself for `ca`, beside the authorities that it knows.
    (made.context as { addCACert(pem: string): void }).addCACert(cert);
    return made;
  };
  return () => {
    tls.createSecureContext = createSecureContext;
  };
}

describe('a mail server of the environment', () => {
  it('is the one that mails go to, whatever is stored', async () => {
    const server = await startMailServer('p@ss');
    const QD_SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    const app = await createTestApp('sqlite', { QD_SMTP_URL });
    try {
      const { token } = await app.user('root', { admin: true });
      const stored = { id: 1, host: '127.0.0.1', port: 1, security: 'none' as const };
      const rest = { user: null, password: null, verify_certificate: 1 as const, sender: null };
      const updated_at = '2026-11-27T12:00:00.000Z';
      await app.deps.db
        .insertInto('mail_settings')
        .values({ ...stored, ...rest, updated_at })
        .execute();
      const answer = await app.call('POST /bff/mail_settings/test', { token, json: {} });
      expect(answer.json.accepted).toBe(true);
      await transact(app.ctx, (ctx) =>
        sendMail(ctx, { to: 'ann@example.test', subject: 'Ahoy', text: 'The tide is in.\n' }),
      );
      await app.drain();
      expect(server.received.map(({ to }) => to)).toEqual([
        ['root@example.test'],
        ['ann@example.test'],
      ]);
    } finally {
      await app.close();
      await server.close();
    }
  });

  it('wins, is shown without its password, and is not changed here', async () => {
    const url = 'smtps://mate:p%40ss@mail.example.test';
    const app = await createTestApp('sqlite', { QD_SMTP_URL: url });
    try {
      const { token } = await app.user('root', { admin: true });
      expect((await app.call('GET /bff/mail_settings', { token })).json).toMatchObject({
        source: 'environment',
        host: 'mail.example.test',
        port: 465,
        security: 'tls',
        user: 'mate',
        password: '*****',
      });
      const json = { host: 'other.example.test' };
      const answer = await app.call('PUT /bff/mail_settings', { token, json });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('QD_SMTP_URL')]);
    } finally {
      await app.close();
    }
  });
});
