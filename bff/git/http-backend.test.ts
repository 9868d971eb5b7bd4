import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  clientGit,
  type ScratchGitServer,
  scratchGitServer,
} from '../testing/scratch-git-server.ts';
import {
  processesWith,
  type ScratchRepository,
  scratchEnv,
  scratchRepository,
  until,
} from '../testing/scratch-repository.ts';
import { type GitHttpRequest, gitHttpBackend } from './http-backend.ts';

let scratch: ScratchRepository;
let repo: string;
let folder: string;
let server: ScratchGitServer | undefined;
let hooksFolder: string;

beforeEach(() => {
  scratch = scratchRepository();
  repo = scratch.path;
  folder = scratch.folder;
  hooksFolder = join(folder, 'hooks');
  mkdirSync(hooksFolder);
  hook('exit 0');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await until(() => processesWith(repo).length === 0);
  scratch.remove();
});

function hook(line: string): void {
  writeFileSync(join(hooksFolder, 'pre-receive'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

async function serve(options: Partial<GitHttpRequest> = {}): Promise<string> {
  const hooks = { path: hooksFolder, env: {} };
  server = await scratchGitServer(repo, () => ({ hooks, ...options }));
  return server.url;
}

/** A clone with one commit of its own, ready to be pushed. */
async function clone(url: string, files: Record<string, Buffer | string>): Promise<string> {
  const work = join(folder, randomBytes(4).toString('hex'));
  await clientGit(folder, 'clone', '--quiet', url, work);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(work, name), content);
  await clientGit(work, 'add', '.');
  await clientGit(work, 'commit', '--quiet', '-m', 'From the client');
  return work;
}

test('a push of 30 MB arrives whole and can be cloned again', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve({ remoteUser: 'ann' });
  const noise = randomBytes(30_000_000);
  const work = await clone(url, { noise });
  await clientGit(work, 'push', '--quiet', 'origin', 'main');
  const head = scratch.git('rev-parse', 'main');
  expect(head).toBe((await clientGit(work, 'rev-parse', 'HEAD')).stdout.trim());
  expect(readFileSync(join(repo, 'logs/refs/heads/main'), 'utf8')).toContain(' ann <');
  await clientGit(folder, 'clone', '--quiet', url, 'again');
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(sum(readFileSync(join(folder, 'again/noise')))).toBe(sum(noise));
});

test('an empty repository is cloned, pushed to, fetched shallow and deepened', async () => {
  const url = await serve();
  const work = await clone(url, { a: '1' });
  writeFileSync(join(work, 'a'), '2');
  await clientGit(work, 'commit', '--quiet', '-am', 'Two');
  await clientGit(work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  await clientGit(folder, 'clone', '--quiet', '--depth=1', url, 'shallow');
  const count = async (): Promise<string> =>
    (await clientGit(join(folder, 'shallow'), 'rev-list', '--count', 'HEAD')).stdout.trim();
  expect(await count()).toBe('1');
  await clientGit(join(folder, 'shallow'), 'fetch', '--quiet', '--unshallow');
  expect(await count()).toBe('2');
  await clientGit(folder, 'clone', '--quiet', '--filter=blob:none', '--bare', url, 'partial');
});

test('the old protocol and the new one both work', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  for (const version of ['0', '1', '2']) {
    const config = `protocol.version=${version}`;
    const { stdout } = await clientGit(folder, '-c', config, 'ls-remote', url, 'refs/heads/*');
    expect(stdout).toContain('refs/heads/main');
  }
});

test('refs of the server are hidden from clients and closed to them', async () => {
  const first = scratch.commit('main', { files: { a: 'a' } });
  scratch.git('update-ref', 'refs/merge-requests/1/head', first);
  scratch.git('update-ref', `refs/keep-around/${first}`, first);
  const url = await serve();
  const { stdout } = await clientGit(folder, 'ls-remote', url);
  expect(stdout.match(/refs\/\S+/g)).toEqual(['refs/heads/main', 'refs/merge-requests/1/head']);
  const work = await clone(url, { b: 'b' });
  for (const ref of ['refs/merge-requests/1/head', 'refs/keep-around/x']) {
    await expect(clientGit(work, 'push', 'origin', `+HEAD:${ref}`)).rejects.toThrow('hidden ref');
  }
});

test('objects that are broken on purpose are refused', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  const work = await clone(url, { b: 'b' });
  const blob = (await clientGit(work, 'hash-object', 'b')).stdout.trim();
  const entry = Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]);
  writeFileSync(join(work, 'entry'), entry);
  const args = ['hash-object', '-t', 'tree', '-w', '--literally', 'entry'];
  const tree = (await clientGit(work, ...args)).stdout.trim();
  const commit = (await clientGit(work, 'commit-tree', tree, '-m', 'evil')).stdout.trim();
  await expect(clientGit(work, 'push', 'origin', `${commit}:refs/heads/evil`)).rejects.toThrow(
    'hasDotgit',
  );
  expect(scratch.git('for-each-ref', 'refs/heads/evil')).toBe('');
});

test('a hook that refuses keeps refs and objects away and says why', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  const work = await clone(url, { b: 'b' });
  hook('echo "You may not push here." >&2; exit 1');
  await expect(clientGit(work, 'push', 'origin', 'main')).rejects.toThrow(
    'remote: You may not push here.',
  );
  const pushed = (await clientGit(work, 'rev-parse', 'HEAD')).stdout.trim();
  expect(() => scratch.git('cat-file', '-t', pushed)).toThrow('could not get object info');
});

test('a push without hooks, or with hooks that are gone, never starts', async () => {
  const push = { repo, method: 'POST', pathInfo: '/git-receive-pack', query: '', body: null };
  await expect(gitHttpBackend(push)).rejects.toThrow('a push needs hooks');
  const hooks = { path: join(folder, 'none'), env: {} };
  await expect(gitHttpBackend({ ...push, hooks })).rejects.toThrow('ENOENT');
});

test('a limit on the size of a push is kept, and the client is told', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve({ config: [['receive.maxInputSize', '100k']] });
  const work = await clone(url, { noise: randomBytes(3_000_000) });
  await expect(clientGit(work, 'push', 'origin', 'main')).rejects.toThrow(/maximum allowed size/);
});

test('a compressed request is understood, a wrong content type refused', async () => {
  const head = scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;
  const body = gzipSync(`${line(`want ${head} no-progress\n`)}0000${line('done\n')}`);
  const post = async (type: string): Promise<[number | undefined, Buffer]> => {
    const request = httpRequest(`${url}/git-upload-pack`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-encoding': 'gzip' },
    });
    request.end(body);
    const [response] = await once(request, 'response');
    return [response.statusCode, Buffer.concat(await response.toArray())];
  };
  const [status, answer] = await post('application/x-git-upload-pack-request');
  expect([status, answer.includes('PACK')]).toEqual([200, true]);
  expect((await post('text/plain'))[0]).toBe(415);
});

test('a repository that is gone is a 404 of git', async () => {
  const request = { method: 'GET', pathInfo: '/info/refs', query: 'service=git-upload-pack' };
  const answer = await gitHttpBackend({ ...request, repo: '/nowhere/x.git', body: null });
  expect(answer.status).toBe(404);
  answer.body.resume();
  await answer.done;
});

test('a clone that is aborted ends all processes on the server', async () => {
  scratch.commit('main', { files: { noise: randomBytes(8_000_000) } });
  const url = await serve();
  const client = execFile('git', ['clone', url, 'aborted'], { cwd: folder, env: scratchEnv });
  await until(() => processesWith(`GIT_PROJECT_ROOT=${repo}`).length > 0);
  client.kill('SIGKILL');
  await expect.poll(() => processesWith(repo), { timeout: 15_000 }).toEqual([]);
});

test('a client that stops reading and then leaves ends git', async () => {
  const head = scratch.commit('main', { files: { noise: randomBytes(8_000_000) } });
  const url = await serve();
  const request = httpRequest(`${url}/git-upload-pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-git-upload-pack-request' },
  });
  request.end(`0032want ${head}\n00000009done\n`);
  const [response] = await once(request, 'response');
  response.pause();
  await until(() => response.readableLength > 0);
  expect(processesWith(repo).length).toBeGreaterThan(0);
  request.destroy();
  await until(() => processesWith(repo).length === 0);
});

test('a push that breaks off in the middle leaves no process, ref or object', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  const request = httpRequest(`${url}/git-receive-pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-git-receive-pack-request' },
  });
  request.on('error', () => {});
  const zeros = '0'.repeat(40);
  const command = `${zeros} ${'1'.repeat(40)} refs/heads/x\0 report-status`;
  request.write(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000PACK`);
  // Version 2 and nine objects, of which none comes: git waits for them.
  request.write(Buffer.from([0, 0, 0, 2, 0, 0, 0, 9]));
  await until(() => processesWith(repo).length > 0);
  request.destroy();
  await until(() => processesWith(repo).length === 0);
  expect(scratch.git('for-each-ref', 'refs/heads/x')).toBe('');
  expect(scratch.git('count-objects', '-v')).toContain('garbage: 0');
});

test('an exchange in which nothing moves is ended', async () => {
  const started = performance.now();
  const silent = (async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('00');
    await new Promise(() => {});
  })();
  const answer = await gitHttpBackend({
    repo,
    method: 'POST',
    pathInfo: '/git-upload-pack',
    query: '',
    contentType: 'application/x-git-upload-pack-request',
    body: silent,
    idleMs: 200,
  });
  await expect(answer.body.toArray()).rejects.toThrow('nothing moved for 200 ms');
  expect((await answer.done).exitCode).toBe(-1);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('an upload is taken in only as fast as git reads it', async () => {
  const controller = new AbortController();
  let taken = 0;
  const body = (async function* (): AsyncGenerator<Buffer> {
    await until(() => processesWith(repo).length > 0);
    for (const pid of processesWith(repo)) process.kill(pid, 'SIGSTOP');
    for (taken = 0; taken < 1000; taken += 1) yield Buffer.alloc(64 * 1024);
  })();
  const request = { repo, method: 'POST', pathInfo: '/git-upload-pack', query: '', body };
  const contentType = 'application/x-git-upload-pack-request';
  const answer = gitHttpBackend({ ...request, contentType, signal: controller.signal });
  await until(() => taken > 0);
  for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
  expect(taken).toBeLessThan(50);
  for (const pid of processesWith(repo)) process.kill(pid, 'SIGCONT');
  controller.abort();
  await Promise.allSettled([answer]);
});

test('a request that is aborted while git waits for a hook ends everything', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const controller = new AbortController();
  const url = await serve({ signal: controller.signal });
  const work = await clone(url, { b: 'b' });
  const waiting = join(folder, 'waiting');
  hook(`echo x >${waiting}; exec sleep 600`);
  const push = clientGit(work, 'push', 'origin', 'main').catch((error: unknown) => error);
  await until(() => {
    appendFileSync(waiting, '');
    return readFileSync(waiting, 'utf8') !== '';
  });
  controller.abort();
  await until(() => processesWith(repo).length === 0);
  await expect(push).resolves.toBeInstanceOf(Error);
  expect(scratch.git('log', '--format=%s', 'main')).toBe('A commit');
});

test('a client that leaves before the answer breaks nothing', async () => {
  scratch.commit('main', { files: { a: 'a' } });
  const url = await serve();
  for (let at = 0; at < 5; at += 1) {
    const request = get(`${url}/info/refs?service=git-upload-pack`);
    request.on('error', () => {});
    request.once('socket', (socket) => socket.once('connect', () => request.destroy()));
    await new Promise((resolve) => request.once('close', resolve));
  }
  await expect(clientGit(folder, 'ls-remote', url)).resolves.toBeDefined();
});
