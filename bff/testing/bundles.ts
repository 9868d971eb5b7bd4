import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Header, type HeaderData } from 'tar';
import { sourceHost } from './strangers.ts';
import { scratchRepository } from './scratch-repository.ts';

export interface Entry {
  path: string;
  content?: string | Uint8Array;
  type?: HeaderData['type'];
  linkpath?: string;
}

/** A tar archive of these entries, whatever they are called. */
export function archiveOf(...entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ path, content = '', type = 'File', linkpath }) => {
    const bytes = Buffer.from(content);
    const header = new Header({
      path,
      type,
      size: bytes.length,
      mode: 0o644,
      mtime: new Date(0),
      ...(linkpath !== undefined && { linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** Objects as lines. */
export const linesOf = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const source = { type: 'source', host: sourceHost, import_type: 'gitlab_migration' };
const at = '2026-01-02T03:04:05Z';

/**
 * A bundle of a project `app` on another server: one merge request is open, one was merged and its
 * branch removed, one was closed.
 */
export function sampleBundle(): { archive: Buffer; records: object[]; repository: Buffer } {
  const scratch = scratchRepository();
  try {
    const base = scratch.commit('main', { files: { 'a.txt': 'one\n' } });
    const done = scratch.commit('done', { parents: [base], files: { 'b.txt': 'two\n' } });
    const merge = scratch.commit('main', { parents: [base, done], files: { 'b.txt': 'two\n' } });
    scratch.commit('topic', { parents: [merge], files: { 'c.txt': 'three\n' } });
    scratch.commit('shut', { parents: [base], files: { 'd.txt': 'four\n' } });
    scratch.git('branch', '-D', 'done');
    scratch.git('tag', 'v1', base);
    const file = join(scratch.folder, 'app.bundle');
    scratch.git('bundle', 'create', '--quiet', file, '--all');
    const repository = readFileSync(file);
    const change = {
      type: 'merge_request',
      project: 'app',
      target_branch: 'main',
      author: '11',
      created_at: at,
    };
    const records: object[] = [
      source,
      { type: 'user', id: '11', name: 'Ann Lee', username: 'ann' },
      { type: 'user', id: '12', name: 'Bo Chi', username: 'bo' },
      { type: 'label', project: 'app', name: 'bug', color: '#ff0000' },
      {
        ...change,
        id: '601',
        iid: 4,
        title: 'A third file',
        source_branch: 'topic',
        labels: ['bug'],
        assignees: ['11'],
        reviewers: ['12'],
      },
      {
        ...change,
        id: '602',
        iid: 2,
        title: 'A second file',
        state: 'merged',
        source_branch: 'done',
        head_sha: done,
        merge_commit_sha: merge,
        merged_by: '12',
        merged_at: '2026-01-03T00:00:00Z',
      },
      {
        ...change,
        id: '603',
        iid: 3,
        title: 'A fourth file',
        state: 'closed',
        source_branch: 'shut',
        closed_by: '12',
      },
      {
        type: 'note',
        id: '901',
        merge_request: '601',
        author: '12',
        body: 'Why?',
        created_at: at,
      },
      { type: 'approval', merge_request: '601', user: '12', created_at: at },
      {
        type: 'reaction',
        merge_request: '601',
        user: '12',
        name: 'thumbsup',
        created_at: at,
      },
      { type: 'reaction', note: '901', user: '11', name: 'eyes', created_at: at },
      { type: 'member', user: '12', project: 'app', access_level: 30 },
    ];
    const archive = archiveOf(
      { path: 'records.jsonl', content: linesOf(...records) },
      { path: 'repositories/', type: 'Directory' },
      { path: 'repositories/app.bundle', content: repository },
    );
    return { archive, records, repository };
  } finally {
    scratch.remove();
  }
}
