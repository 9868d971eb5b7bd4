import type { ObjectType } from './cat-file.ts';
import type { Repo } from './environment.ts';
import { revision, sha, treePath } from './names.ts';
import { objectInfo, readObject } from './objects.ts';
import { git } from './run.ts';

export interface TreeEntry {
  /** Six digits as git writes them: 100644, 100755, 120000, 040000, 160000. */
  readonly mode: string;
  readonly type: ObjectType;
  readonly sha: string;
  readonly name: string;
  readonly path: string;
}

export interface BlobEntry extends TreeEntry {
  readonly size: number;
}

/**
 * What a folder holds at a revision, in git's order; undefined when there is no such folder. Folders
 * are listed too, before what they hold.
 */
export async function listTree(
  repo: Repo,
  rev: string,
  options: { readonly path?: string; readonly recursive?: boolean } = {},
): Promise<TreeEntry[] | undefined> {
  const folder = treePath(options.path ?? '');
  if (folder === undefined) return undefined;
  const tree = await objectInfo(repo, `${revision(rev)}:${folder}`);
  if (tree?.type !== 'tree') return undefined;
  const deep = options.recursive ? ['-r', '-t'] : [];
  const { stdout } = await git(repo, ['ls-tree', '-z', ...deep, tree.sha]);
  const prefix = folder === '' ? '' : `${folder}/`;
  return parseEntries(stdout).map((entry) => ({ ...entry, path: prefix + entry.path }));
}

/** The file at a path of a revision; undefined for folders, submodules and what is not there. */
export async function blobAt(
  repo: Repo,
  rev: string,
  text: string,
): Promise<BlobEntry | undefined> {
  const path = treePath(text);
  if (!path) return undefined;
  const { stdout } = await git(repo, ['ls-tree', '-z', '--full-tree', revision(rev), '--', path]);
  const entry = parseEntries(stdout).find((candidate) => candidate.path === path);
  if (entry?.type !== 'blob') return undefined;
  const info = await objectInfo(repo, entry.sha);
  return info && { ...entry, size: info.size };
}

/** The entries of these paths at a tree or commit, folders included; absent paths are left out. */
export async function entriesAt(
  repo: Repo,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
  return (await readEntries(repo, treeish, paths)) ?? listEntries(repo, treeish, paths);
}

const mostFolders = 50;
const largestFolder = 256 * 1024;

/** By the kept reader of the repository; undefined where one process costs less. */
async function readEntries(
  repo: Repo,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry> | undefined> {
  const folders = new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  if (typeof repo !== 'string' || folders.size > mostFolders) return undefined;
  const read = async (folder: string): Promise<TreeEntry[] | undefined> => {
    const name = `${sha(treeish)}:${folder}`;
    const tree = await readObject(repo, name, { maxBytes: largestFolder });
    if (tree?.type !== 'tree') return [];
    return tree.content && parseTree(tree.content, folder);
  };
  const wanted = new Set(paths);
  const found = new Map<string, TreeEntry>();
  for (const entries of await Promise.all([...folders].map(read))) {
    if (entries === undefined) return undefined;
    for (const entry of entries) if (wanted.has(entry.path)) found.set(entry.path, entry);
  }
  return found;
}

async function listEntries(
  repo: Repo,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
  const found = new Map<string, TreeEntry>();
  // A command line has room for about 2 MB.
  const perCall = 300;
  for (let start = 0; start < paths.length; start += perCall) {
    const some = paths.slice(start, start + perCall);
    // With -t a folder is listed even if something below it is asked for too.
    const args = ['ls-tree', '-z', '-t', '--full-tree', sha(treeish), '--', ...some];
    const { stdout } = await git(repo, args);
    for (const entry of parseEntries(stdout)) found.set(entry.path, entry);
  }
  return found;
}

/** A tree in git's own bytes: of each entry the mode, the name, NUL and twenty bytes of its id. */
function parseTree(bytes: Buffer, folder: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const types: Readonly<Record<string, ObjectType>> = { '040000': 'tree', '160000': 'commit' };
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const mode = bytes.toString('latin1', at, space).padStart(6, '0');
    const name = bytes.toString('utf8', space + 1, end);
    const path = folder === '' ? name : `${folder}/${name}`;
    const id = bytes.toString('hex', end + 1, end + 21);
    entries.push({ mode, type: types[mode] ?? 'blob', sha: id, name, path });
    at = end + 21;
  }
  return entries;
}

function parseEntries(output: Buffer): TreeEntry[] {
  const lines = output.toString('utf8').split('\0');
  return lines.flatMap((text) => {
    const [, mode, type, id, path] = /^(\d{6}) (blob|tree|commit) (\w+)\t([^]*)$/.exec(text) ?? [];
    if (!mode || !type || !id || !path) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    // The expression lets only these types through.
    return [{ mode, type: type as ObjectType, sha: id, name, path }];
  });
}
