import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createTestApp, onBothDatabases, type TestApp } from '../../testing/test-app.ts';
import { sendMail, sendMails } from './rules.ts';

const mail = { to: 'ann@example.test', subject: 'Ahoy', text: 'The tide is in.\n' };
const unknown = { from: '', to: [], text: '', user: undefined };
const send = (app: TestApp, more: object = {}) =>
  transact(app.ctx, (ctx) => sendMail(ctx, { ...mail, ...more }));
async function listed(app: TestApp, query = '') {
  const { token } = await app.user(`reader${app.clock.now()}`, { admin: true });
  return (await app.call(`GET /bff/mails${query}`, { token })).json;
}

onBothDatabases('mails without a mail server', (app) => {
  it('are kept where administrators read them', async () => {
    await send(app());
    await send(app(), { to: 'bea@example.test' });
    await app().drain();
    const kept = { ...mail, state: 'kept', error: null, sent_at: null };
    const all = await listed(app());
    expect(all).toMatchObject([{ ...kept, to: 'bea@example.test' }, kept]);
    expect(Object.keys(all[0]).sort()).toEqual([
      'created_at',
      'error',
      'id',
      'sent_at',
      'state',
      'subject',
      'text',
      'to',
    ]);
    app().clock.set(app().clock.now() + 5);
    expect(await listed(app(), '?to=bea@example.test&state=kept')).toHaveLength(1);
  });

  it('go with the change that they tell of, or not at all', async () => {
    const before = await app().deps.db.selectFrom('mails').selectAll().execute();
    const undone = transact(app().ctx, async (ctx) => {
      await sendMail(ctx, mail);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expect(sendMail(app().ctx, mail)).rejects.toThrow('transaction');
    expect(await app().deps.db.selectFrom('mails').selectAll().execute()).toEqual(before);
  });
});

onBothDatabases('a new password', (app) => {
  it('is told of by mail, whoever set it', async () => {
    const root = await app().user('root', { admin: true });
    const cid = await app().user('cid');
    await app().call(`PUT /users/${cid.id}`, {
      token: root.token,
      json: { password: 'set by another' },
    });
    await app().call('PUT /bff/password', {
      token: cid.token,
      json: { current_password: 'set by another', password: 'set by himself' },
    });
    const told = await listed(app(), '?to=cid@example.test');
    expect(told.map((one: { subject: string }) => one.subject)).toEqual([
      'Your password was changed',
      'Your password was changed',
    ]);
    expect(JSON.stringify(told)).not.toContain('set by');
  });
});

describe('mails with a mail server', () => {
  let server: MailServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await startMailServer('p@ss');
    app = await createTestApp('sqlite', {
      QD_SMTP_URL: `smtp://mate:p%40ss@127.0.0.1:${server.port}`,
      QD_MAIL_FROM: 'deck@example.test',
    });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('arrive once, from the configured sender, and nothing in them adds a header', async () => {
    await send(app, {
      subject: 'Grüße\r\nBcc: eve@example.test',
      headers: { 'X-Quarterdeck-Project': 'a\r\nX-Evil: yes' },
    });
    await app.drain();
    await app.drain();
    expect(server.received).toHaveLength(1);
    const [{ from, to, text, user } = unknown] = server.received.splice(0);
    expect([from, to, user]).toEqual(['deck@example.test', ['ann@example.test'], 'mate']);
    expect(text).toContain('The tide is in.');
    expect(text).toMatch(/^Message-ID: <mail-\d+@127\.0\.0\.1>\r$/im);
    expect(text).not.toMatch(/^(bcc|x-evil):/im);
    expect(await listed(app, '?state=sent')).toMatchObject([
      { sent_at: expect.any(String), error: null },
    ]);
  });

  it('are tried again after a refusal for now, and again after a lost connection', async () => {
    server.refusal = { code: 450, text: 'Busy' };
    await send(app, { subject: 'later' });
    await app.drain();
    expect(server.received).toEqual([]);
    app.clock.set(app.clock.now() + 5);
    expect((await listed(app))[0]).toMatchObject({
      state: 'queued',
      error: expect.stringContaining('Busy'),
    });
    server.refusal = undefined;
    app.clock.set(app.clock.now() + 3000);
    await app.drain();
    expect(server.received.splice(0)).toHaveLength(1);
    expect((await listed(app))[0]).toMatchObject({ state: 'sent', error: null });
  });

  it('of one change go each once, whoever of the others is refused for now', async () => {
    const people = ['ann', 'bea', 'cyd'].map((name) => `${name}@example.test`);
    server.refusal = { code: 450, text: 'Busy', of: 'bea@example.test' };
    await transact(app.ctx, (ctx) =>
      sendMails(
        ctx,
        people.map((to) => ({ ...mail, to })),
      ),
    );
    await app.drain();
    const arrived = () => server.received.splice(0).flatMap(({ to }) => to);
    expect(arrived()).toEqual(['ann@example.test', 'cyd@example.test']);
    server.refusal = undefined;
    app.clock.set(app.clock.now() + 3000);
    await app.drain();
    expect(arrived()).toEqual(['bea@example.test']);
  });

  it('fail at once after a final refusal, and at last after many attempts', async () => {
    server.refusal = { code: 550, text: 'No such person' };
    await send(app, { subject: 'nobody' });
    await app.drain();
    app.clock.set(app.clock.now() + 5);
    expect((await listed(app))[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No such person'),
    });
    server.refusal = { code: 451, text: 'Not now' };
    await send(app, { subject: 'never' });
    for (let attempt = 0; attempt < 10; attempt++) {
      await app.drain();
      app.clock.set(app.clock.now() + 3_600_000);
    }
    expect((await listed(app))[0]).toMatchObject({ state: 'failed', subject: 'never' });
    expect(server.received).toEqual([]);
    server.refusal = undefined;
  });
});
