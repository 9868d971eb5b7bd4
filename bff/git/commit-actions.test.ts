import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ScratchRepository,
  scratchEnv,
  scratchRepository,
} from '../testing/scratch-repository.ts';
import { type CommitAction, CommitActionError, commitActions } from './commit-actions.ts';
import { commitOfSha } from './commits.ts';
import { isFilePath } from './file-path.ts';
import { closeObjects } from './objects.ts';
import { spawnedProcesses } from './process.ts';

const person = (name: string): { name: string; email: string; date: string } => ({
  name,
  email: `${name}@example.test`,
  date: '2024-05-06T07:08:09.000Z',
});
const details = { message: 'Größe\n\nText', author: person('ann'), committer: person('bot') };
const content = (text: string): { content: Buffer } => ({ content: Buffer.from(text) });

let scratch: ScratchRepository;
let repo: string;
let parent: string;
beforeEach(() => {
  scratch = scratchRepository();
  repo = scratch.path;
  parent = scratch.commit('main', {
    files: {
      README: 'readme\n',
      'bin/run': { mode: '100755', content: 'run\n' },
      'src/a.ts': 'a\n',
      'src/b.ts': 'b\n',
      link: { mode: '120000', content: 'README' },
      sub: { mode: '160000', content: '1'.repeat(40) },
    },
  });
});
afterEach(() => {
  closeObjects();
  scratch.remove();
});

const run = (...actions: CommitAction[]): Promise<string> =>
  commitActions(repo, { ...details, parent, actions });
const listing = (commit: string): string[] =>
  scratch.git('ls-tree', '-r', '--format=%(objectmode) %(path)', commit).split('\n');
async function problem(...actions: CommitAction[]): Promise<unknown> {
  const error = await run(...actions).catch((e: unknown) => e);
  if (!(error instanceof CommitActionError)) return error;
  return [error.problem, error.path, error.index];
}

test('all kinds of actions make one commit, and no ref or index is left', async () => {
  const before = spawnedProcesses();
  const commit = await run(
    { action: 'create', file_path: 'new/"odd" \\ ü', ...content('new') },
    { action: 'create', file_path: 'tool', ...content('#!'), execute_filemode: true },
    { action: 'update', file_path: 'bin/run', ...content('ran\n') },
    { action: 'update', file_path: 'link', ...content('bin/run') },
    { action: 'delete', file_path: 'src/a.ts' },
    { action: 'move', file_path: 'lib/b.ts', previous_path: 'src/b.ts' },
    { action: 'chmod', file_path: 'README', execute_filemode: true },
    { action: 'delete', file_path: 'sub' },
  );
  expect(spawnedProcesses() - before).toBe(2);
  expect(listing(commit)).toEqual([
    '100755 README',
    '100755 bin/run',
    '100644 lib/b.ts',
    '120000 link',
    '100644 "new/\\"odd\\" \\\\ \\303\\274"',
    '100755 tool',
  ]);
  expect(scratch.git('show', `${commit}:bin/run`)).toBe('ran');
  expect(scratch.git('show', `${commit}:lib/b.ts`)).toBe('b');
  expect(await commitOfSha(repo, commit)).toMatchObject({ ...details, parents: [parent] });
  expect(scratch.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect(existsSync(join(repo, 'index'))).toBe(false);
  scratch.git('fsck', '--strict');
});

test('the first commit of a history has no parent', async () => {
  const actions: CommitAction[] = [{ action: 'create', file_path: 'a', ...content('') }];
  const commit = await commitActions(repo, { ...details, parent: null, actions });
  expect((await commitOfSha(repo, commit)).parents).toEqual([]);
  expect(listing(commit)).toEqual(['100644 a']);
});

test('content is kept byte for byte, however many files there are', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 10, 34, 128]);
  const actions = Array.from(
    { length: 700 },
    (_, at): CommitAction => ({
      action: 'create',
      file_path: `many/${at % 7}/${at}`,
      content: at === 5 ? bytes : Buffer.from(`${at}`),
    }),
  );
  const before = spawnedProcesses();
  const commit = await run(...actions);
  expect(spawnedProcesses() - before).toBeLessThan(8);
  expect(listing(commit)).toHaveLength(706);
  const { stdout } = spawnSync('git', ['show', `${commit}:many/5/5`], {
    cwd: repo,
    env: scratchEnv,
  });
  expect(stdout.equals(bytes)).toBe(true);
});

test('an action sees what those before it did', async () => {
  const commit = await run(
    { action: 'create', file_path: 'x', ...content('1') },
    { action: 'move', file_path: 'y', previous_path: 'x' },
    { action: 'update', file_path: 'y', ...content('2') },
    { action: 'create', file_path: 'x', ...content('3') },
    { action: 'delete', file_path: 'x' },
    { action: 'delete', file_path: 'README' },
    { action: 'create', file_path: 'README/now/a/folder', ...content('4') },
    { action: 'delete', file_path: 'src/a.ts' },
    { action: 'move', file_path: 'src', previous_path: 'src/b.ts' },
  );
  expect(listing(commit)).toEqual([
    '100644 README/now/a/folder',
    '100755 bin/run',
    '120000 link',
    '100644 src',
    '160000 sub',
    '100644 y',
  ]);
  expect(scratch.git('show', `${commit}:y`)).toBe('2');
});

test('what is in the way is named, and nothing is written', async () => {
  const objects = (): number => readdirSync(join(repo, 'objects'), { recursive: true }).length;
  const before = objects();
  const create = (file_path: string): CommitAction => ({
    action: 'create',
    file_path,
    ...content('x'),
  });
  expect(await problem(create('ok'), create('README'))).toEqual(['file_exists', 'README', 1]);
  expect(await problem(create('ok'), create('ok'))).toEqual(['file_exists', 'ok', 1]);
  expect(await problem(create('src'))).toEqual(['folder_exists', 'src', 0]);
  expect(await problem(create('n/m'), create('n'))).toEqual(['folder_exists', 'n', 1]);
  expect(await problem(create('README/x/y'))).toEqual(['folder_is_file', 'README/x/y', 0]);
  expect(await problem(create('sub/x'))).toEqual(['folder_is_file', 'sub/x', 0]);
  const gone: CommitAction = { action: 'delete', file_path: 'src/a.ts' };
  expect(await problem(gone, create('src'))).toEqual(['folder_exists', 'src', 1]);
  expect(await problem(gone, gone)).toEqual(['file_missing', 'src/a.ts', 1]);
  const missing = { file_path: 'none' };
  expect(await problem({ action: 'delete', ...missing })).toEqual(['file_missing', 'none', 0]);
  expect(await problem({ action: 'delete', file_path: 'src' })).toEqual(['file_missing', 'src', 0]);
  expect(await problem({ action: 'update', ...missing, ...content('') })).toEqual([
    'file_missing',
    'none',
    0,
  ]);
  expect(await problem({ action: 'chmod', file_path: 'sub', execute_filemode: true })).toEqual([
    'file_missing',
    'sub',
    0,
  ]);
  expect(await problem({ action: 'move', file_path: 'z', previous_path: 'none' })).toEqual([
    'file_missing',
    'z',
    0,
  ]);
  expect(await problem({ action: 'move', file_path: 'link', previous_path: 'README' })).toEqual([
    'file_exists',
    'link',
    0,
  ]);
  expect(objects()).toBe(before);
});

test('a file that was changed since the caller saw it is not overwritten', async () => {
  const newer = scratch.commit('main', { files: { README: 'newer\n' } });
  const edit = (last_commit_id: string): Promise<string> =>
    commitActions(repo, {
      ...details,
      parent: newer,
      actions: [{ action: 'update', file_path: 'README', ...content('mine'), last_commit_id }],
    });
  await expect(edit(parent)).rejects.toMatchObject({ problem: 'file_changed' });
  expect(scratch.git('show', `${await edit(newer)}:README`)).toBe('mine');
});

const badPaths = [
  ['', '/etc/passwd', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/..', './a', 'a\0b', 'a\nb'],
  ['.git', '.git/config', 'a/.GIT/hooks/x', '.git ', '.git.', 'git~1', 'GIT~1/x', '.g\u200cit'],
  ['..\\a', 'a\\..\\b', 'a\\.git\\config', '.git::$INDEX_ALLOCATION', 'a\ud800'],
  ['é'.repeat(2100)],
].flat();

test('paths that leave the tree or touch a .git folder anywhere are refused', async () => {
  for (const path of badPaths) {
    const answer = ['bad_path', path, 0];
    expect(await problem({ action: 'create', file_path: path, ...content('x') })).toEqual(answer);
    const move: CommitAction = { action: 'move', previous_path: path, file_path: 'ok' };
    expect(await problem(move)).toEqual(answer);
  }
});

test('ordinary names that look a little like it are fine', () => {
  const names = [
    '.gitignore',
    '.github/x',
    'git',
    '...',
    'a/...b',
    'a b/c',
    '-x',
    'a\\b',
    'git~10',
  ];
  expect(names.filter((name) => !isFilePath(name))).toEqual([]);
});

test('a path like an option or a pattern is a plain name', async () => {
  const commit = await run(
    { action: 'create', file_path: '--help', ...content('1') },
    { action: 'create', file_path: ':(glob)*', ...content('2') },
  );
  expect(scratch.git('show', `${commit}:--help`)).toBe('1');
  expect(scratch.git('show', `${commit}::(glob)*`)).toBe('2');
});
