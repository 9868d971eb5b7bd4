import type { ObjectInfo } from './cat-file.ts';
import type { Repo } from './environment.ts';
import { isBranchName, isRefName, isSha } from './names.ts';
import { objectInfo } from './objects.ts';

/**
 * The commit that a text from outside names, or undefined: a whole id, a full ref name, a branch,
 * a tag, or the first 7 or more digits of an id, in this order. Nothing else of git's revision
 * language is understood (`main~3`, `:/text`, `@{1}`), so the text costs no more than a look-up.
 * Resolve once and use the id: the same text may name something else a moment later.
 */
export async function resolve(repo: Repo, text: string): Promise<string | undefined> {
  if (text.length > 1024) return undefined;
  const candidates = namesOf(text);
  const found = await Promise.all(candidates.map((name) => commitAt(repo, name)));
  return found.find((commit) => commit !== undefined)?.sha;
}

/** The commits that a text names as a branch and as a tag; both are set when it is ambiguous. */
export async function resolveBranchAndTag(
  repo: Repo,
  name: string,
): Promise<{ branch: string | undefined; tag: string | undefined }> {
  if (!isBranchName(name)) return { branch: undefined, tag: undefined };
  const [branch, tag] = await Promise.all([
    commitAt(repo, `refs/heads/${name}`),
    commitAt(repo, `refs/tags/${name}`),
  ]);
  return { branch: branch?.sha, tag: tag?.sha };
}

function namesOf(text: string): string[] {
  if (isSha(text) || text === 'HEAD') return [text];
  const names = isRefName(text) ? [text] : [];
  if (isBranchName(text)) names.push(`refs/heads/${text}`, `refs/tags/${text}`);
  if (/^[0-9a-f]{7,39}$/.test(text)) names.push(text);
  return names;
}

/** A tag is followed to its commit; trees and blobs are none. */
async function commitAt(repo: Repo, name: string): Promise<ObjectInfo | undefined> {
  const info = await objectInfo(repo, `${name}^{commit}`);
  return info?.type === 'commit' ? info : undefined;
}
