import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commitFiles } from '../../testing/scratch.ts';
import { type ScratchFile, scratchEnv } from '../../testing/scratch-repository.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';
import { repositoryPath } from '../projects/rules.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
const bytes = (...values: number[]) => Buffer.from([0, 1, 2, 3, ...values]);
const commitId = (digit: string) => digit.repeat(40);

/** Names that git quotes, that options begin with, and that look like parts of a patch. */
const odd = [
  ' leading and trailing ',
  '"quoted" and \\back\\',
  '-rf',
  '--output=x',
  '--- a',
  '+++ b',
  'a b/c d.txt',
  'tab\tname',
  'Ünï/日本/🌊.txt',
  'diff --git a b/diff --git a b',
  '*.txt',
  ':(top)x',
];

const before: Record<string, ScratchFile> = {
  'kept.txt': 'the same\n',
  'changed.txt': lines(1, 60),
  'moved.txt': lines(100, 140),
  'moved and changed.txt': lines(200, 260),
  'gone.txt': lines(300, 305),
  'script.sh': '#!/bin/sh\n',
  'becomes a link': 'target\n',
  link: { mode: '120000', content: 'kept.txt' },
  'ends.txt': 'one\ntwo',
  'ended.txt': 'one\ntwo\n',
  'windows.txt': 'one\r\ntwo\r\n',
  'picture.png': bytes(9, 9),
  'old.bin': bytes(1),
  'emptied.txt': 'something\n',
  'signs.txt': '-- a\n++ b\n@@ -1 +1 @@\ndiff --git a/x b/x\n',
  lib: { mode: '160000', content: commitId('1') },
  'left lib': { mode: '160000', content: commitId('2') },
  ...Object.fromEntries(odd.map((name) => [name, `of ${JSON.stringify(name)}\n`])),
};

const after: Record<string, ScratchFile> = {
  'changed.txt': lines(1, 60).replace('line 5\n', 'line five\n').replace('line 55\n', ''),
  'moved.txt': null,
  'new/place/moved.txt': lines(100, 140),
  'moved and changed.txt': null,
  'moved, changed.txt': lines(200, 260).replace('line 230\n', 'line 230!\n'),
  'gone.txt': null,
  'script.sh': { mode: '100755', content: '#!/bin/sh\n' },
  'becomes a link': { mode: '120000', content: 'target' },
  link: { mode: '120000', content: 'changed.txt' },
  'ends.txt': 'one\ntwo\n',
  'ended.txt': 'one\ntwo',
  'windows.txt': 'one\r\nTWO\r\n',
  'picture.png': bytes(9, 8),
  'old.bin': null,
  'new.bin': bytes(7, 7, 7),
  'emptied.txt': '',
  'empty.txt': '',
  'signs.txt': '@@ -1 +1 @@\n-- a\ndiff --git a/y b/y\n',
  lib: { mode: '160000', content: commitId('3') },
  'left lib': null,
  'new lib': { mode: '160000', content: commitId('4') },
  ...Object.fromEntries(odd.map((name) => [name, `of ${JSON.stringify(name)}\nmore\n`])),
};

onBothDatabases('the diff of a merge request', (app) => {
  it('is what git itself says: renames, modes, binaries, submodules, ends of files, any names', async () => {
    const shop = await workshop(app());
    await commitFiles(app(), shop.project, { branch: 'main', files: before });
    await commitFiles(app(), shop.project, { branch: 'tide', from: 'main', files: after });
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const { base_sha: base, head_sha: head } = (await shop.call('GET 1')).json.diff_refs;
    const folder = mkdtempSync(join(tmpdir(), 'qd-agree-'));
    const env = {
      ...scratchEnv,
      GIT_DIR: repositoryPath(app().ctx, shop.project.id),
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_LITERAL_PATHSPECS: '1',
    };
    const git = (args: string[], input?: Buffer | string) =>
      execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
        cwd: folder,
        env,
        input,
        maxBuffer: 1 << 28,
      });

    // Which files, their modes and what became of them.
    const parts = git(['diff', '--raw', '-z', '--find-renames', '--no-abbrev', base, head])
      .toString()
      .split('\0');
    const expected: string[] = [];
    for (let at = 0; at < parts.length - 1; ) {
      const [, oldMode = '', newMode = '', status = ''] =
        /^:(\d+) (\d+) \S+ \S+ (\w)/.exec(parts[at] ?? '') ?? [];
      const from = parts[at + 1] ?? '';
      const to = status === 'R' ? (parts[at + 2] ?? '') : from;
      at += status === 'R' ? 3 : 2;
      expected.push([oldMode, newMode, status, from, to].join('|'));
    }
    type File = Record<'old_path' | 'new_path' | 'a_mode' | 'b_mode' | 'diff', string> &
      Record<'new_file' | 'renamed_file' | 'deleted_file', boolean>;
    const files: File[] = (await shop.call('GET 1/diffs?per_page=100')).json;
    const mode = (text: string) => (text === '0' ? '000000' : text);
    // A file that becomes a link is two changes in the API, as at the public server.
    const typed = expected.flatMap((line) => {
      const [oldMode, newMode, status, from, to] = line.split('|');
      return status === 'T'
        ? [
            [oldMode, '000000', 'D', from, to].join('|'),
            ['000000', newMode, 'A', from, to].join('|'),
          ]
        : [line];
    });
    const statusOf = (file: File) =>
      file.new_file ? 'A' : file.deleted_file ? 'D' : file.renamed_file ? 'R' : 'M';
    expect(
      files.map((file) =>
        [mode(file.a_mode), mode(file.b_mode), statusOf(file), file.old_path, file.new_path].join(
          '|',
        ),
      ),
    ).toEqual(typed);

    // The hunks of each, byte for byte.
    const halves = new Set(
      expected.flatMap((line) => (line.split('|')[2] === 'T' ? [line.split('|')[3]] : [])),
    );
    let compared = 0;
    for (const file of files.filter(({ new_path }) => !halves.has(new_path))) {
      const paths = [...new Set([file.old_path, file.new_path])];
      const text = git(['diff', '--find-renames', base, head, '--', ...paths]).toString();
      const start = /^(@@|Binary files)/m.exec(text)?.index;
      const hunks = start === undefined ? '' : text.slice(start);
      // The API names binaries by their full ids nowhere, so git's line is the same.
      expect([file.new_path, file.diff]).toEqual([file.new_path, hunks]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(25);
    const changes = (await shop.call('GET 1/changes')).json;
    expect([changes.overflow, changes.changes]).toEqual([false, files]);
    const pages: File[] = [];
    for (let page = 1; page <= Math.ceil(files.length / 7); page++) {
      pages.push(...(await shop.call(`GET 1/diffs?per_page=7&page=${page}`)).json);
    }
    expect(pages).toEqual(files);

    // The raw diff is git's, and makes the one tree of the other.
    const raw = (await shop.call('GET 1/raw_diffs')).text;
    const flags = ['--binary', '--full-index', '--find-renames'];
    expect(raw).toBe(git(['diff', ...flags, base, head]).toString());
    git(['read-tree', base]);
    git(['apply', '--cached', '--whitespace=nowarn', '-'], raw);
    expect(git(['write-tree']).toString()).toBe(git(['rev-parse', `${head}^{tree}`]).toString());
  });
});
