import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchRepository, scratchRepository } from '../testing/scratch-repository.ts';
import { spawnedProcesses } from './process.ts';
import {
  aheadBehind,
  deleteRef,
  isAncestor,
  listRefs,
  mergeBase,
  RefNameConflict,
  RefRace,
  updateRef,
  updateRefs,
} from './refs.ts';
import { resolve, resolveBranchAndTag } from './resolve.ts';

let scratch: ScratchRepository;
let repo: string;
let first: string;
let second: string;
let side: string;
beforeEach(() => {
  scratch = scratchRepository();
  repo = scratch.path;
  first = scratch.commit('main', { files: { a: '1' } });
  second = scratch.commit('main', { files: { a: '2' } });
  side = scratch.commit('side', { files: { b: '1' }, parents: [first] });
});
afterEach(() => scratch.remove());

test('refs are listed by name in one process, annotated tags with their target', async () => {
  scratch.git('tag', 'light', first);
  scratch.git('tag', '-a', '-m', 'Release', 'v1', second);
  scratch.git('tag', '-a', '-m', 'Again', 'v1-again', 'v1');
  const before = spawnedProcesses();
  const refs = await listRefs(repo, ['refs/heads/', 'refs/tags/']);
  expect(spawnedProcesses() - before).toBe(1);
  expect(refs.map((ref) => [ref.name, ref.target, ref.annotated])).toEqual([
    ['refs/heads/main', second, false],
    ['refs/heads/side', side, false],
    ['refs/tags/light', first, false],
    ['refs/tags/v1', second, true],
    ['refs/tags/v1-again', expect.any(String), true],
  ]);
  expect(refs[3]?.sha).not.toBe(second);
});

test('refs can be limited to those that contain a commit or are contained in one', async () => {
  const names = async (options: object): Promise<string[]> =>
    (await listRefs(repo, ['refs/heads'], options)).map((ref) => ref.name);
  expect(await names({ contains: second })).toEqual(['refs/heads/main']);
  expect(await names({ merged: side })).toEqual(['refs/heads/side']);
  await expect(listRefs(repo, ['--help'])).rejects.toThrow('invalid ref name');
});

test('a ref is made, moved and removed only from where the caller saw it', async () => {
  const ref = 'refs/heads/new';
  await updateRef(repo, { ref, new: first, old: null });
  await expect(updateRef(repo, { ref, new: second, old: null })).rejects.toThrow(RefRace);
  await expect(updateRef(repo, { ref, new: second, old: side })).rejects.toThrow(RefRace);
  await updateRef(repo, { ref, new: second, old: first }, { reason: 'merge\n!1' });
  expect(scratch.git('rev-parse', ref)).toBe(second);
  expect(readFileSync(join(repo, 'logs', ref), 'utf8')).toContain('merge !1');
  await expect(deleteRef(repo, ref, first)).rejects.toThrow(RefRace);
  await deleteRef(repo, ref, second);
  await expect(deleteRef(repo, ref, second)).rejects.toThrow(RefRace);
  await expect(updateRef(repo, { ref, new: first, old: second })).rejects.toThrow(RefRace);
});

test('of many that move a ref at once from the same place exactly one wins', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      updateRef(repo, { ref: 'refs/heads/main', new: index % 2 ? first : side, old: second }),
    ),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(reasons.every((reason) => reason instanceof RefRace)).toBe(true);
});

test('several refs move all or none', async () => {
  const changes = [
    { ref: 'refs/merge-requests/1/head', new: side, old: null },
    { ref: 'refs/heads/main', new: first, old: side },
  ];
  const error = await updateRefs(repo, changes).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(RefRace);
  expect((error as RefRace).ref).toBe('refs/heads/main');
  expect(await listRefs(repo, ['refs/merge-requests'])).toEqual([]);
  await updateRefs(repo, [changes[0]!, { ref: 'refs/heads/main', new: null, old: second }]);
  expect(
    (await listRefs(repo, ['refs/heads', 'refs/merge-requests'])).map((ref) => ref.name),
  ).toEqual(['refs/heads/side', 'refs/merge-requests/1/head']);
  expect(existsSync(join(repo, 'logs/refs/merge-requests/1/head'))).toBe(true);
});

test('a ref cannot lie below another one, loose or packed', async () => {
  const change = { ref: 'refs/heads/main/x', new: first, old: null };
  await expect(updateRef(repo, change)).rejects.toThrow(RefNameConflict);
  scratch.git('pack-refs', '--all');
  await expect(updateRef(repo, change)).rejects.toThrow(RefNameConflict);
  await updateRef(repo, { ref: 'refs/heads/dir/x', new: first, old: null });
  await expect(updateRef(repo, { ref: 'refs/heads/dir', new: first, old: null })).rejects.toThrow(
    RefNameConflict,
  );
});

test('names and ids that are none never reach git', async () => {
  const bad = [
    { ref: 'refs/heads/a\0b', new: first, old: null },
    { ref: 'main', new: first, old: null },
    { ref: 'refs/heads/x', new: 'main', old: null },
    { ref: 'refs/heads/x', new: first, old: '-d' },
  ];
  for (const change of bad) {
    const before = spawnedProcesses();
    await expect(updateRef(repo, change)).rejects.toThrow('invalid');
    expect(spawnedProcesses()).toBe(before);
  }
});

test('ancestors, merge base and distance', async () => {
  expect(await isAncestor(repo, first, side)).toBe(true);
  expect(await isAncestor(repo, side, first)).toBe(false);
  await expect(isAncestor(repo, 'f'.repeat(40), side)).rejects.toThrow('git merge-base');
  expect(await mergeBase(repo, second, side)).toBe(first);
  const alone = scratch.commit('alone', { files: { z: 'z' } });
  expect(await mergeBase(repo, second, alone)).toBeUndefined();
  scratch.commit('side', { files: { b: '2' } });
  expect(await aheadBehind(repo, second, 'refs/heads/side')).toEqual({ ahead: 2, behind: 1 });
});

test('a text from outside is resolved as id, ref, branch, tag and short id', async () => {
  scratch.git('tag', '-a', '-m', 'Release', 'v1', first);
  scratch.git('branch', 'v1', second);
  scratch.git('tag', 'only-tag', side);
  expect(await resolve(repo, first)).toBe(first);
  expect(await resolve(repo, first.slice(0, 8))).toBe(first);
  expect(await resolve(repo, 'refs/tags/v1')).toBe(first);
  expect(await resolve(repo, 'v1')).toBe(second);
  expect(await resolve(repo, 'only-tag')).toBe(side);
  expect(await resolve(repo, 'HEAD')).toBe(second);
  expect(await resolveBranchAndTag(repo, 'v1')).toEqual({ branch: second, tag: first });
  expect(await resolveBranchAndTag(repo, 'only-tag')).toEqual({ branch: undefined, tag: side });
});

test('the rest of the revision language and everything unknown resolves to nothing', async () => {
  const tree = scratch.git('rev-parse', 'main^{tree}');
  const texts = ['main~1', 'main^', ':/A', 'main@{0}', '@', 'main:a', '-x', '', 'none', 'a\nb'];
  texts.push(tree, 'f'.repeat(40), 'abc', 'x'.repeat(5000), 'a\0b', 'main^{/A}', 'heads/main');
  for (const text of texts) expect([text, await resolve(repo, text)]).toEqual([text, undefined]);
});

test('a branch is resolved anew each time, however it is stored', async () => {
  expect(await resolve(repo, 'main')).toBe(second);
  scratch.git('update-ref', 'refs/heads/main', first);
  expect(await resolve(repo, 'main')).toBe(first);
  scratch.git('pack-refs', '--all');
  scratch.git('update-ref', 'refs/heads/main', side);
  expect(await resolve(repo, 'main')).toBe(side);
  scratch.git('pack-refs', '--all');
  expect(await resolve(repo, 'main')).toBe(side);
  scratch.git('update-ref', '-d', 'refs/heads/main');
  expect(await resolve(repo, 'main')).toBeUndefined();
});

test('a branch whose name looks like another commit does not hide that commit', async () => {
  scratch.git('update-ref', `refs/heads/${first}`, second);
  expect(await resolve(repo, first)).toBe(first);
});
