import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchRepository, scratchRepository } from '../testing/scratch-repository.ts';
import { createCommit } from './commit-object.ts';
import { commitOfSha, commitsBetween } from './commits.ts';
import { findConflict, mergeCommit, mergeTree, squashCommit } from './merge.ts';
import { cherryPick, rebase, revert } from './rebase.ts';

const author = { name: 'Ann', email: 'ann@example.test', date: '2024-05-06T07:08:09.123Z' };
const committer = { name: 'Bot', email: 'bot@example.test', date: '2024-06-01T00:00:00.000Z' };
const people = { author, committer };
const lines = (change: Record<number, string> = {}): string =>
  Array.from({ length: 30 }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join('');

let scratch: ScratchRepository;
let repo: string;
let base: string;
beforeEach(() => {
  scratch = scratchRepository();
  repo = scratch.path;
  base = scratch.commit('main', { files: { a: lines(), b: 'b\n' } });
});
afterEach(() => {
  // What the code under test wrote is whole, and it moved no ref.
  scratch.git('fsck', '--strict', '--no-dangling');
  scratch.remove();
});

function looseObjects(): number {
  return readdirSync(join(repo, 'objects'), { recursive: true }).length;
}

test('a merge takes the changes of both sides and moves nothing', async () => {
  const target = scratch.commit('main', { files: { a: lines({ 2: 'target' }) } });
  const source = scratch.commit('side', { files: { a: lines({ 20: 'source' }) }, parents: [base] });
  const merged = await mergeCommit(repo, { target, source, message: 'Merge\n\nText\n', ...people });
  if ('conflicts' in merged) throw new Error('conflict');
  expect(scratch.git('show', `${merged.sha}:a`)).toBe(
    lines({ 2: 'target', 20: 'source' }).trimEnd(),
  );
  expect(await commitOfSha(repo, merged.sha)).toMatchObject({
    parents: [target, source],
    tree: merged.tree,
    message: 'Merge\n\nText\n',
    author: { ...author, date: '2024-05-06T07:08:09.000Z' },
    committer,
  });
  expect(scratch.git('rev-parse', 'main', 'side')).toBe(`${target}\n${source}`);
});

test('a conflict names the files, renamed and deleted ones too', async () => {
  const target = scratch.commit('main', {
    files: { a: lines({ 2: 'target' }), b: null, 'c\nd': '1' },
  });
  const source = scratch.commit('side', {
    files: { a: lines({ 2: 'source' }), b: 'changed\n', 'c\nd': '2' },
    parents: [base],
  });
  const outcome = { conflicts: ['a', 'b', 'c\nd'], unrelated: false };
  expect(await mergeTree(repo, { target, source })).toEqual(outcome);
  expect(await mergeCommit(repo, { target, source, message: 'm', ...people })).toEqual(outcome);
  expect(await squashCommit(repo, { target, source, message: 'm', ...people })).toEqual(outcome);
});

test('histories without a common ancestor are told from conflicts', async () => {
  const source = scratch.commit('alone', { files: { z: 'z' }, parents: [] });
  const outcome = { conflicts: [], unrelated: true };
  expect(await mergeTree(repo, { target: base, source })).toEqual(outcome);
  await expect(mergeTree(repo, { target: base, source: 'f'.repeat(40) })).rejects.toThrow('git');
  await expect(mergeTree(repo, { target: base, source: '-x' })).rejects.toThrow('invalid');
});

test('asking whether a merge is possible leaves no object behind', async () => {
  const target = scratch.commit('main', { files: { a: lines({ 2: 'target' }) } });
  const source = scratch.commit('side', { files: { a: lines({ 20: 'source' }) }, parents: [base] });
  const rival = scratch.commit('rival', { files: { a: lines({ 2: 'rival' }) }, parents: [base] });
  const before = looseObjects();
  expect(await findConflict(repo, { target, source })).toBeUndefined();
  expect(await findConflict(repo, { target, source: rival })).toMatchObject({ conflicts: ['a'] });
  expect(looseObjects()).toBe(before);
});

test('a squash is one commit on the target with all that the source brings', async () => {
  const target = scratch.commit('main', { files: { b: 'target\n' } });
  scratch.commit('side', { files: { a: lines({ 3: 'one' }) }, parents: [base] });
  const source = scratch.commit('side', { files: { new: 'two\n' } });
  const squashed = await squashCommit(repo, { target, source, message: 'Squash', ...people });
  if ('conflicts' in squashed) throw new Error('conflict');
  expect(scratch.git('rev-parse', `${squashed.sha}^@`)).toBe(target);
  expect(scratch.git('diff', '--name-only', target, squashed.sha)).toBe('a\nnew');
});

test('people are written even if git would refuse their names', async () => {
  const tree = scratch.git('rev-parse', `${base}^{tree}`);
  const write = async (name: string, email: string): Promise<unknown> => {
    const person = { name, email, date: author.date };
    const details = { tree, parents: [base], message: 'm', author: person, committer: person };
    const commit = await commitOfSha(repo, await createCommit(repo, details));
    return [commit.author.name, commit.author.email];
  };
  expect(await write('', 'someone@example.test')).toEqual(['someone', 'someone@example.test']);
  expect(await write('<>\n', '')).toEqual(['Unknown', '']);
  expect(await write('Eve\n<x>\0 Y', 'e\nparent>@example.test')).toEqual([
    'Evex Y',
    'eparent@example.test',
  ]);
  await expect(
    createCommit(repo, { tree, parents: [], message: 'a\0b', ...people }),
  ).rejects.toThrow('invalid commit message');
});

test('a rebase keeps changes, authors, dates, zones and messages, and sets the committer', async () => {
  const onto = scratch.commit('main', { files: { a: lines({ 28: 'main' }) } });
  const first = scratch.commit('side', {
    files: { a: lines({ 2: 'one' }) },
    parents: [base],
    author: 'Jürgen <j@example.test>',
    date: '1690000000 -0730',
    message: 'Erster, größer\n\nno line break',
  });
  const second = scratch.commit('side', { files: { b: null, c: 'c\n' } });
  const result = await rebase(repo, { onto, source: second, committer });
  if ('conflicts' in result) throw new Error('conflict');
  const commits = await commitsBetween(repo, { base: onto, head: result.sha });
  expect(commits.map((commit) => commit.message)).toEqual([
    'A commit\n',
    'Erster, größer\n\nno line break',
  ]);
  expect([...result.rewritten.keys()]).toEqual([first, second]);
  expect(commits[1]).toMatchObject({
    sha: result.rewritten.get(first),
    parents: [onto],
    committer,
  });
  expect(
    scratch.git('log', '-1', '--format=%an %ad', '--date=raw', result.rewritten.get(first)!),
  ).toBe('Jürgen 1690000000 -0730');
  const change = (commit: string): string =>
    scratch.git('diff', `${commit}^`, commit, '--stat', '-p');
  expect(change(result.sha)).toBe(change(second));
  expect(scratch.git('show', `${result.sha}:a`)).toBe(lines({ 2: 'one', 28: 'main' }).trimEnd());
});

test('a rebase drops what is there already and merges, and keeps commits made empty on purpose', async () => {
  const same = { a: lines({ 2: 'one' }) };
  scratch.commit('side', { files: same, parents: [base], message: 'same\n' });
  const other = scratch.commit('other', { files: { z: 'z' }, parents: [base], message: 'other\n' });
  const tip = scratch.git('rev-parse', 'side');
  scratch.commit('side', { files: { z: 'z' }, parents: [tip, other], message: 'merge\n' });
  const source = scratch.commit('side', { files: {}, message: 'empty\n' });
  const onto = scratch.commit('main', { files: same });
  const result = await rebase(repo, { onto, source, committer });
  if ('conflicts' in result) throw new Error('conflict');
  const commits = await commitsBetween(repo, { base: onto, head: result.sha });
  expect(commits.map((commit) => commit.message)).toEqual(['empty\n', 'other\n']);
});

test('a rebase stops at the first conflict and names the commit and the files', async () => {
  const onto = scratch.commit('main', { files: { a: lines({ 2: 'main' }) } });
  scratch.commit('side', { files: { b: 'fine\n' }, parents: [base] });
  const bad = scratch.commit('side', { files: { a: lines({ 2: 'side' }) } });
  const source = scratch.commit('side', { files: { c: 'c' } });
  expect(await rebase(repo, { onto, source, committer })).toEqual({
    conflicts: ['a'],
    unrelated: false,
    commit: bad,
  });
});

test('a rebase of what lies on top already changes nothing', async () => {
  scratch.commit('side', { files: { c: '1' }, parents: [base] });
  const source = scratch.commit('side', { files: { c: '2' } });
  expect(await rebase(repo, { onto: base, source, committer })).toMatchObject({ sha: source });
  expect(await rebase(repo, { onto: source, source: base, committer })).toMatchObject({
    sha: source,
  });
});

test('a rebase leaves no throw-away commit in the repository', async () => {
  const onto = scratch.commit('main', { files: { b: 'main\n' } });
  const source = scratch.commit('side', { files: { c: 'c' }, parents: [base] });
  await rebase(repo, { onto, source, committer });
  const nobodies = scratch.git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)');
  expect(nobodies.split('\n').filter((type) => type === 'commit')).toHaveLength(4);
});

test('a commit is picked and reverted, unless there is nothing to do', async () => {
  const commit = scratch.commit('side', { files: { a: lines({ 2: 'picked' }) }, parents: [base] });
  const onto = scratch.commit('main', { files: { b: 'main\n' } });
  const picked = await cherryPick(repo, { commit, onto, committer });
  if (!picked || 'conflicts' in picked) throw new Error('not picked');
  expect(scratch.git('diff', onto, picked.sha)).toBe(scratch.git('diff', base, commit));
  expect(await cherryPick(repo, { commit, onto: picked.sha, committer })).toBeUndefined();
  const reworded = await cherryPick(repo, { commit, onto, committer, message: 'Größer\n' });
  if (!reworded || 'conflicts' in reworded) throw new Error('not picked');
  expect((await commitOfSha(repo, reworded.sha)).message).toBe('Größer\n');
  const details = { commit, committer, message: 'Revert it\n' };
  const reverted = await revert(repo, { ...details, onto: picked.sha });
  if (!reverted || 'conflicts' in reverted) throw new Error('not reverted');
  expect(scratch.git('diff', onto, reverted.sha)).toBe('');
  expect(await revert(repo, { ...details, onto })).toBeUndefined();
  const rival = scratch.commit('rival', { files: { a: lines({ 2: 'rival' }) }, parents: [base] });
  expect(await cherryPick(repo, { commit, onto: rival, committer })).toMatchObject({
    conflicts: ['a'],
  });
  const root = await cherryPick(repo, { commit: base, onto: rival, committer });
  expect(root).toMatchObject({ conflicts: ['a'] });
});
