import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import ssh2, { type ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPushHooks } from '../modules/pushes/hook-rules.ts';
import { type CiProject, ciProject } from '../testing/ci-projects.ts';
import { goLive, type LiveServer } from '../testing/live-server.ts';
import { type SshClient, sshClient } from '../testing/ssh-client.ts';
import { onBothDatabases } from '../testing/test-app.ts';
import { openSsh } from './server.ts';

onBothDatabases(
  'connections of git over SSH',
  (app) => {
    let live: LiveServer;
    let deck: CiProject;
    const clients: SshClient[] = [];
    const client = () => {
      const made = sshClient(live.sshPort ?? 0);
      clients.push(made);
      return made;
    };
    const giveKey = async (who: { token: string }, { key }: SshClient) => {
      const json = { title: 'Laptop', key };
      const made = await app().call('POST /user/keys', { token: who.token, json });
      expect(made.status).toBe(201);
    };

    beforeAll(async () => {
      live = await goLive(app());
      deck = await ciProject(app(), 'ann');
    });
    afterAll(async () => {
      for (const one of clients) one.remove();
      await live.close();
    });

    it('gives a connection ten sessions at once, and ends one that runs nothing', async () => {
      const hooks = await openPushHooks(app().deps);
      const hasty = await openSsh(app().deps, hooks, { idleMs: 200 });
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
      for (const one of begun) if (typeof one !== 'string') one.end('0000');
      expect(await closed).toBe('closed');
      await hasty?.close();
      await hooks.close();
    });

    it('closes a connection that does not sign in in time', async () => {
      const hooks = await openPushHooks(app().deps);
      const hasty = await openSsh(app().deps, hooks, { signInMs: 50 });
      const closed = await new Promise<string>((resolve) => {
        const socket = connect(hasty?.port ?? 0, '127.0.0.1', () => socket.resume());
        socket.once('close', () => resolve('closed'));
      });
      expect(closed).toBe('closed');
      await hasty?.close();
      await hooks.close();
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
  },
  { QD_SSH_PORT: '0' },
);
