import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchRepository } from '../testing/scratch-repository.ts';
import {
  commitOfSha,
  commitsBetween,
  commitsOf,
  countCommits,
  listBranches,
  log,
} from './commits.ts';
import { readPlainCommit } from './plain-commit.ts';
import { spawnedProcesses } from './process.ts';

const scratch = scratchRepository();
const repo = scratch.path;
const message = [
  'Läuft: ein Titel',
  '',
  'Body with a line\x01and a [tab]\t.',
  '',
  'Reviewed-by: Ann <ann@example.test>',
  'Reviewed-by: Bob',
  ' on two lines',
  'Changelog: added',
  '',
].join('\n');
const shas: string[] = [];

beforeAll(() => {
  shas.push(scratch.commit('main', { files: { a: '0' } }));
  shas.push(
    scratch.commit('main', {
      files: { 'dir/b': '1' },
      message,
      author: 'Jürgen ✓ <j@example.test>',
      date: '1700000000 +0530',
    }),
  );
  shas.push(scratch.commit('main', { files: { a: '2' }, message: 'no line break' }));
  shas.push(scratch.commit('main', { files: { a: '3' }, message: '' }));
  const side = scratch.commit('side', { files: { c: '1' }, parents: [shas[0]!] });
  shas.push(scratch.commit('main', { files: {}, parents: [shas[3]!, side], message: 'Merge\n' }));
});
afterAll(scratch.remove);

const titles = (commits: readonly { title: string }[]): string[] =>
  commits.map((commit) => commit.title);

test('a commit comes with its whole message, people, UTC dates, parents and trailers', async () => {
  expect(await commitOfSha(repo, shas[1]!)).toEqual({
    sha: shas[1],
    tree: scratch.git('rev-parse', `${shas[1]}^{tree}`),
    parents: [shas[0]],
    message,
    title: 'Läuft: ein Titel',
    author: { name: 'Jürgen ✓', email: 'j@example.test', date: '2023-11-14T22:13:20.000Z' },
    committer: {
      name: 'Test Committer',
      email: 'committer@example.test',
      date: new Date(scratch.git('log', '-1', '--format=%cI', shas[1]!)).toISOString(),
    },
    trailers: [
      { key: 'Reviewed-by', value: 'Ann <ann@example.test>' },
      { key: 'Reviewed-by', value: 'Bob on two lines' },
      { key: 'Changelog', value: 'added' },
    ],
  });
});

test('messages without a line break, empty ones and merges are read', async () => {
  const [merge, empty, bare] = await log(
    repo,
    { include: 'refs/heads/main' },
    { firstParent: true },
  );
  expect(merge?.parents).toHaveLength(2);
  expect([empty?.message, empty?.title, empty?.trailers]).toEqual(['', '', []]);
  expect(bare?.title).toBe('no line break');
});

test('a commit read by the kept reader is what git says of it', async () => {
  const messages = [
    'A title\n',
    'A title',
    'Läuft ✓\n\nTwo\nlines  \n\n',
    'On two\nlines\n',
    'A title: with a colon\n',
    '  indented\n\n\nlate\n',
    '\nlate title\n',
    'A title\n\nKey: value\n',
    'A title\n\nSee https://example.test\n',
  ];
  const made = messages.map((message) => scratch.commit('odd', { message, files: {} }));
  const [author, date] = ['Zoë  Two ', '1700000000 -0330'];
  made.push(
    scratch.commit('odd', { message: 'By Zoë\n', files: {}, author: `${author}<z@x>`, date }),
  );
  const told = await log(repo, { include: made.at(-1) ?? '' });
  scratch.git('branch', '-D', 'odd');
  const read = await Promise.all(made.map((sha) => readPlainCommit(repo, sha)));
  const plain = read.filter((one) => one !== undefined);
  expect(plain.map(({ sha }) => made.indexOf(sha))).toEqual([0, 1, 2, 3, 4, 5, 9]);
  expect(plain).toEqual(plain.map((one) => told.find(({ sha }) => sha === one.sha)));
  const before = spawnedProcesses();
  expect((await commitsOf(repo, made)).map(({ sha }) => sha)).toEqual(made);
  expect(spawnedProcesses() - before).toBe(1);
});

test('the commits between two ends are newest first, counted and paged', async () => {
  const ends = { base: shas[0]!, head: shas[3]! };
  expect(titles(await commitsBetween(repo, ends))).toEqual([
    '',
    'no line break',
    'Läuft: ein Titel',
  ]);
  expect(await countCommits(repo, { include: ends.head, exclude: ends.base })).toBe(3);
  expect(titles(await commitsBetween(repo, ends, { skip: 1, limit: 1 }))).toEqual([
    'no line break',
  ]);
  expect(await commitsBetween(repo, ends, { limit: 0 })).toEqual([]);
  expect(await commitsBetween(repo, { base: ends.head, head: ends.base })).toEqual([]);
});

test('a log can be limited to a path, an author and a time', async () => {
  const range = { include: 'refs/heads/main' };
  expect(titles(await log(repo, range, { path: 'dir' }))).toEqual(['Läuft: ein Titel']);
  expect(await log(repo, range, { path: 'di*' })).toEqual([]);
  expect(await log(repo, range, { path: ':(glob)**' })).toEqual([]);
  expect(titles(await log(repo, range, { author: 'jÜRGEN' }))).toEqual([]);
  expect(titles(await log(repo, range, { author: 'J@EXAMPLE' }))).toEqual(['Läuft: ein Titel']);
  expect(await log(repo, range, { author: '.*' })).toEqual([]);
  const { committer } = await commitOfSha(repo, shas[3]!);
  const since = new Date(committer.date);
  expect(await countCommits(repo, range, { since })).toBe(3);
  expect(await countCommits(repo, range, { until: since, path: 'a' })).toBe(3);
  await expect(log(repo, range, { path: '../x' })).rejects.toThrow('invalid path');
  await expect(log(repo, { include: '--all' })).rejects.toThrow('invalid revision');
});

test('many commits are read in one process, in the order asked for', async () => {
  const before = spawnedProcesses();
  const wanted = [shas[3]!, shas[0]!, shas[4]!, shas[0]!];
  expect((await commitsOf(repo, wanted)).map((commit) => commit.sha)).toEqual(wanted);
  expect(spawnedProcesses() - before).toBe(1);
  expect(await commitsOf(repo, [])).toEqual([]);
  await expect(commitsOf(repo, ['f'.repeat(40)])).rejects.toThrow('git log');
});

test('branches come with the same commits as the log gives, in one process', async () => {
  const before = spawnedProcesses();
  const branches = await listBranches(repo);
  expect(spawnedProcesses() - before).toBe(1);
  expect(branches.map((branch) => branch.name)).toEqual(['main', 'side']);
  for (const { commit } of branches) expect(commit).toEqual(await commitOfSha(repo, commit.sha));
  scratch.git('branch', 'dir/x', shas[1]!);
  scratch.git('branch', 'dir/x-two', shas[2]!);
  const some = await listBranches(repo, ['dir/x', 'none']);
  expect(some).toEqual([{ name: 'dir/x', commit: await commitOfSha(repo, shas[1]!) }]);
});

test('a commit with a broken date and bytes that are no UTF-8 is shown all the same', async () => {
  const { execFileSync } = await import('node:child_process');
  const tree = scratch.git('rev-parse', 'main^{tree}');
  const raw = Buffer.concat([
    Buffer.from(`tree ${tree}\nauthor M`),
    Buffer.from([0xfc]),
    Buffer.from('ller <m@example.test> 99999999999999999 +0000\n'),
    Buffer.from('committer C <c@example.test> 1700000000 +0000\n\nGr'),
    Buffer.from([0xfc, 0xc3]),
    Buffer.from('\n'),
  ]);
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], {
    input: raw,
    cwd: repo,
  });
  const commit = await commitOfSha(repo, id.toString().trim());
  expect(commit.author).toEqual({
    name: 'M\ufffdller',
    email: 'm@example.test',
    date: '1970-01-01T00:00:00.000Z',
  });
  expect(commit.message).toMatch(/^Gr\ufffd+\n$/);
});
