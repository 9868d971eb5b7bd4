import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stageServer, startServerProcess } from '../testing/server-process.ts';

const built = stageServer();

const token = 'qdp-token-of-this-very-test';
const password = 'the password of root';
const variables = (name: string) => ({
  QD_DATA_DIR: join(built.folder, name),
  QD_ROOT_TOKEN: token,
  QD_ROOT_PASSWORD: password,
});
const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };

describe('the served process', () => {
  it('drains what it has begun when it is told to stop, and ends well', async () => {
    const env = variables('load');
    const server = await startServerProcess(built.main, env);
    const answered: string[] = [];
    const broken: unknown[] = [];
    let sent = 0;
    let stopping: Promise<{ code: number | null }> | undefined;
    const client = async () => {
      while (true) {
        const name = `label ${(sent += 1)}`;
        let answer: Response;
        try {
          answer = await fetch(`${server.url}/api/v4/projects/1/labels`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ name, color: '#123456' }),
          });
        } catch {
          // Nobody listens any more: that is the end of the load, not a lost request.
          if (stopping === undefined) broken.push(name);
          return;
        }
        const body = (await answer.json()) as { name?: string };
        if (answer.status === 201 && body.name === name) answered.push(name);
        else broken.push([answer.status, body]);
        if (answered.length === 50) stopping = server.end('SIGTERM');
      }
    };
    await fetch(`${server.url}/api/v4/projects`, {
      method: 'POST',
      headers,
      body: '{"name":"load"}',
    });
    await Promise.all(Array.from({ length: 8 }, client));
    expect((await stopping)?.code).toBe(0);
    expect(broken).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(50);

    const leaving = join(env.QD_DATA_DIR, `repositories/@hashed/ab/cd/x.git.${'0'.repeat(12)}.new`);
    mkdirSync(leaving, { recursive: true });
    const again = await startServerProcess(built.main, env);
    await expect.poll(() => existsSync(leaving)).toBe(false);
    const kept = new Set<string>();
    for (let page = 1; ; page += 1) {
      const url = `${again.url}/api/v4/projects/1/labels?per_page=100&page=${page}`;
      const rows = (await (await fetch(url, { headers })).json()) as { name: string }[];
      for (const { name } of rows) kept.add(name);
      if (rows.length < 100) break;
    }
    expect((await again.end('SIGINT')).code).toBe(0);
    expect(answered.filter((name) => !kept.has(name))).toEqual([]);
  }, 120_000);

  it('takes the password and the token of root at the first start, and never again', async () => {
    const env = variables('root');
    const later = {
      ...env,
      QD_ROOT_PASSWORD: 'another password',
      QD_ROOT_TOKEN: token.split('').reverse().join(''),
    };
    for (const given of [env, later]) {
      const server = await startServerProcess(built.main, given);
      const signIn = async (secret: string) => {
        const answer = await fetch(`${server.url}/bff/session`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: server.url },
          body: JSON.stringify({ username: 'root', password: secret }),
        });
        return answer.status;
      };
      const whoIs = async (secret: string) => {
        const sent = { 'PRIVATE-TOKEN': secret };
        return (await fetch(`${server.url}/api/v4/user`, { headers: sent })).status;
      };
      expect([await signIn(password), await whoIs(token)]).toEqual([201, 200]);
      expect([await signIn(later.QD_ROOT_PASSWORD), await whoIs(later.QD_ROOT_TOKEN)]).toEqual([
        401, 401,
      ]);
      expect((await server.end('SIGTERM')).stdout).not.toContain('one-time password');
    }
  }, 60_000);

  it('a start takes up at once what a killed process had locked and leased', async () => {
    const bin = join(built.folder, 'bin');
    const [hold, held] = [join(built.folder, 'hold'), join(built.folder, 'held')];
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    mkdirSync(bin);
    // A git that never comes to move a ref while it is held.
    const script = `#!/bin/sh
case "$*" in *update-ref*)
  while [ -e '${hold}' ]; do touch '${held}'; sleep 0.05; done
  [ -e '${held}' ] && exit 1
esac
exec '${git}' "$@"
`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    const env = { ...variables('killed'), PATH: `${bin}:${process.env.PATH}` };
    const server = await startServerProcess(built.main, env);
    const ask = async (url: string, request: string, body?: object) => {
      const [method = '', path = ''] = request.split(' ');
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}/api/v4${path}`, { method, headers, ...sent });
      // What the tests ask of these answers are texts and lists of rows.
      return (await answer.json()) as Record<string, string>;
    };
    await ask(server.url, 'POST /projects', { name: 'dock', initialize_with_readme: true });
    for (const name of ['one', 'two']) {
      await ask(server.url, 'POST /projects/1/repository/commits', {
        branch: name,
        start_branch: 'main',
        commit_message: name,
        actions: [{ action: 'create', file_path: name, content: name }],
      });
    }
    const propose = (url: string, source_branch: string) =>
      ask(url, 'POST /projects/1/merge_requests', {
        source_branch,
        target_branch: 'main',
        title: source_branch,
      });
    const read = (url: string, iid: number) => ask(url, `GET /projects/1/merge_requests/${iid}`);
    await propose(server.url, 'one');
    await expect
      .poll(async () => (await read(server.url, 1)).merge_status, { timeout: 20_000 })
      .toBe('can_be_merged');
    writeFileSync(hold, '');
    const cut = ask(server.url, 'PUT /projects/1/merge_requests/1/merge').catch(() => 'cut');
    await propose(server.url, 'two');
    await expect
      .poll(async () => (await read(server.url, 1)).state, { timeout: 20_000 })
      .toBe('locked');
    const leased = async (url: string) =>
      (
        (await (await fetch(`${url}/bff/jobs?state=running`, { headers })).json()) as {
          kind: string;
        }[]
      ).map(({ kind }) => kind);
    await expect
      .poll(() => leased(server.url), { timeout: 20_000 })
      .toContain('refresh_merge_request');
    await server.end('SIGKILL');
    expect(await cut).toBe('cut');
    rmSync(hold);

    const again = await startServerProcess(built.main, variables('killed'));
    const patience = { timeout: 20_000 };
    await expect.poll(async () => (await read(again.url, 1)).state, patience).toBe('opened');
    await expect
      .poll(async () => (await read(again.url, 2)).merge_status, patience)
      .toBe('can_be_merged');
    const merged = await ask(again.url, 'PUT /projects/1/merge_requests/2/merge');
    expect(merged.state).toBe('merged');
    expect((await again.end('SIGTERM')).code).toBe(0);
  }, 120_000);

  it('writes one JSON line for each request, with its id and without secrets', async () => {
    const clock = '2030-01-01T00:00:00Z';
    const server = await startServerProcess(built.main, {
      ...variables('log'),
      QD_LOG_LEVEL: 'trace',
      QD_CLOCK: clock,
    });
    const signIn = (secret: string) =>
      fetch(`${server.url}/bff/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: server.url },
        body: JSON.stringify({ username: 'root', password: secret }),
      });
    const opened = await signIn(password);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { csrf_token } = (await opened.json()) as { csrf_token: string };
    const answers = [
      opened,
      await signIn('a wrong guess'),
      await fetch(`${server.url}/api/v4/user`, { headers }),
      await fetch(`${server.url}/api/v4/user?private_token=${token}`),
      await fetch(`${server.url}/api/v4/user`, { headers: { Authorization: `Bearer ${token}` } }),
      await fetch(`${server.url}/api/v4/user`, { headers: { Cookie: cookie } }),
      await fetch(`${server.url}/no/such/project.git/info/refs?service=git-upload-pack`, {
        headers: { Authorization: `Basic ${Buffer.from(`root:${token}`).toString('base64')}` },
      }),
    ];
    const made = await fetch(`${server.url}/api/v4/user/personal_access_tokens`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'new', scopes: ['api'] }),
    });
    const { token: newToken } = (await made.json()) as { token: string };
    const later = '2031-01-01T00:00:00.000Z';
    await fetch(`${server.url}/-/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now: later }),
    });
    const { code, stdout, stderr } = await server.end('SIGTERM');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('Quarterdeck listens on'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter((line) => line.msg === 'request');
    for (const answer of [...answers, made]) {
      const id = answer.headers.get('x-request-id');
      expect(requests.filter((line) => line.request_id === id)).toEqual([
        expect.objectContaining({
          status: answer.status,
          method: expect.any(String),
          ms: expect.any(Number),
        }),
      ]);
    }
    // A clock that can be moved is nothing to overlook.
    const warnings = lines.filter((line) => line.level === 40);
    expect(warnings).toEqual([
      expect.objectContaining({ clock }),
      expect.objectContaining({ from: expect.stringMatching(/^2030-01-01T/), to: later }),
    ]);
    const session = cookie.split('=')[1] ?? '';
    for (const secret of [token, newToken, password, 'a wrong guess', csrf_token, session]) {
      expect(secret).not.toBe('');
      expect(stdout).not.toContain(secret);
    }
  }, 60_000);
});
