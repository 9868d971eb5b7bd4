import type { Repo } from './environment.ts';
import { revision } from './names.ts';
import { git } from './run.ts';

/** Paths that differ between two commits; a moved file counts at both places. */
export async function changedPaths(repo: Repo, from: string, to: string): Promise<string[]> {
  const { stdout } = await git(repo, [
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    revision(from),
    revision(to),
  ]);
  return stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
}
