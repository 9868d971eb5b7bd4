import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchEnv, scratchFolder, scratchRepository } from '../testing/scratch-repository.ts';
import { log } from './commits.ts';
import { closeObjects, objectInfo } from './objects.ts';
import {
  gitVersion,
  hashedPath,
  housekeep,
  initBare,
  RepositoryExists,
  readHead,
  removeRepository,
  repositoryExists,
  repositorySize,
  setHead,
} from './repository.ts';

let folder: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => folder.remove());

test('a repository lies at the hash of its project id', () => {
  const hash = createHash('sha256').update('42').digest('hex');
  expect(hashedPath(42)).toBe(`@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.git`);
});

test('a new repository is bare, empty, without sample hooks and known to git', async () => {
  const path = join(folder.path, hashedPath(1));
  expect(await repositoryExists(path)).toBe(false);
  await initBare(path, 'trunk/main');
  expect(await repositoryExists(path)).toBe(true);
  expect(await readHead(path)).toBe('trunk/main');
  expect(readdirSync(path)).not.toContain('hooks');
  expect(readdirSync(join(path, '..'))).toHaveLength(1);
  const bare = execFileSync('git', ['-C', path, 'rev-parse', '--is-bare-repository'], {
    env: scratchEnv,
  });
  expect(bare.toString().trim()).toBe('true');
});

test('making a repository twice is refused and leaves the first one and nothing else', async () => {
  const path = join(folder.path, 'a.git');
  await initBare(path, 'main');
  await expect(initBare(path, 'other')).rejects.toThrow(RepositoryExists);
  expect(await readHead(path)).toBe('main');
  expect(readdirSync(folder.path)).toEqual(['a.git']);
});

test.each(['-x', 'a..b', '', 'HEAD'])('%j is no default branch', async (name) => {
  await expect(initBare(join(folder.path, 'a.git'), name)).rejects.toThrow('invalid branch name');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('HEAD can be pointed at a branch that does not exist yet', async () => {
  const path = join(folder.path, 'a.git');
  await initBare(path, 'main');
  await setHead(path, 'next');
  expect(await readHead(path)).toBe('next');
  await expect(setHead(path, '--delete')).rejects.toThrow('invalid branch name');
});

test('removing a repository leaves nothing, and removing it again is no error', async () => {
  const scratch = scratchRepository();
  const tip = scratch.commit('main', { files: { a: 'a' } });
  expect(await objectInfo(scratch.path, tip)).toBeDefined();
  await removeRepository(scratch.path);
  await removeRepository(scratch.path);
  expect(readdirSync(scratch.folder)).toEqual([]);
  await expect(objectInfo(scratch.path, tip)).rejects.toThrow('git cat-file');
  scratch.remove();
});

test('the size grows with what is pushed', async () => {
  const scratch = scratchRepository();
  const before = await repositorySize(scratch.path);
  scratch.commit('main', { files: { noise: readFileSync(process.execPath).subarray(0, 300_000) } });
  expect((await repositorySize(scratch.path)) - before).toBeGreaterThan(50_000);
  scratch.remove();
});

test('the version of git is read as numbers', async () => {
  const version = await gitVersion();
  expect(version[0]).toBeGreaterThanOrEqual(2);
  expect(version.every(Number.isInteger)).toBe(true);
});

test('housekeeping packs everything, loses nothing and disturbs no reader', async () => {
  const scratch = scratchRepository();
  const repo = scratch.path;
  const first = scratch.commit('main', { files: { a: '0' } });
  for (let at = 1; at < 12; at += 1) scratch.commit('main', { files: { a: `${at}` } });
  const unreachable = scratch.git('commit-tree', '-m', 'kept', `${first}^{tree}`);
  const head = scratch.git('rev-parse', 'main');
  expect(await objectInfo(repo, first)).toBeDefined();
  const all = (): string => scratch.git('cat-file', '--batch-all-objects', '--batch-check');
  const before = all();
  await housekeep(repo);
  await housekeep(repo);
  expect(all()).toBe(before);
  expect(scratch.git('count-objects')).toBe('0 objects, 0 kilobytes');
  for (const id of [head, first, unreachable]) expect(await objectInfo(repo, id)).toBeDefined();
  expect(await log(repo, { include: 'refs/heads/main' }, { path: 'a' })).toHaveLength(12);
  scratch.git('fsck', '--strict');
  closeObjects();
  scratch.remove();
});
