import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  clientGit,
  type ScratchGitServer,
  scratchGitServer,
} from '../testing/scratch-git-server.ts';
import { type ScratchRepository, scratchRepository } from '../testing/scratch-repository.ts';
import { commitsBetween } from './commits.ts';
import { diffStat } from './diff.ts';
import { type HookServer, openHookServer, type Push, type PushVerdict } from './hook-server.ts';
import { installHooks } from './hooks.ts';
import { isAncestor } from './refs.ts';
import { resolve } from './resolve.ts';
import { listTree } from './tree.ts';

interface Context {
  readonly user: string;
}

let scratch: ScratchRepository;
let repo: string;
let hooksFolder: string;
let hookServer: HookServer<Context>;
let gitServer: ScratchGitServer;
let work: string;
let pushes: [hook: string, push: Push<Context>][];
let errors: unknown[];
let verdict: (push: Push<Context>) => Promise<PushVerdict>;
let released: boolean;

beforeEach(async () => {
  scratch = scratchRepository();
  repo = scratch.path;
  scratch.commit('main', { files: { a: '1' } });
  // Deeper than a socket's path may be, and with what a shell would stumble over.
  hooksFolder = join(scratch.folder, `data's "folder" $HOME ${'x'.repeat(120)}`, 'hooks');
  await installHooks(hooksFolder);
  pushes = [];
  errors = [];
  verdict = () => Promise.resolve({ accepted: true });
  hookServer = await openHookServer<Context>({
    hooksFolder,
    onPreReceive: (push) => {
      pushes.push(['pre', push]);
      return verdict(push);
    },
    onPostReceive: (push) => {
      pushes.push(['post', push]);
      return Promise.resolve('See https://example.test/mr/1');
    },
    onError: (error) => errors.push(error),
  });
  released = false;
  gitServer = await scratchGitServer(repo, () => {
    const { hooks, release } = hookServer.register(repo, { user: 'ann' });
    if (released) release();
    return { hooks };
  });
  work = join(scratch.folder, 'work');
  await clientGit(scratch.folder, 'clone', '--quiet', gitServer.url, work);
  writeFileSync(join(work, 'a'), '2');
  await clientGit(work, 'commit', '--quiet', '-am', 'Two');
});
afterEach(async () => {
  await gitServer.close();
  await hookServer.close();
  scratch.remove();
});

const push = (...args: string[]): Promise<{ stderr: string }> =>
  clientGit(work, 'push', 'origin', ...args);

test('both hooks are asked with who, what and the push options, and their texts are shown', async () => {
  const before = scratch.git('rev-parse', 'main');
  verdict = () => Promise.resolve({ accepted: true, message: 'Checked.' });
  const { stderr } = await push('-o', 'ci.skip', '-o', 'note=a b', 'main', 'main:refs/tags/v1');
  expect(stderr).toMatch(/remote: Checked\.\s*\n/);
  expect(stderr).toContain('remote: See https://example.test/mr/1');
  const after = scratch.git('rev-parse', 'main');
  const expected = {
    context: { user: 'ann' },
    pushOptions: ['ci.skip', 'note=a b'],
    updates: [
      { ref: 'refs/heads/main', old: before, new: after },
      { ref: 'refs/tags/v1', old: null, new: after },
    ],
  };
  expect(pushes).toMatchObject([
    ['pre', expected],
    ['post', expected],
  ]);
});

test('before it is accepted, a push can be read in its quarantine and nowhere else', async () => {
  const seen: unknown[] = [];
  verdict = async ({ updates, repo: quarantined }) => {
    const [update] = updates;
    const { old: base, new: head } = update!;
    if (!base || !head) throw new Error('no update');
    seen.push(
      await isAncestor(quarantined, base, head),
      (await commitsBetween(quarantined, { base, head })).map((commit) => commit.title),
      (await diffStat(quarantined, { base, head })).map((change) => change.new_path),
      await resolve(quarantined, head),
      (await listTree(quarantined, head))?.length,
      await resolve(repo, head),
      scratch.git('rev-parse', 'main') === base,
    );
    return { accepted: true };
  };
  await push('main');
  const head = scratch.git('rev-parse', 'main');
  expect(seen).toEqual([true, ['Two'], ['a'], head, 1, undefined, true]);
  expect(await resolve(repo, head)).toBe(head);
});

test('a refusal keeps every ref and shows the reason', async () => {
  const before = scratch.git('rev-parse', 'main');
  verdict = () => Promise.resolve({ accepted: false, message: 'main is protected.\nAsk Bob.' });
  const failure = push('main', 'main:refs/heads/other');
  await expect(failure).rejects.toThrow(/remote: main is protected\.\s*\nremote: Ask Bob\./);
  await expect(failure).rejects.toThrow('pre-receive hook declined');
  expect(scratch.git('for-each-ref', '--format=%(refname) %(objectname)')).toBe(
    `refs/heads/main ${before}`,
  );
  expect(pushes.map(([hook]) => hook)).toEqual(['pre']);
});

test('a branch is removed without any new object', async () => {
  scratch.git('branch', 'old', 'main');
  await push(':refs/heads/old');
  expect(pushes[0]?.[1].updates).toMatchObject([{ ref: 'refs/heads/old', new: null }]);
  expect(pushes[0]?.[1].repo.env).toEqual({});
});

test.each([
  ['the rule breaks', () => (verdict = () => Promise.reject(new Error('broken')))],
  ['the push is not announced', () => (released = true)],
  ['the server has stopped', () => hookServer.close()],
  ['the script is gone', () => writeFileSync(join(hooksFolder, 'hook.cjs'), 'syntax error')],
  ['the hook cannot run', () => writeFileSync(join(hooksFolder, 'pre-receive'), '#!/nowhere\n')],
])('nothing is accepted when %s', async (_, spoil) => {
  const before = scratch.git('rev-parse', 'main');
  await Promise.resolve(spoil());
  await expect(push('main')).rejects.toThrow(/hook declined|could not check/);
  expect(scratch.git('rev-parse', 'main')).toBe(before);
});

test('a failing rule is reported to the server, not to the person', async () => {
  verdict = () => Promise.reject(new Error('the table is locked'));
  await expect(push('main')).rejects.toThrow('remote: The server could not check this push.');
  expect(errors).toMatchObject([{ message: 'the table is locked' }]);
});

function ask(socketPath: string, message: string): Promise<string> {
  const socket = connect(socketPath);
  socket.end(message);
  return socket.toArray().then((chunks) => Buffer.concat(chunks).toString());
}

test('a secret is good for one question of each hook, in their order', async () => {
  const { hooks, release } = hookServer.register(repo, { user: 'ann' });
  const path = hooks.env['QD_HOOK_SOCKET'] ?? '';
  const message = (name: string, secret = hooks.env['QD_PUSH_SECRET']): string =>
    JSON.stringify({ name, secret, updates: [], push_options: [], objects: {} });
  const refused = '{"accepted":false,"message":"The server could not check this push."}';
  expect(await ask(path, message('pre-receive', 'wrong'))).toBe(refused);
  expect(await ask(path, message('post-receive'))).toBe(refused);
  expect(await ask(path, message('pre-receive'))).toBe('{"accepted":true}');
  expect(await ask(path, message('pre-receive'))).toBe(refused);
  expect(await ask(path, message('post-receive'))).toContain('"accepted":true');
  expect(await ask(path, message('post-receive'))).toBe(refused);
  const second = hookServer.register(repo, { user: 'ann' }).hooks.env['QD_PUSH_SECRET'];
  verdict = () => Promise.resolve({ accepted: false });
  expect(await ask(path, message('pre-receive', second))).toBe('{"accepted":false}');
  expect(await ask(path, message('post-receive', second))).toBe(refused);
  release();
  expect(await ask(path, 'no JSON')).toBe(refused);
  expect(pushes.map(([hook]) => hook)).toEqual(['pre', 'post', 'pre']);
});

test('a hook that breaks off in the middle breaks nothing', async () => {
  const { hooks } = hookServer.register(repo, { user: 'ann' });
  const socket = connect(hooks.env['QD_HOOK_SOCKET'] ?? '');
  await once(socket, 'connect');
  socket.write('{"name"');
  socket.destroy();
  await push('main');
  expect(pushes).toHaveLength(2);
});

test('only this user can reach the socket, which is gone after closing', async () => {
  const path = hookServer.register(repo, { user: 'ann' }).hooks.env['QD_HOOK_SOCKET'] ?? '';
  expect(Buffer.byteLength(path)).toBeLessThan(100);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  await hookServer.close();
  expect(existsSync(dirname(path))).toBe(false);
});

test('installing again changes nothing and leaves no other files', async () => {
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(hooksFolder, name)))
      .digest('hex');
  const before = hash('hook.cjs');
  await Promise.all([installHooks(hooksFolder), installHooks(hooksFolder)]);
  expect(hash('hook.cjs')).toBe(before);
  expect(readdirSync(hooksFolder).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'hook.cjs',
    'post-receive',
    'pre-receive',
  ]);
});
