import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import ssh2, { type ClientChannel, type ExecOptions } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { openPushHooks } from '../modules/pushes/hook-rules.ts';
import { type CiProject, ciProject } from '../testing/ci-projects.ts';
import { goLive, type LiveServer } from '../testing/live-server.ts';
import { securityKey, type SecurityKeyType, sshAgent } from '../testing/security-key.ts';
import { type HeldKey, type SshClient, sshClient } from '../testing/ssh-client.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { openSsh, sshTimes } from './server.ts';

// No database knows of connections: one of them is enough.
describe('connections of git over SSH', () => {
  let opened: TestApp;
  const app = () => opened;
  let live: LiveServer;
  let deck: CiProject;
  const clients: SshClient[] = [];
  const client = (held?: HeldKey) => {
    const made = sshClient(live.sshPort ?? 0, held);
    clients.push(made);
    return made;
  };
  const giveKey = async (who: { token: string }, { key }: SshClient) => {
    const json = { title: 'Laptop', key };
    const made = await app().call('POST /user/keys', { token: who.token, json });
    expect(made.status).toBe(201);
  };

  const urlOf = (path: string) => `ssh://git@127.0.0.1:${live.sshPort}/${path}.git`;
  const clone = (from: SshClient, path: string, to = 'tree') =>
    from.git('clone', '--quiet', urlOf(path), to);
  const push = async (from: SshClient, branch: string, to = 'tree') => {
    await from.git('-C', to, 'switch', '--quiet', '--force-create', branch, 'origin/main');
    await from.git('-C', to, 'commit', '--quiet', '--allow-empty', '-m', `For ${branch}`);
    return from.git('-C', to, 'push', '--quiet', 'origin', branch);
  };

  beforeAll(async () => {
    opened = await createTestApp('sqlite', { QD_SSH_PORT: '0' });
    live = await goLive(opened);
    deck = await ciProject(app(), 'ann');
  });
  afterAll(async () => {
    for (const one of clients) one.remove();
    await live.close();
    await opened.close();
  });

  it('gives a connection ten sessions at once, and ends one that runs nothing', async () => {
    const hooks = await openPushHooks(app().deps);
    const times = { ...sshTimes };
    const hasty = await openSsh(app().deps, hooks, times);
    const from = client();
    await giveKey(await deck.member('ivo', 30), from);
    const connection = new ssh2.Client();
    const closed = new Promise<string>((resolve) =>
      connection.once('close', () => resolve('closed')),
    );
    await new Promise<void>((resolve, reject) => {
      connection
        .once('ready', resolve)
        .once('error', reject)
        .connect({
          host: '127.0.0.1',
          port: hasty?.port ?? 0,
          username: 'git',
          privateKey: readFileSync(`${from.dir}/id`),
        });
    });
    const begin = () =>
      new Promise<ClientChannel | string>((resolve) => {
        connection.exec(`git-upload-pack '${deck.fullPath}.git'`, (error, channel) =>
          resolve(error === undefined ? channel.resume() : error.message),
        );
      });
    const begun: (ClientChannel | string)[] = [];
    for (let count = 0; count < 11; count += 1) begun.push(await begin());
    const refused = begun.filter((one) => typeof one === 'string');
    expect(refused).toEqual([expect.stringContaining('Channel open failure')]);
    times.idleMs = 1;
    for (const one of begun) if (typeof one !== 'string') one.end('0000');
    expect(await closed).toBe('closed');
    await hasty?.close();
    await hooks.close();
  });

  it('closes a connection that does not sign in in time', async () => {
    expect(sshTimes.signInMs).toBe(20_000);
    const hooks = await openPushHooks(app().deps);
    const hasty = await openSsh(app().deps, hooks, { ...sshTimes, signInMs: 50 });
    const closed = await new Promise<string>((resolve) => {
      const socket = connect(hasty?.port ?? 0, '127.0.0.1', () => socket.resume());
      socket.once('close', () => resolve('closed'));
    });
    expect(closed).toBe('closed');
    await hasty?.close();
    await hooks.close();
  });

  it('serves a connection no longer than its key, and gives it no terminal, environment or way on', async () => {
    const from = client();
    const pia = await deck.member('pia', 30);
    const json = { title: 'Laptop', key: from.key, expires_at: '2026-11-27T18:00:00Z' };
    const { json: key } = await app().call('POST /user/keys', { token: pia.token, json });
    const connection = new ssh2.Client();
    await new Promise<void>((resolve, reject) => {
      connection
        .once('ready', resolve)
        .once('error', reject)
        .connect({
          host: '127.0.0.1',
          port: live.sshPort ?? 0,
          username: 'git',
          privateKey: readFileSync(`${from.dir}/id`),
        });
    });
    const told = (options: ExecOptions) =>
      new Promise<string>((resolve) => {
        connection.exec(`git-upload-pack '${deck.fullPath}.git'`, options, (error, channel) => {
          if (error !== undefined) return resolve(error.message);
          let text = '';
          channel.on('data', (chunk: Buffer) => {
            text += chunk.toString('latin1');
          });
          channel.stderr.on('data', (chunk: Buffer) => {
            text += chunk.toString('latin1');
          });
          channel.once('close', () => resolve(text));
          channel.end('0000');
        });
      });
    expect(await told({ pty: true })).toContain('Unable to request a pseudo-terminal');
    // The second version of the protocol would answer with its name.
    const plain = await told({ env: { GIT_PROTOCOL: 'version=2' } });
    expect(plain).toContain('refs/heads/main');
    expect(plain).not.toContain('version 2');
    const forwarded = await new Promise<string>((resolve) => {
      connection.forwardOut('127.0.0.1', 1, '127.0.0.1', 2, (error) =>
        resolve(error?.message ?? 'open'),
      );
    });
    expect(forwarded).toContain('Channel open failure');
    const over = 'ERROR: This key opens nothing any more.\n';
    const start = app().clock.now();
    app().clock.set(Date.parse('2026-11-27T18:00:00Z'));
    expect(await told({})).toBe(over);
    app().clock.set(start);
    expect(await told({})).toContain('refs/heads/main');
    await app().call(`DELETE /user/keys/${key.id}`, { token: pia.token });
    expect(await told({})).toBe(over);
    connection.end();
  });

  it('takes no more of a push than it may send (receive_max_input_size)', async () => {
    const from = client();
    await giveKey(await deck.member('rex', 30), from);
    const url = `ssh://git@127.0.0.1:${live.sshPort}/${deck.fullPath}.git`;
    await from.git('clone', '--quiet', url, 'tree');
    await from.git('-C', 'tree', 'switch', '--quiet', '--create', 'cargo');
    await from.git('-C', 'tree', 'config', 'core.compression', '0');
    writeFileSync(`${from.dir}/tree/cargo`, randomBytes(1_200_000));
    await from.git('-C', 'tree', 'add', 'cargo');
    await from.git('-C', 'tree', 'commit', '--quiet', '-m', 'Load');
    const push = () => from.git('-C', 'tree', 'push', '--quiet', 'origin', 'cargo');
    await updateSettings(app().ctx, { receive_max_input_size: 1 });
    expect((await push()).err).toContain('maximum allowed size');
    const branch = `GET ${deck.path}/repository/branches/cargo`;
    expect((await deck.call(branch)).status).toBe(404);
    await updateSettings(app().ctx, { receive_max_input_size: null });
    expect(await push()).toMatchObject({ code: 0 });
    expect((await deck.call(branch)).json.commit.title).toBe('Load');
  });

  it('gives a connection six tries and names nothing but itself', async () => {
    const greeting = await new Promise<string>((resolve) => {
      const socket = connect(live.sshPort ?? 0, '127.0.0.1');
      socket.once('data', (chunk: Buffer) => {
        socket.destroy();
        resolve(chunk.toString());
      });
    });
    expect(greeting).toMatch(/^SSH-2\.0-quarterdeck\r\n/);
    const known = client();
    await giveKey(await deck.member('kim', 30), known);
    const strangers = Array.from({ length: 6 }, () => client());
    const [first, ...others] = strangers;
    if (first === undefined) throw new Error('no client');
    const offering = (count: number) =>
      first.ssh(
        ...[...others.slice(0, count - 1), known].flatMap(({ dir }) => ['-i', `${dir}/id`]),
        'id',
      );
    expect((await offering(5)).err).toContain('Only git is served here');
    const sixth = await offering(6);
    expect(sixth.err).not.toContain('Only git is served here');
    expect(sixth.code).toBe(255);
  });
  it('takes a security key that somebody has touched', async () => {
    const sam = await deck.member('sam', 30);
    for (const type of ['ed25519_sk', 'ecdsa_sk'] satisfies SecurityKeyType[]) {
      const device = securityKey(type);
      let flags = 1;
      const agent = sshAgent(device, () => ({ flags, counter: 9 }));
      const from = client({ key: device.key, socket: agent.socket });
      await giveKey(sam, from);
      expect(await clone(from, deck.fullPath)).toMatchObject({ code: 0 });
      expect(await push(from, `sam-${type}`)).toMatchObject({ code: 0 });
      flags = 0;
      const untouched = await from.git('-C', 'tree', 'fetch');
      expect([untouched.code, untouched.err]).toEqual([
        128,
        expect.stringContaining('Permission denied'),
      ]);
      await agent.close();
    }
  });

  it('serves three commands of git and nothing else (CVE-2026-58435: rights grew by the LFS route)', async () => {
    const dov = client();
    await giveKey(await deck.member('dov', 30), dov);
    const none = 'Only git is served here';
    const hidden = 'could not be found';
    for (const [command, says] of [
      [`git-lfs-authenticate '${deck.fullPath}.git' upload`, none],
      [`git-lfs-authenticate '${deck.fullPath}.git'`, none],
      [`git-upload-pack '${deck.fullPath}.git'; id`, none],
      ['git-upload-pack --help', hidden],
      ['id', none],
      ['git-shell -c id', none],
      ["git-upload-pack '../../../etc'", hidden],
    ] as const) {
      const { code, err } = await dov.ssh(command);
      expect([command, code, err]).toEqual([command, 128, expect.stringContaining(says)]);
    }
    expect((await dov.ssh()).err).toMatch(/shell request failed|PTY allocation/);
    const forwarded = await dov.ssh('-N', '-o', 'ExitOnForwardFailure=yes', '-R', '0:localhost:1');
    expect(forwarded.code).toBe(255);
    expect((await dov.ssh('-s', 'sftp')).code).not.toBe(0);
  });
});
