import type { DiffFile } from './rows.ts';

/** A folder or a changed file, as one row of the tree. */
export type TreeRow = { readonly depth: number; readonly name: string } & (
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly file: DiffFile }
);

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly entries: ({ name: string; folder: Folder } | { name: string; file: DiffFile })[];
}

const empty = (): Folder => ({ folders: new Map(), entries: [] });

/**
 * Files as the rows of a tree; folders that hold nothing but one folder are written as one:
 * `src/tides`.
 */
export function treeOf(files: readonly DiffFile[]): TreeRow[] {
  const root = empty();
  for (const file of files) {
    const names = file.path.split('/');
    const name = names.pop() ?? file.path;
    let at = root;
    for (const folder of names) at = opened(at, folder);
    at.entries.push({ name, file });
  }
  const rows: TreeRow[] = [];
  addRows(rows, root, { depth: 0, path: '' });
  return rows;
}

function opened(at: Folder, name: string): Folder {
  const known = at.folders.get(name);
  if (known !== undefined) return known;
  const folder = empty();
  at.folders.set(name, folder);
  at.entries.push({ name, folder });
  return folder;
}

function addRows(
  rows: TreeRow[],
  { entries }: Folder,
  { depth, path }: { depth: number; path: string },
): void {
  for (const entry of entries) {
    if ('file' in entry) {
      rows.push({ kind: 'file', depth, name: entry.name, file: entry.file });
      continue;
    }
    const { name, folder } = squeezed(entry.name, entry.folder);
    const below = path === '' ? name : `${path}/${name}`;
    rows.push({ kind: 'folder', depth, name, path: below });
    addRows(rows, folder, { depth: depth + 1, path: below });
  }
}

function squeezed(name: string, folder: Folder): { name: string; folder: Folder } {
  let [wholeName, inner] = [name, folder];
  for (;;) {
    const [only, second] = inner.entries;
    if (only === undefined || second !== undefined || !('folder' in only)) {
      return { name: wholeName, folder: inner };
    }
    [wholeName, inner] = [`${wholeName}/${only.name}`, only.folder];
  }
}
