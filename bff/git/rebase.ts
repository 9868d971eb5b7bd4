import { createCommit, type RawCommit, readRawCommit, writeRawCommit } from './commit-object.ts';
import type { Person } from './commits.ts';
import type { Repo } from './environment.ts';
import { emptyTree, InvalidGitName, revision, sha } from './names.ts';
import { type Conflict, mergeTrees } from './merge.ts';
import { objectInfo } from './objects.ts';
import { gitText } from './run.ts';

export interface RebaseConflict extends Conflict {
  /** The commit that does not fit. */
  readonly commit: string;
}

export interface Rebased {
  readonly sha: string;
  /** Each old id with its new one; commits that became empty are missing. */
  readonly rewritten: ReadonlyMap<string, string>;
}

/**
 * Copies the commits that `source` has and `onto` has not onto `onto`, oldest first, with their
 * authors, dates and messages. Merge commits are left out, and so are commits whose change is there
 * already. No ref is moved.
 */
export async function rebase(
  repo: Repo,
  details: { readonly onto: string; readonly source: string; readonly committer: Person },
): Promise<Rebased | RebaseConflict> {
  const range = [revision(details.source), `^${revision(details.onto)}`, '--'];
  const list = await gitText(repo, [
    'rev-list',
    '--reverse',
    '--topo-order',
    '--no-merges',
    ...range,
  ]);
  const rewritten = new Map<string, string>();
  let tip = { sha: sha(details.onto), tree: await treeOf(repo, details.onto) };
  for (const id of list === '' ? [] : list.split('\n')) {
    const commit = await readRawCommit(repo, id);
    if (commit.parents[0] === tip.sha) {
      tip = { sha: id, tree: commit.tree };
      rewritten.set(id, id);
      continue;
    }
    const base = await parentTree(repo, commit);
    const merged = await mergeTrees(repo, { base, ours: tip.tree, theirs: commit.tree });
    if ('conflicts' in merged) return { ...merged, commit: id };
    if (merged.tree === tip.tree && commit.tree !== base) continue;
    const copy = { ...commit, tree: merged.tree, parents: [tip.sha] };
    tip = { sha: await writeRawCommit(repo, copy, details.committer), tree: merged.tree };
    rewritten.set(id, tip.sha);
  }
  return { sha: tip.sha, rewritten };
}

export interface PickDetails {
  readonly commit: string;
  readonly onto: string;
  /** Replaces the message of the picked commit. */
  readonly message?: string | undefined;
  readonly committer: Person;
}

/** Copies one commit onto another; undefined when its change is there already. */
export async function cherryPick(
  repo: Repo,
  details: PickDetails,
): Promise<{ sha: string } | Conflict | undefined> {
  const commit = await readRawCommit(repo, details.commit);
  const base = await parentTree(repo, commit);
  const ours = await treeOf(repo, details.onto);
  const merged = await mergeTrees(repo, { base, ours, theirs: commit.tree });
  if ('conflicts' in merged) return merged;
  if (merged.tree === ours) return undefined;
  const text = details.message;
  const message = text === undefined ? commit.message : Buffer.from(text).toString('latin1');
  // A new message is UTF-8, whatever the old one was.
  const encoding = text === undefined ? commit.encoding : undefined;
  const copy = { ...commit, tree: merged.tree, parents: [sha(details.onto)], message, encoding };
  return { sha: await writeRawCommit(repo, copy, details.committer) };
}

/** Writes a commit that takes back another one; undefined when nothing of it is left. */
export async function revert(
  repo: Repo,
  details: PickDetails & { readonly message: string },
): Promise<{ sha: string } | Conflict | undefined> {
  const commit = await readRawCommit(repo, details.commit);
  const theirs = await parentTree(repo, commit);
  const ours = await treeOf(repo, details.onto);
  const merged = await mergeTrees(repo, { base: commit.tree, ours, theirs });
  if ('conflicts' in merged) return merged;
  if (merged.tree === ours) return undefined;
  const { committer, message } = details;
  const written = { message, author: committer, committer, parents: [details.onto] };
  return { sha: await createCommit(repo, { ...written, tree: merged.tree }) };
}

async function treeOf(repo: Repo, commit: string): Promise<string> {
  const tree = await objectInfo(repo, `${sha(commit)}^{tree}`);
  if (!tree) throw new InvalidGitName('commit');
  return tree.sha;
}

function parentTree(repo: Repo, commit: RawCommit): Promise<string> {
  const [first] = commit.parents;
  return first === undefined ? Promise.resolve(emptyTree) : treeOf(repo, first);
}
