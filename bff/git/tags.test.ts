import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchRepository } from '../testing/scratch-repository.ts';
import { InvalidGitName } from './names.ts';
import { closeObjects } from './objects.ts';
import { updateRef } from './refs.ts';
import { createTagObject, listTags, tagNamesByDate } from './tags.ts';

const scratch = scratchRepository();
const repo = scratch.path;
const tagger = { name: 'Ann <x>', email: 'ann@example.test', date: '2026-11-27T12:00:00.000Z' };
let first: string;
let second: string;
beforeAll(() => {
  first = scratch.commit('main', { files: { a: '1' } });
  second = scratch.commit('main', { files: { a: '2' } });
});
afterAll(() => {
  closeObjects();
  scratch.remove();
});

test('an annotated tag carries tagger, message and the commit it stands for', async () => {
  const sha = await createTagObject(repo, {
    commit: first,
    name: 'v1.0',
    message: 'One\n\nwith "quotes"',
    tagger,
  });
  await updateRef(repo, { ref: 'refs/tags/v1.0', new: sha, old: null });
  scratch.git('tag', 'light', second);
  scratch.git('tag', 'tree', `${second}^{tree}`);
  expect(await listTags(repo)).toEqual([
    { name: 'light', sha: second, commit: second, message: undefined, taggedAt: undefined },
    {
      name: 'tree',
      sha: scratch.git('rev-parse', `${second}^{tree}`),
      commit: undefined,
      message: undefined,
      taggedAt: undefined,
    },
    {
      name: 'v1.0',
      sha,
      commit: first,
      message: 'One\n\nwith "quotes"\n',
      taggedAt: '2026-11-27T12:00:00.000Z',
    },
  ]);
  expect((await listTags(repo, ['light', 'none'])).map((tag) => tag.name)).toEqual(['light']);
  expect(await listTags(repo, [])).toEqual([]);
  expect(scratch.git('fsck', '--strict')).not.toContain('error');
});

test('names come by date, the last one made at the end', async () => {
  expect(await tagNamesByDate(repo)).toEqual(['tree', 'light', 'v1.0']);
});

test('a tag that git could misread is refused', async () => {
  const tag = { commit: first, name: 'x', message: 'x', tagger };
  for (const wrong of [
    { ...tag, name: '../x' },
    { ...tag, name: 'a\nobject 1' },
    { ...tag, message: 'a\0b' },
    { ...tag, commit: 'main' },
  ]) {
    await expect(createTagObject(repo, wrong)).rejects.toThrow(InvalidGitName);
  }
});
