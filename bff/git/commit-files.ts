import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { git } from './run.ts';

/** The files of one commit, against its first parent. */
export interface CommitFiles {
  added: string[];
  modified: string[];
  removed: string[];
}

/** What stands before the id of a commit: no status of a file begins with it. */
const mark = 'commit ';
const headOf = /^\n?commit ([0-9a-f]{40})$/;

/** Which files some commits added, changed and removed; one process for all of them. */
export async function commitFiles(
  repo: Repo,
  commits: readonly string[],
): Promise<Map<string, CommitFiles>> {
  const found = new Map<string, CommitFiles>();
  if (commits.length === 0) return found;
  const { stdout } = await git(repo, [
    'log',
    `--format=${mark}%H`,
    '--name-status',
    '-z',
    '--no-renames',
    '-m',
    '--first-parent',
    '--no-walk=unsorted',
    ...commits.map(sha),
  ]);
  const words = stdout.toString('utf8').split('\0');
  let files: CommitFiles = { added: [], modified: [], removed: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const head = headOf.exec(word)?.[1];
    if (head !== undefined) {
      files = { added: [], modified: [], removed: [] };
      found.set(head, files);
      continue;
    }
    const status = word.replace(/^\n/, '');
    if (status === '') continue;
    at += 1;
    const path = words[at] ?? '';
    if (status === 'A') files.added.push(path);
    else if (status === 'D') files.removed.push(path);
    else files.modified.push(path);
  }
  return found;
}
