import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesWith, scratchRepository } from '../testing/scratch-repository.ts';
import { closeObjects, objectInfo, readObject, streamBlob } from './objects.ts';
import { spawnedProcesses } from './process.ts';
import { blobAt, listTree } from './tree.ts';

const scratch = scratchRepository();
const repo = scratch.path;
const odd = 'odd "name"\nü';
let head: string;
beforeAll(() => {
  head = scratch.commit('main', {
    files: {
      'README.md': '# Hello\n',
      'bin/run': { mode: '100755', content: '#!/bin/sh\n' },
      'bin/link': { mode: '120000', content: 'run' },
      'src/deep/er/a.ts': 'a',
      [odd]: 'odd',
      vendor: { mode: '160000', content: '1'.repeat(40) },
    },
  });
});
afterAll(() => {
  closeObjects();
  scratch.remove();
});

test('a folder is listed with modes, types and paths', async () => {
  const root = await listTree(repo, head);
  expect(root?.map((entry) => [entry.mode, entry.type, entry.path])).toEqual([
    ['100644', 'blob', 'README.md'],
    ['040000', 'tree', 'bin'],
    ['100644', 'blob', odd],
    ['040000', 'tree', 'src'],
    ['160000', 'commit', 'vendor'],
  ]);
  const bin = await listTree(repo, 'refs/heads/main', { path: '/bin/' });
  expect(bin?.map((entry) => [entry.mode, entry.name, entry.path])).toEqual([
    ['120000', 'link', 'bin/link'],
    ['100755', 'run', 'bin/run'],
  ]);
});

test('a recursive listing names folders before what they hold', async () => {
  const all = await listTree(repo, head, { path: 'src', recursive: true });
  expect(all?.map((entry) => entry.path)).toEqual(['src/deep', 'src/deep/er', 'src/deep/er/a.ts']);
});

test.each(['none', 'README.md', '../x', 'vendor', 'bin//run', 'a\0b', 'bin/.'])(
  '%j is no folder',
  async (path) => {
    expect(await listTree(repo, head, { path })).toBeUndefined();
  },
);

test('a file is found with its mode and size', async () => {
  expect(await blobAt(repo, head, 'bin/run')).toEqual({
    mode: '100755',
    type: 'blob',
    sha: scratch.git('rev-parse', 'main:bin/run'),
    name: 'run',
    path: 'bin/run',
    size: 10,
  });
  expect((await blobAt(repo, head, odd))?.size).toBe(3);
  for (const path of ['bin', 'none', 'vendor', '', '*', 'README.md/x']) {
    expect([path, await blobAt(repo, head, path)]).toEqual([path, undefined]);
  }
});

test('objects are read from one running process, whatever is asked at once', async () => {
  await objectInfo(repo, head);
  const before = spawnedProcesses();
  const names = ['README.md', 'bin/run', odd, 'none\nblob', 'src'].map((path) => `${head}:${path}`);
  const objects = await Promise.all(names.map((name) => readObject(repo, name, { maxBytes: 100 })));
  expect(objects.map((object) => object?.content?.toString('latin1').slice(0, 7))).toEqual([
    '# Hello',
    '#!/bin/',
    'odd',
    undefined,
    '40000 d',
  ]);
  expect(spawnedProcesses()).toBe(before);
});

test('content above the limit is left out; the blob can be streamed', async () => {
  const big = Buffer.alloc(2_000_000, 'x');
  scratch.commit('big', { files: { big } });
  const object = await readObject(repo, 'refs/heads/big:big', { maxBytes: 1_000_000 });
  expect([object?.size, object?.content]).toEqual([2_000_000, undefined]);
  const whole = await readObject(repo, 'refs/heads/big:big', { maxBytes: 2_000_000 });
  expect(whole?.content?.equals(big)).toBe(true);
  const streamed = Buffer.concat(await streamBlob(repo, whole?.sha ?? '').toArray());
  expect(streamed.equals(big)).toBe(true);
});

test('a reader that died is replaced', async () => {
  await objectInfo(repo, head);
  const [reader] = processesWith(repo);
  process.kill(reader!, 'SIGKILL');
  expect(await objectInfo(repo, head)).toBeDefined();
  expect(processesWith(repo)).not.toContain(reader);
});

test('a damaged object reads as absent, and the others are still read', async () => {
  const blob = scratch.git('rev-parse', 'main:bin/run');
  const file = `${repo}/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
  rmSync(file);
  writeFileSync(file, 'garbage');
  expect(await readObject(repo, blob, { maxBytes: 100 })).toBeUndefined();
  expect(await objectInfo(repo, head)).toBeDefined();
});

test('closing leaves no process', async () => {
  await objectInfo(repo, head);
  expect(processesWith(repo)).toHaveLength(1);
  closeObjects(repo);
  await expect.poll(() => processesWith(repo), { timeout: 15_000 }).toEqual([]);
});
