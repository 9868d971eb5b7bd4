import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesWith, scratchRepository } from '../testing/scratch-repository.ts';
import { GitError, spawnedProcesses } from './process.ts';
import { git, gitStream, gitText } from './run.ts';

const scratch = scratchRepository();
const repo = scratch.path;
let blob = '';
beforeAll(() => {
  scratch.commit('main', { files: { big: Buffer.alloc(3_000_000, 'line of text\n') } });
  blob = scratch.git('rev-parse', 'main:big');
});
afterAll(scratch.remove);

test('a command gives its output, and text without the line break at the end', async () => {
  expect(await gitText(repo, ['cat-file', '-t', blob])).toBe('blob');
  const { stdout, exitCode } = await git(repo, ['cat-file', '-t', blob]);
  expect([stdout.toString(), exitCode]).toEqual(['blob\n', 0]);
});

test('a failure carries the arguments, the exit code and what git said', async () => {
  const error = await git(repo, ['cat-file', '-t', 'f'.repeat(40)]).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(GitError);
  expect(error).toMatchObject({ args: ['cat-file', '-t', 'f'.repeat(40)], exitCode: 128 });
  expect((error as GitError).stderr).toContain('could not get object info');
});

test('an exit code can be an answer', async () => {
  const { exitCode } = await git(repo, ['cat-file', '-e', 'f'.repeat(40)], {
    okExitCodes: [0, 1],
  });
  expect(exitCode).toBe(1);
});

test('a repository that is gone is an error of git, a relative path one of the caller', async () => {
  await expect(git('/nowhere/x.git', ['rev-parse', 'HEAD'])).rejects.toThrow('not a git repo');
  await expect(git('x.git', ['rev-parse', 'HEAD'])).rejects.toThrow('must be absolute');
});

test('input that the command does not read breaks nothing', async () => {
  await expect(
    git(repo, ['rev-parse', '--git-dir'], { stdin: Buffer.alloc(5_000_000) }),
  ).resolves.toMatchObject({ exitCode: 0 });
});

test('too much output ends the command', async () => {
  await expect(git(repo, ['cat-file', 'blob', blob], { maxBuffer: 1000 })).rejects.toThrow(
    'more than 1000 bytes',
  );
});

test('nothing of the server and of the machine reaches git', async () => {
  const settings = await gitText(repo, ['config', '--list', '--show-scope']);
  const scopes = new Set(settings.split('\n').map((line) => line.split('\t')[0]));
  expect(scopes).toEqual(new Set(['local', 'command']));
  const { stdout } = await git(repo, ['-c', 'alias.env=!env', 'env']);
  expect(stdout.toString()).toContain('HOME=/nonexistent');
  expect(stdout.toString()).not.toContain('VITEST');
});

test('a git that cannot be started for want of files fails its caller, not the server', () => {
  const run = new URL('./run.ts', import.meta.url).pathname;
  const script = `
    import { openSync } from 'node:fs';
    import { git } from '${run}';
    try {
      for (;;) openSync('/dev/null', 'r');
    } catch {}
    git('/nowhere/x.git', ['version']).catch(() => setImmediate(() => process.exit(7)));
  `;
  // Few files, so that they run out soon; tsx, as the server runs from its sources.
  const node = `exec '${process.execPath}' --import tsx --input-type=module --eval "$1"`;
  const { status, stderr } = spawnSync('sh', ['-c', `ulimit -n 256; ${node}`, 'sh', script], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([7, '']);
});

test('an aborted command ends and rejects with the reason', async () => {
  const controller = new AbortController();
  const running = git(repo, ['cat-file', '--batch'], { signal: controller.signal, stdin: '' });
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect(git(repo, ['version'], { signal: controller.signal })).rejects.toThrow('enough');
});

test('a stream gives everything and errors when git fails', async () => {
  let size = 0;
  for await (const chunk of gitStream(repo, ['cat-file', 'blob', blob])) size += chunk.length;
  expect(size).toBe(3_000_000);
  const failing = gitStream(repo, ['cat-file', 'blob', 'f'.repeat(40)]);
  await expect(failing.toArray()).rejects.toThrow(GitError);
});

test('destroying a stream kills git, which had been held back by the reader', async () => {
  const stream = gitStream(repo, ['cat-file', 'blob', blob]);
  await new Promise((resolve) => stream.once('readable', resolve));
  expect(processesWith(repo)).toHaveLength(1);
  expect(stream.readableLength).toBeLessThan(200_000);
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy();
  await closed;
  await expect.poll(() => processesWith(repo), { timeout: 15_000 }).toEqual([]);
});

test('every process is counted', async () => {
  const before = spawnedProcesses();
  await gitText(repo, ['version']);
  await gitStream(repo, ['version']).toArray();
  expect(spawnedProcesses() - before).toBe(2);
});
