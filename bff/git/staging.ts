import type { Repo } from './environment.ts';
import { entriesAt, listTree, type TreeEntry } from './tree.ts';

/** A file as it will be: its mode, and its content or the blob that holds it already. */
export interface StagedFile {
  readonly mode: string;
  readonly content: Buffer | { readonly sha: string };
}

/** The files of a commit with changes on top that are not written yet. */
export interface Staging {
  file(path: string): StagedFile | undefined;
  /** Whether files lie below this path. */
  isFolder(path: string): Promise<boolean>;
  /** The nearest folder of the path that is a file and so cannot hold it. */
  fileAbove(path: string): string | undefined;
  set(path: string, file: StagedFile): void;
  remove(path: string): void;
  /** What differs from the commit: files to remove, then files to write. */
  changes(): { removed: string[]; written: [path: string, file: StagedFile][] };
}

/** Looks up the given paths once; only these and what lies above them can be asked for. */
export async function openStaging(
  repo: Repo,
  commit: string | null,
  paths: readonly string[],
): Promise<Staging> {
  const asked = [...new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))];
  const base: ReadonlyMap<string, TreeEntry> =
    commit === null ? new Map() : await entriesAt(repo, commit, asked);
  const staged = new Map<string, StagedFile | undefined>();
  // How many files the changes add below a folder, and how many of the commit they take away.
  const added = new Map<string, number>();
  const takenAway = new Map<string, number>();

  const count = (counts: Map<string, number>, path: string, by: number): void => {
    for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + by);
  };
  const inBase = (path: string): StagedFile | undefined => {
    const entry = base.get(path);
    return entry && entry.type !== 'tree'
      ? { mode: entry.mode, content: { sha: entry.sha } }
      : undefined;
  };
  const file = (path: string): StagedFile | undefined =>
    staged.has(path) ? staged.get(path) : inBase(path);
  return {
    file,
    isFolder: async (path) => {
      if ((added.get(path) ?? 0) > 0) return true;
      if (commit === null || base.get(path)?.type !== 'tree') return false;
      const gone = takenAway.get(path) ?? 0;
      if (gone === 0) return true;
      const entries = (await listTree(repo, commit, { path, recursive: true })) ?? [];
      return entries.filter((entry) => entry.type !== 'tree').length > gone;
    },
    fileAbove: (path) => foldersOf(path).find((folder) => file(folder) !== undefined),
    set: (path, next) => {
      if (file(path) === undefined) {
        if (inBase(path)) count(takenAway, path, -1);
        else count(added, path, 1);
      }
      staged.set(path, next);
    },
    remove: (path) => {
      if (inBase(path)) count(takenAway, path, 1);
      else count(added, path, -1);
      staged.set(path, undefined);
    },
    changes: () => {
      const removed: string[] = [];
      const written: [string, StagedFile][] = [];
      for (const [path, next] of staged) {
        if (next) written.push([path, next]);
        else if (inBase(path)) removed.push(path);
      }
      return { removed, written };
    },
  };
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}
