import { expect, test } from 'vitest';
import type { Diff } from '#contract/commits.ts';
import { belowOf } from './below.ts';
import { changedWords } from './changed-words.ts';
import { expandAfter, expandBefore, hiddenBefore } from './expand.ts';
import { findIn } from './find.ts';
import { parseDiff } from './parse.ts';
import { readFile, rowsOf } from './rows.ts';
import { stepFrom } from './steps.ts';
import { treeOf } from './tree.ts';

const text = [
  '@@ -2,3 +2,3 @@ function tide()',
  ' first',
  '-const old = 1;',
  '+const fresh = 1;',
  ' last',
  '\\ No newline at end of file',
  '',
].join('\n');

const fileOf = (path: string, diff = text, more: Partial<Diff> = {}) =>
  readFile({
    old_path: path,
    new_path: path,
    a_mode: '100644',
    b_mode: '100644',
    diff,
    new_file: false,
    renamed_file: false,
    deleted_file: false,
    generated_file: false,
    collapsed: false,
    too_large: false,
    ...more,
  });

test('lines are numbered on both sides', () => {
  const { hunks, added, removed } = parseDiff(text);
  expect({ added, removed }).toEqual({ added: 1, removed: 1 });
  expect(hunks[0]).toMatchObject({ range: '@@ -2,3 +2,3 @@', context: 'function tide()' });
  expect(hunks[0]?.lines.map((line) => [line.kind, line.old, line.new])).toEqual([
    ['context', 2, 2],
    ['removed', 3, undefined],
    ['added', undefined, 3],
    ['context', 4, 4],
  ]);
  expect(hunks[0]?.lines.at(-1)?.noNewline).toBe(true);
});

test('lines that look like heads of hunks stay lines', () => {
  const { hunks } = parseDiff('@@ -1 +1,2 @@\n @@ -9 +9 @@\n+@@ x\n');
  expect(hunks).toHaveLength(1);
  expect(hunks[0]?.lines.map((line) => line.text)).toEqual(['@@ -9 +9 @@', '@@ x']);
});

test('the words that differ are marked', () => {
  const [before, after] = changedWords('const old = 1;', 'const fresh = 1;');
  expect(before.filter(({ isChanged }) => isChanged)).toEqual([{ text: 'old', isChanged: true }]);
  expect(after.map((part) => part.text).join('')).toBe('const fresh = 1;');
});

test('lines with next to nothing in common are not marked', () => {
  const [before] = changedWords('return points;', 'export default async () => undefined');
  expect(before).toEqual([{ text: 'return points;', isChanged: false }]);
});

test('split rows put a removed line beside the added one', () => {
  const rows = rowsOf([fileOf('a.ts')], 'split', () => false);
  expect(rows.map(({ type }) => type)).toEqual(['file', 'hunk', 'pair', 'pair', 'pair', 'gap']);
  expect(rows[3]).toMatchObject({ left: { kind: 'removed' }, right: { kind: 'added' } });
});

test('a folded file keeps its head', () => {
  const rows = rowsOf([fileOf('a.ts')], 'unified', (path) => path === 'a.ts');
  expect(rows.map(({ type }) => type)).toEqual(['file', 'gap']);
});

test('a file without lines says why', () => {
  const renamed = fileOf('b.ts', '', { old_path: 'a.ts', renamed_file: true });
  expect(rowsOf([renamed], 'unified', () => false)[1]).toMatchObject({ type: 'note' });
});

test('folders that hold one folder are written as one', () => {
  const tree = treeOf([fileOf('src/tides/a.ts'), fileOf('src/tides/b.ts'), fileOf('top.md')]);
  expect(tree).toMatchObject([
    { kind: 'folder', name: 'src/tides', depth: 0 },
    { name: 'a.ts', depth: 1 },
    { name: 'b.ts', depth: 1 },
    { kind: 'file', name: 'top.md', depth: 0 },
  ]);
});

/** Thirty lines of which the twentieth is another one. */
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_line, index) => ` line ${from + index}`);
const around = (from: number, to: number) => [
  `@@ -${from},${to - from + 1} +${from},${to - from + 1} @@`,
  ...numbered(from, 19),
  '-line 20',
  '+line twenty',
  ...numbered(21, to),
];

test('unchanged lines are shown some at a time, before a change and after it', () => {
  const parsed = parseDiff(around(17, 23).join('\n'));
  const whole = parseDiff(around(1, 60).join('\n'));
  const [hunk] = parsed.hunks;
  if (hunk === undefined) throw new Error('no hunk');
  expect(hiddenBefore(hunk, undefined)).toBe(16);
  const before = expandBefore(parsed, whole, { hunk, all: true });
  expect(before.hunks[0]).toMatchObject({ range: '@@ -1,23 +1,23 @@' });
  const after = expandAfter(before, whole, false);
  expect([after.hunks[0]?.lines.at(-1)?.new, after.isWholeEnd]).toEqual([43, false]);
  const all = expandAfter(after, whole, true);
  expect([all.hunks[0]?.lines.length, all.isWholeEnd]).toEqual([61, true]);
});

test('threads stand below their line, in both layouts; those of other lines on top', () => {
  const file = fileOf('a.ts', around(17, 23).join('\n'));
  const place = { path: 'a.ts', old: null, isOpen: true };
  const threads = [
    { ...place, id: 'here', new: 20 },
    { ...place, id: 'older', new: null },
  ];
  const below = belowOf([file], threads, { forms: [], reading: '' });
  for (const layout of ['unified', 'split'] as const) {
    const rows = rowsOf([file], layout, () => false, below);
    const at = rows.findIndex(({ id }) => id === 'thread a.ts here');
    expect(rows[1]).toMatchObject({ id: 'thread a.ts older' });
    const line = rows[at - 1];
    expect(line?.type === 'line' ? line.line : line).toMatchObject(
      layout === 'unified' ? { new: 20 } : { right: { new: 20 } },
    );
    expect(stepFrom(rows, 1, { to: 'thread', by: 1 })).toBe(at);
    expect(rows[stepFrom(rows, 0, { to: 'change', by: 1 }) ?? -1]).toMatchObject({
      type: layout === 'unified' ? 'line' : 'pair',
    });
  }
});

test('text is found in every line, in letters of any case', () => {
  const files = [fileOf('a.ts'), fileOf('b.ts')];
  expect(findIn(files, 'FRESH').map(({ file, line }) => [file.path, line.new])).toEqual([
    ['a.ts', 3],
    ['b.ts', 3],
  ]);
  expect(findIn(files, '')).toEqual([]);
});
