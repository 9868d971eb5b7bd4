import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../config.ts';
import { runMain, stageServer, startServerProcess } from '../testing/server-process.ts';

const built = stageServer();
const inFolder = (name: string) => ({ QD_DATA_DIR: join(built.folder, name) });

const oneSentence = (stderr: string) => ({
  stderr,
  lines: stderr.trimEnd().split('\n').length,
  ends: stderr.trimEnd().endsWith('.'),
});
const sentence = (text: string) => ({
  stderr: expect.stringContaining(text),
  lines: 1,
  ends: true,
});

describe('the command line', () => {
  it('explains itself: every command and every variable', async () => {
    const { code, stdout, stderr } = await runMain(built.main, ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const { env } of Object.values(variables)) expect(stdout).toContain(`  ${env} `);
    const named = [...stdout.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?)\b/gm)].map(([, words]) => words);
    expect(named).toEqual(
      [
        'serve',
        'demo',
        'user create',
        'user list',
        'user block',
        'user unblock',
        'user password',
      ].concat([
        'token create',
        'token list',
        'token revoke',
        'settings reset',
        'doctor',
        'import',
        'backup',
        'rotate-key',
        'migrate',
        'restore',
      ]),
    );
  }, 60_000);

  it('stops with one sentence for what cannot be', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    writeFileSync(join(built.folder, 'file'), 'not a folder');
    const cases: [string[], Record<string, string>, string][] = [
      [['sail'], {}, 'There is no command sail; see --help.'],
      [['constructor'], {}, 'There is no command constructor; see --help.'],
      [['user', 'toString'], {}, 'user wants one of create'],
      [['user'], {}, 'user wants one of create, list, block, unblock, password'],
      [['serve', 'now'], {}, 'serve takes no now'],
      [[], { QD_PORT: 'high' }, 'QD_PORT must be a port from 0 to 65535.'],
      [
        [],
        { QD_CLOCK: '2030-01-01T00:00:00Z', QD_PUBLIC_URL: 'https://deck.example.test' },
        'QD_CLOCK is for tests and is refused with an https QD_PUBLIC_URL.',
      ],
      [[], inFolder('file'), 'The data directory'],
      [[], { ...inFolder('key'), QD_SECRET_KEY: 'x' }, 'QD_SECRET_KEY must be 32 bytes'],
      [[], { ...inFolder('port'), QD_PORT: port }, `Cannot listen on port ${port}`],
      [
        [],
        { ...inFolder('pg'), DATABASE_URL: 'postgres://me:geheim@127.0.0.1:9/x' },
        'The database of DATABASE_URL is out of reach',
      ],
      [[], { ...inFolder('git'), PATH: built.folder }, 'git cannot be started'],
    ];
    const temporary = join(built.folder, 'tmp');
    mkdirSync(temporary);
    for (const [words, env, text] of cases) {
      const { code, stderr } = await runMain(built.main, words, {
        env: { TMPDIR: temporary, ...env },
      });
      expect([code, oneSentence(stderr)]).toEqual([1, sentence(text)]);
      expect(stderr).not.toContain('geheim');
    }
    expect(readdirSync(temporary)).toEqual([]);
    taken.close();

    // The start that found its port taken has not used the one-time password up.
    const server = await startServerProcess(built.main, inFolder('port'));
    expect(server.output()).toContain('Sign in as root with the one-time password');
    expect((await server.end('SIGTERM')).code).toBe(0);
  }, 120_000);

  it.each([
    ['QD_HOST', 'no.such.host.invalid', /^Cannot listen on port 0 of no.such.host.invalid: E/],
    ['QD_DATA_DIR', '/dev/null', /^The data directory \/dev\/null cannot be used: /],
  ])(
    '%s=%s, which no look at it shows to be bad, stops the start too',
    async (env, value, text) => {
      const given = { ...inFolder('host'), QD_PORT: '0', [env]: value };
      const { code, stderr } = await runMain(built.main, [], { env: given });
      expect([code, oneSentence(stderr)]).toEqual([1, { ...sentence(''), stderr }]);
      expect(stderr).toMatch(text);
    },
  );

  it('makes, blocks and renews users and tokens while the server runs', async () => {
    const env = inFolder('people');
    const server = await startServerProcess(built.main, {
      ...env,
      QD_ROOT_PASSWORD: 'the first password',
    });
    const command = async (words: string, stdin?: string) => {
      const { code, stdout, stderr } = await runMain(built.main, words.split(' '), {
        env,
        stdin,
      });
      return code === 0 ? stdout.trimEnd() : `${code}: ${stderr.trimEnd()}`;
    };
    const whoIs = async (token: string) => {
      const answer = await fetch(`${server.url}/api/v4/user`, {
        headers: { 'PRIVATE-TOKEN': token },
      });
      const body = (await answer.json()) as { username?: string };
      return body.username ?? answer.status;
    };
    const signIn = async (username: string, password: string) => {
      const answer = await fetch(`${server.url}/bff/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: server.url },
        body: JSON.stringify({ username, password }),
      });
      return answer.status;
    };
    try {
      const created = await command('user create ann --email ann@example.test --admin');
      const [, oneTime = ''] = /^Created ann with the one-time password (\S+)$/.exec(created) ?? [];
      expect(await signIn('ann', oneTime)).toBe(201);
      expect(await command('user create ann --email a@example.test')).toBe(
        '1: Username has already been taken.',
      );
      expect(
        await command('user create bob --email bob@example.test --password-stdin', 'short'),
      ).toBe('1: password is too short (minimum is 8 characters).');
      expect(await command('user list')).toMatch(
        /^1\troot\troot@localhost\tactive\tadministrator\n2\tann\tann@example.test\tactive\tadmin/,
      );
      const token = await command('token create ann --scopes api,sudo --name script');
      expect(await whoIs(token)).toBe('ann');
      expect(await command('user block ann')).toBe('ann is blocked.');
      expect(await whoIs(token)).toBe(401);
      expect(await command('user unblock ann')).toBe('ann is active.');
      expect(await command('user password ann --password-stdin', 'a new password\n')).toBe(
        'ann has a new password.',
      );
      expect(await signIn('ann', 'a new password')).toBe(201);
      const [id = '', name] = (await command('token list ann')).split('\t');
      expect(name).toBe('script');
      expect(await command(`token revoke ${id}`)).toBe(`Revoked ${id}.`);
      expect(await whoIs(token)).toBe(401);
      expect(await command('token create ghost --scopes api')).toBe('1: There is no user ghost.');
      expect(await command('token create ann --scopes root')).toBe('1: There is no scope root.');
    } finally {
      expect((await server.end('SIGTERM')).code).toBe(0);
    }
  }, 180_000);
});
