import { createCommit, type NewCommit, rawCommitBytes } from './commit-object.ts';
import type { GitEnv, Repo } from './environment.ts';
import { isSha, revision } from './names.ts';
import { GitError } from './process.ts';
import { git } from './run.ts';
import { withScratchObjects } from './scratch-objects.ts';

/** Why there is no merge. */
export interface Conflict {
  /** The files that both sides changed in ways that do not fit. */
  readonly conflicts: readonly string[];
  /** The two have no common ancestor; `conflicts` is then empty. */
  readonly unrelated: boolean;
}

export interface MergeEnds {
  readonly target: string;
  readonly source: string;
}

export type MergeDetails = MergeEnds & Pick<NewCommit, 'message' | 'author' | 'committer'>;

/** Merges two commits into a tree, without a work tree and without moving anything. */
export function mergeTree(repo: Repo, ends: MergeEnds): Promise<{ tree: string } | Conflict> {
  return mergeWith(repo, ends, {});
}

/** Whether two commits can be merged; leaves no object in the repository, however often it is asked. */
export async function findConflict(repo: Repo, ends: MergeEnds): Promise<Conflict | undefined> {
  const merged = await withScratchObjects(repo, (scratch) =>
    mergeWith(repo, ends, scratch.writable),
  );
  return 'conflicts' in merged ? merged : undefined;
}

/** Merges and writes the merge commit: the target first, then the source. */
export async function mergeCommit(
  repo: Repo,
  details: MergeDetails,
): Promise<{ sha: string; tree: string } | Conflict> {
  const merged = await mergeTree(repo, details);
  if ('conflicts' in merged) return merged;
  const parents = [details.target, details.source];
  return { ...merged, sha: await createCommit(repo, { ...details, ...merged, parents }) };
}

/** Writes all that the source brings as one commit on top of the target. */
export async function squashCommit(
  repo: Repo,
  details: MergeDetails,
): Promise<{ sha: string; tree: string } | Conflict> {
  const merged = await mergeTree(repo, details);
  if ('conflicts' in merged) return merged;
  const parents = [details.target];
  return { ...merged, sha: await createCommit(repo, { ...details, ...merged, parents }) };
}

/**
 * Applies to the tree `ours` what changed from the tree `base` to `theirs`. Git 2.39 merges
 * commits only, by their real ancestors, so three throw-away commits say which trees to use.
 */
export function mergeTrees(
  repo: Repo,
  trees: { readonly base: string; readonly ours: string; readonly theirs: string },
): Promise<{ tree: string } | Conflict> {
  return withScratchObjects(repo, async (scratch) => {
    const write = (tree: string, parents: readonly string[]): Promise<string> => {
      const commit = { tree, parents, author: nobody, encoding: undefined, message: '' };
      return scratch.writeCommit(rawCommitBytes(commit, nobody));
    };
    const base = await write(trees.base, []);
    const [target, source] = await Promise.all([
      write(trees.ours, [base]),
      write(trees.theirs, [base]),
    ]);
    return mergeWith(repo, { target, source }, scratch.readable);
  });
}

const nobody = 'nobody <nobody> 0 +0000';

async function mergeWith(
  repo: Repo,
  ends: MergeEnds,
  env: GitEnv,
): Promise<{ tree: string } | Conflict> {
  const args = [
    'merge-tree',
    '--write-tree',
    '-z',
    '--name-only',
    '--no-messages',
    '--end-of-options',
    revision(ends.target),
    revision(ends.source),
  ];
  const { stdout, stderr, exitCode } = await git(repo, args, { env, okExitCodes: [0, 1, 128] });
  if (stderr.includes('unrelated histories')) return { conflicts: [], unrelated: true };
  const [tree = '', ...paths] = stdout.toString('utf8').split('\0');
  // Exit code 1 also means that something could not be read; only a conflict still gives a tree.
  if (exitCode === 128 || !isSha(tree)) throw new GitError(args, exitCode, stderr);
  if (exitCode === 0) return { tree };
  return { conflicts: paths.filter((path) => path !== ''), unrelated: false };
}
