import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  processesWith,
  type ScratchFile,
  scratchEnv,
  scratchRepository,
  until,
} from '../testing/scratch-repository.ts';
import { type DiffOptions, diffFiles, diffStat, openDiff, summarize, rawPatch } from './diff.ts';
import { createPatchParser } from './diff-patch.ts';
import { createRawParser } from './diff-raw.ts';
import { spawnedProcesses } from './process.ts';

const scratch = scratchRepository();
const repo = scratch.path;
const text = (lines: number, change = -1): string =>
  Array.from({ length: lines }, (_, at) => `line ${at}${at === change ? ' changed' : ''}\n`).join(
    '',
  );
const link = (content: string): ScratchFile => ({ mode: '120000', content });
const odd = 'o"d\\d\tn\name\x07\x01ü';

const before: Record<string, ScratchFile> = {
  'changed.ts': 'a\nb\nc\n',
  'deleted.txt': 'gone\n',
  'mode.sh': '#!/bin/sh\n',
  'old/name.txt': text(40),
  'pure/old': text(30),
  'noeol.txt': 'a\nb',
  'cr.txt': 'one\r\ntwo\r\n',
  'latin1.txt': Buffer.from('gr\xfcn\n', 'latin1'),
  'image.png': Buffer.from([0, 1, 2, 3]),
  'type.txt': 'file\n',
  'tricky.txt': 'diff --git a/x b/x\n-- a/x\n++ b/x\n@@ -1 +1 @@\nBinary files a and b differ\n',
  'space.txt': 'a  b\n',
  [odd]: 'odd\n',
  sub: { mode: '160000', content: '1'.repeat(40) },
};
const after: Record<string, ScratchFile> = {
  'changed.ts': 'a\nB\nc\nd\n',
  'deleted.txt': null,
  'mode.sh': { mode: '100755', content: '#!/bin/sh\n' },
  'old/name.txt': null,
  'new/näme.txt': text(40, 20),
  'pure/old': null,
  'pure/new': text(30),
  'noeol.txt': 'a\nc',
  'cr.txt': 'one\r\nzwei\r\n',
  'latin1.txt': Buffer.from('gr\xfcner\n', 'latin1'),
  'image.png': Buffer.from([0, 1, 2, 4]),
  'type.txt': link('elsewhere'),
  'tricky.txt': 'nothing\n',
  'space.txt': 'a b\n',
  [odd]: 'odder\n',
  'added.txt': 'new\n',
  sub: { mode: '160000', content: '2'.repeat(40) },
};
let base: string;
let head: string;
beforeAll(() => {
  base = scratch.commit('main', { files: before });
  head = scratch.commit('main', { files: after });
});
afterEach(async () => {
  await until(() => processesWith(repo).length === 0);
});
afterAll(scratch.remove);

async function collect(options: DiffOptions = {}, ends = { base, head }): Promise<DiffFiles> {
  const files: DiffFiles = [];
  for await (const file of diffFiles(repo, ends, options)) files.push(file);
  return files;
}
type DiffFiles =
  Awaited<ReturnType<typeof diffFiles>> extends AsyncGenerator<infer F> ? F[] : never;

test('every kind of change comes in one process, with modes, flags, counts and hunks', async () => {
  const started = spawnedProcesses();
  const files = new Map((await collect()).map((file) => [file.new_path + file.b_mode, file]));
  expect(spawnedProcesses() - started).toBe(1);
  expect([...files.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'added.txt100644',
    'changed.ts100644',
    'cr.txt100644',
    'deleted.txt0',
    'image.png100644',
    'latin1.txt100644',
    'mode.sh100755',
    'new/näme.txt100644',
    'noeol.txt100644',
    `${odd}100644`,
    'pure/new100644',
    'space.txt100644',
    'sub160000',
    'tricky.txt100644',
    'type.txt0',
    'type.txt120000',
  ]);
  expect(files.get('changed.ts100644')).toEqual({
    old_path: 'changed.ts',
    new_path: 'changed.ts',
    a_mode: '100644',
    b_mode: '100644',
    new_file: false,
    renamed_file: false,
    deleted_file: false,
    old_sha: scratch.git('rev-parse', `${base}:changed.ts`),
    new_sha: scratch.git('rev-parse', `${head}:changed.ts`),
    added: 2,
    removed: 1,
    binary: false,
    diff: '@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n',
    collapsed: false,
    too_large: false,
  });
  const hunks = (key: string): string | undefined => files.get(key)?.diff;
  expect(hunks('noeol.txt100644')).toBe(
    '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n',
  );
  expect(hunks('cr.txt100644')).toBe('@@ -1,2 +1,2 @@\n one\r\n-two\r\n+zwei\r\n');
  expect(hunks('latin1.txt100644')).toBe('@@ -1 +1 @@\n-gr\ufffdn\n+gr\ufffdner\n');
  expect(hunks(`${odd}100644`)).toBe('@@ -1 +1 @@\n-odd\n+odder\n');
  expect(hunks('sub160000')).toBe(
    `@@ -1 +1 @@\n-Subproject commit ${'1'.repeat(40)}\n+Subproject commit ${'2'.repeat(40)}\n`,
  );
  expect(hunks('image.png100644')).toBe('Binary files a/image.png and b/image.png differ\n');
  expect(files.get('image.png100644')).toMatchObject({ binary: true, added: 0, removed: 0 });
  expect(files.get('tricky.txt100644')).toMatchObject({ added: 1, removed: 5, binary: false });
  expect(hunks('tricky.txt100644')).toContain('\n--- a/x\n-++ b/x\n-@@ -1 +1 @@\n');
});

test('new, deleted, renamed, chmodded and retyped files are told apart', async () => {
  const files = await collect();
  const flags = (path: string): unknown[] =>
    files
      .filter((file) => file.new_path === path)
      .map((file) => [
        file.old_path,
        file.a_mode,
        file.b_mode,
        [file.new_file, file.renamed_file, file.deleted_file].map(Number).join(''),
        file.diff.length > 0,
      ]);
  expect(flags('added.txt')).toEqual([['added.txt', '0', '100644', '100', true]]);
  expect(flags('deleted.txt')).toEqual([['deleted.txt', '100644', '0', '001', true]]);
  expect(flags('new/näme.txt')).toEqual([['old/name.txt', '100644', '100644', '010', true]]);
  expect(flags('pure/new')).toEqual([['pure/old', '100644', '100644', '010', false]]);
  expect(flags('mode.sh')).toEqual([['mode.sh', '100644', '100755', '000', false]]);
  expect(flags('type.txt')).toEqual([
    ['type.txt', '100644', '0', '001', true],
    ['type.txt', '0', '120000', '100', true],
  ]);
});

test('the numbers without text equal those of the whole diff', async () => {
  const stat = await diffStat(repo, { base, head });
  expect(await collect()).toEqual(stat.map((change) => expect.objectContaining(change)));
  expect(stat.find((change) => change.new_path === 'new/näme.txt')?.added).toBe(1);
});

test('pages of a diff together are the whole', async () => {
  const whole = await collect();
  const pages = await Promise.all([0, 5, 10, 15, 20].map((skip) => collect({ skip, limit: 5 })));
  expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 1, 0]);
  expect(pages.flat()).toEqual(whole);
  expect(await collect({ limit: 0 })).toEqual([]);
});

test('the count is known before a patch is read', async () => {
  const diff = await openDiff(repo, { base, head }, { limit: 1 });
  expect(diff.count).toBe(16);
  diff.close();
  const none = await openDiff(repo, { base, head: base });
  expect(none.count).toBe(0);
  expect((await none.files.next()).done).toBe(true);
});

test('white space can be ignored, and files that differ in nothing else have no hunks', async () => {
  const files = await collect({ ignoreWhitespace: true });
  expect(files).toHaveLength(16);
  expect(files.find((file) => file.new_path === 'space.txt')?.diff).toBe('');
  expect(files.find((file) => file.new_path === 'sub')?.diff).toContain('Subproject');
  expect((await diffStat(repo, { base, head }, { ignoreWhitespace: true })).map(added)).toEqual(
    files.map(added),
  );
});
const added = (file: { new_path: string; added: number }): unknown => [file.new_path, file.added];

test('the context and the paths can be chosen; paths are no patterns', async () => {
  const [file] = await collect({ context: 0, paths: ['changed.ts'] });
  expect(file?.diff).toBe('@@ -2 +2 @@ a\n-b\n+B\n@@ -3,0 +4 @@ c\n+d\n');
  expect(await collect({ paths: ['*.ts', 'pure'] })).toHaveLength(1);
  await expect(collect({ paths: ['../x'] })).rejects.toThrow('invalid path');
  await expect(collect({ context: Number.NaN })).rejects.toThrow('invalid context');
});

test('large files are cut without losing their numbers', async () => {
  const big = scratch.commit('big', {
    files: { small: 'a\n', middle: text(200), large: text(5000), minified: 'x'.repeat(900_000) },
    parents: [base],
  });
  const options = { collapseBytes: 1000, maxBytesPerFile: 50_000 };
  const files = await collect(options, { base, head: big });
  expect(
    files.map((f) => [f.new_path, f.diff.length > 0, f.collapsed, f.too_large, f.added]),
  ).toEqual([
    ['large', false, false, true, 5000],
    ['middle', false, true, false, 200],
    ['minified', false, false, true, 1],
    ['small', true, false, false, 1],
  ]);
});

test('without a base everything is new', async () => {
  const files: string[] = [];
  for await (const file of diffFiles(repo, { base: null, head: base })) files.push(file.new_path);
  expect(files).toHaveLength(Object.keys(before).length);
  await expect(collect({}, { base: '--output=x', head })).rejects.toThrow('invalid revision');
  await expect(collect({}, { base: 'f'.repeat(40), head })).rejects.toThrow('bad object');
});

test('leaving early ends git, and memory holds no more than a file', async () => {
  const noise = (): string => `${randomBytes(50_000).toString('hex').replace(/.{60}/g, '$&\n')}\n`;
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`noise-${at}`, noise()]));
  const huge = scratch.commit('huge', { files, parents: [base] });
  const diff = await openDiff(repo, { base, head: huge });
  expect(diff.count).toBe(30);
  const first = await diff.files.next();
  expect(first.value?.added).toBeGreaterThan(1_000);
  expect(processesWith(repo)).toHaveLength(1);
  await diff.files.return();
});

test('the parsers give the same however the bytes are cut', async () => {
  const args = ['diff', '--raw', '-z', '-p', '--full-index', '--no-abbrev', '-M', base, head];
  const bytes = execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: repo,
    env: scratchEnv,
  });
  const parse = (size: number): unknown => {
    const raw = createRawParser();
    let parser: ReturnType<typeof createPatchParser> | undefined;
    const found = [];
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      if (parser) {
        found.push(...parser.feed(piece));
        continue;
      }
      const rest = raw.feed(piece);
      if (!rest) continue;
      parser = createPatchParser(raw.files, { skip: 0, maxBytes: 1e9 });
      found.push(...parser.feed(rest));
    }
    found.push(...(parser?.end() ?? []));
    return found.map((patch) => [patch.file.newPath.toString(), patch.text?.toString('latin1')]);
  };
  const whole = parse(bytes.length);
  for (const size of [1, 2, 3, 7, 64, 1000]) expect(parse(size)).toEqual(whole);
  expect((whole as unknown[]).length).toBe(16);
});

test('the raw patch can be applied and gives the same tree', async () => {
  const patch = Buffer.concat(await rawPatch(repo, { base, head }).toArray());
  const file = join(scratch.folder, 'all.patch');
  writeFileSync(file, patch);
  const env = { ...scratchEnv, GIT_DIR: repo, GIT_INDEX_FILE: join(scratch.folder, 'index') };
  const run = (...args: string[]): string =>
    execFileSync('git', args, { env, cwd: scratch.folder }).toString().trim();
  run('read-tree', base);
  run('apply', '--cached', file);
  expect(run('write-tree')).toBe(scratch.git('rev-parse', `${head}^{tree}`));
});

test('the patch id survives a rebase and tells changes apart', async () => {
  const other = scratch.commit('other', { files: { unrelated: 'x' }, parents: [base] });
  const change = { 'changed.ts': 'a\nX\nc\n' };
  const one = scratch.commit('one', { files: change, parents: [base] });
  const two = scratch.commit('two', { files: change, parents: [other] });
  const { patchId: id, count } = await summarize(repo, { base, head: one });
  expect(count).toBe(1);
  expect(id).toMatch(/^[0-9a-f]{40}$/);
  expect(await summarize(repo, { base: other, head: two })).toEqual({ count: 1, patchId: id });
  expect((await summarize(repo, { base, head })).patchId).not.toBe(id);
  expect(await summarize(repo, { base, head: base })).toEqual({ count: 0, patchId: undefined });
  await expect(summarize(repo, { base, head: 'f'.repeat(40) })).rejects.toThrow('bad object');
});
