import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../testing/appearance-stage.ts';
import { harbor } from '../../testing/harbor.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('mails of pipelines', () => {
  const received: { to: string[]; text: string }[] = [];
  let server: SMTPServer;
  let app: TestApp;
  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.once('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, text: Buffer.concat(parts).toString() });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as { port: number };
    app = await createTestApp('sqlite', {
      QD_SMTP_URL: `smtp://127.0.0.1:${port}`,
      QD_MAIL_FROM: 'deck@example.test',
    });
  });
  afterAll(async () => {
    await app.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('reach each of the recipients over SMTP: what failed, what is fixed, and good ones where they are wanted', async () => {
    const port = await harbor(app, 'postmaster');
    const path = `${port.group}/integrations/pipelines-email`;
    const settings = { recipients: 'bo@example.test, nobody, cy@example.test' };
    await port.call(`PUT ${path}`, settings);
    await port.commit({ '.gitlab-ci.yml': 'build: {script: make}' });
    const look = new FormData();
    look.append('header_logo', new Blob([new Uint8Array(png)]), 'mark.png');
    const { token } = await app.user('painter', { admin: true });
    await app.call('PUT /application/appearance', { token, body: look });
    await app.drain();
    const branch = await port.call(`GET ${port.project}/repository/branches/main`);
    const sha: string = branch.json.commit.id;
    const report = async (state: string) => {
      received.length = 0;
      const ci = { name: 'build', state, ref: 'main' };
      await port.call(`POST ${port.project}/statuses/${sha}`, ci);
      await app.drain();
      return received.map(({ to }) => to[0] ?? '').toSorted((a, b) => a.localeCompare(b));
    };
    expect(await report('failed')).toEqual(['bo@example.test', 'cy@example.test']);
    const [{ text } = { text: '' }] = received;
    const headers = text.slice(0, text.indexOf('\r\n\r\n'));
    expect(headers).toContain(`Subject: quay | Failed pipeline for main | ${sha.slice(0, 8)}`);
    expect(headers).toMatch(
      /X-GitLab-Pipeline-Id: 1\r\nX-GitLab-Pipeline-Ref: main\r\nX-GitLab-Pipeline-Status: failed/i,
    );
    const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    for (const line of [
      'Failed pipeline for main',
      'Project: at-postmaster/quay ( http://127.0.0.1:3000/at-postmaster/quay )',
      'Branch: main',
      `Commit: ${sha.slice(0, 8)}`,
      'Commit author: Postmaster',
      'Triggered by: Postmaster (postmaster)',
      'Failed jobs:',
      '- test: build ( http://127.0.0.1:3000/at-postmaster/quay/-/jobs/',
      '<img src="http://127.0.0.1:3000/uploads/-/system/appearance/header_logo/1/mark.png?v=',
    ]) {
      expect(plain).toContain(line);
    }
    // Good ones are left out by default.
    expect(await report('success')).toEqual([]);
    await port.call(`PUT ${path}`, { ...settings, notify_only_broken_pipelines: false });
    const log = `GET /bff${path}/deliveries`;
    expect((await port.call(log)).json.map((one: { state: string }) => one.state)).toEqual([
      'succeeded',
    ]);
    const test = await port.call(`POST /bff${path}/test`);
    expect([test.status, test.json.request.url]).toEqual([201, 'bo@example.test, cy@example.test']);
    await app.drain();
    expect(received.map(({ to }) => to[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'bo@example.test',
      'cy@example.test',
    ]);
  });

  it('are none for the pipelines of somebody who was blocked, nor of branches that do not count', async () => {
    const port = await harbor(app, 'blocked');
    const path = `${port.group}/integrations/pipelines-email`;
    await port.call(`PUT ${path}`, { recipients: 'bo@example.test' });
    const admin = await app.user('chief', { admin: true });
    await port.commit({ '.gitlab-ci.yml': 'build: {script: make}' });
    await port.commit({ 'a.txt': '1' }, 'side', { start_branch: 'main' });
    await app.drain();
    received.length = 0;
    const report = async (ref: string) => {
      const branch = await port.call(`GET ${port.project}/repository/branches/${ref}`);
      const ci = { name: 'build', state: 'failed', ref };
      const path = `POST ${port.project}/statuses/${branch.json.commit.id}`;
      await app.call(path, { token: port.token, json: ci });
    };
    await report('side');
    await report('main');
    await app.call(`POST /users/${port.id}/block`, { token: admin.token });
    await app.drain();
    expect(received).toEqual([]);
    const log = await app.call(`GET /bff${path}/deliveries`, { token: admin.token });
    expect(log.json).toMatchObject([
      { state: 'skipped', reason: 'Whoever started the pipeline is blocked' },
    ]);
  });
});
