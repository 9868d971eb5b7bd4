import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { png } from '../../testing/appearance-stage.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendMail } from './rules.ts';

let mailServer: MailServer;
let app: TestApp;

beforeAll(async () => {
  mailServer = await startMailServer('p@ss');
  app = await createTestApp('sqlite', {
    QD_SMTP_URL: `smtp://mate:p%40ss@127.0.0.1:${mailServer.port}`,
    QD_MAIL_FROM: 'deck@example.test',
  });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});

/** A mail as it arrived, its lines joined again. */
async function arrived(): Promise<string> {
  const mail = { to: 'ann@example.test', subject: 'Ahoy', text: 'The <tide> is in.\n' };
  await transact(app.ctx, (ctx) => sendMail(ctx, mail));
  await app.drain();
  const [received] = mailServer.received.splice(0);
  return (received?.text ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}

it('mails carry the header and footer message once the appearance says so, and not before', async () => {
  const { token } = await app.user('captain', { admin: true });
  const set = (json: object) => app.call('PUT /application/appearance', { token, json });
  await set({
    header_message: '**Fog** until [noon](/help)\n<script>alert(1)</script>',
    footer_message: 'All hands',
    message_background_color: '#123456',
  });
  expect(await arrived()).not.toContain('Fog');
  await set({ email_header_and_footer_enabled: true });
  const mail = await arrived();
  expect(mail).toContain(
    'Fog until noon </help> <script>alert(1)</script>\r\n\r\nThe <tide> is in.',
  );
  expect(mail).toContain('background:#123456;color:#FFFFFF');
  expect(mail).toContain(
    '<strong>Fog</strong> until <a href="http://127.0.0.1:3000/help">noon</a>',
  );
  expect(mail).toContain('&lt;script&gt;');
  expect(mail).toContain('The &lt;tide&gt; is in.');
  expect(mail.indexOf('All hands')).toBeGreaterThan(mail.indexOf('The <tide>'));
  await set({ email_header_and_footer_enabled: false });
  expect(await arrived()).not.toContain('All hands');
});

it('mails carry the header logo by its whole address, the switch on or off', async () => {
  const { token } = await app.user('painter', { admin: true });
  const body = new FormData();
  body.append('header_logo', new Blob([new Uint8Array(png)]), 'mark.png');
  await app.call('PUT /application/appearance', { token, body });
  const path = 'http://127.0.0.1:3000/uploads/-/system/appearance/header_logo/1/mark.png?v=';
  for (const email_header_and_footer_enabled of [true, false]) {
    const json = { email_header_and_footer_enabled };
    await app.call('PUT /application/appearance', { token, json });
    expect(await arrived()).toContain(`<img src="${path}`);
  }
  await app.call('DELETE /bff/appearance/header_logo', { token });
  expect(await arrived()).not.toContain('<img');
});
