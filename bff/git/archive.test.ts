import { execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchRepository } from '../testing/scratch-repository.ts';
import { openArchive } from './archive.ts';
import { blame } from './blame.ts';
import { listContributors } from './contributors.ts';
import { closeObjects } from './objects.ts';
import { GitError } from './process.ts';
import { mergeBaseOfAll } from './refs.ts';

const scratch = scratchRepository();
const repo = scratch.path;
let head: string;
beforeAll(() => {
  scratch.commit('main', { files: { a: 'one\ntwo\n', 'src/b': 'b\n' } });
  head = scratch.commit('main', {
    files: { a: 'one\n2\nthree\n' },
    author: 'Bea <bea@example.test>',
  });
});
afterAll(() => {
  closeObjects();
  scratch.remove();
});

const names = (flags: string, archive: Buffer) =>
  execFileSync('tar', [`t${flags}f`, '-'], { input: archive })
    .toString()
    .trim()
    .split('\n');

test('an archive holds the files of a commit below one folder', async () => {
  const of = async (format: 'tar' | 'tar.gz' | 'tar.bz2', path?: string) =>
    buffer(await openArchive(repo, head, { format, prefix: 'x-1', path }));
  const all = ['x-1/', 'x-1/a', 'x-1/src/', 'x-1/src/b'];
  expect(names('', await of('tar'))).toEqual(all);
  expect(names('z', await of('tar.gz'))).toEqual(all);
  expect(names('j', await of('tar.bz2'))).toEqual(all);
  expect(names('', await of('tar', 'src'))).toEqual(['x-1/', 'x-1/src/', 'x-1/src/b']);
  const zip = await buffer(await openArchive(repo, head, { format: 'zip', prefix: 'x' }));
  expect(zip.subarray(0, 2).toString()).toBe('PK');
});

test('what cannot be archived fails before the first byte', async () => {
  const missing = openArchive(repo, head, { format: 'tar', prefix: 'x', path: 'nope' });
  await expect(missing).rejects.toThrow(GitError);
  const unknown = openArchive(repo, '1'.repeat(40), { format: 'tar', prefix: 'x' });
  await expect(unknown).rejects.toThrow(GitError);
});

test('blame names the commit of each run of lines', async () => {
  const first = scratch.git('rev-parse', 'main^');
  expect(await blame(repo, head, { path: 'a' })).toEqual([
    { sha: first, lines: ['one'] },
    { sha: head, lines: ['2', 'three'] },
  ]);
  const some = await blame(repo, head, { path: 'a', range: { start: 1, end: 2 } });
  expect(some.map((part) => part.lines)).toEqual([['one'], ['2']]);
});

test('contributors are counted by name and address', async () => {
  expect(await listContributors(repo, head)).toEqual([
    { name: 'Bea', email: 'bea@example.test', commits: 1 },
    { name: 'Test Author', email: 'author@example.test', commits: 1 },
  ]);
});

test('the merge base of several commits is older than all', async () => {
  const root = scratch.git('rev-parse', 'main^');
  const a = scratch.commit('side-a', { parents: [root], files: { x: '1' } });
  const b = scratch.commit('side-b', { parents: [root], files: { y: '1' } });
  expect(await mergeBaseOfAll(repo, [head, a, b])).toBe(root);
  const other = scratch.commit('other', { parents: [], files: { z: '1' } });
  expect(await mergeBaseOfAll(repo, [head, other])).toBeUndefined();
  expect(await text(await openArchive(repo, other, { format: 'tar', prefix: 'z' }))).toContain(
    'z/z',
  );
});
