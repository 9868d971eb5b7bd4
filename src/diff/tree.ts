import type { DiffFile } from './rows.ts';

/** A folder with what changed in it, or a changed file. */
export type TreeNode =
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly path: string;
      readonly nodes: TreeNode[];
    }
  | { readonly kind: 'file'; readonly name: string; readonly file: DiffFile };

/** Files as a tree; folders that hold nothing but one folder are written as one: `src/tides`. */
export function treeOf(files: readonly DiffFile[]): TreeNode[] {
  const root: TreeNode[] = [];
  for (const file of files) {
    const names = file.path.split('/');
    const name = names.pop() ?? file.path;
    let level = root;
    let path = '';
    for (const folder of names) {
      path = path === '' ? folder : `${path}/${folder}`;
      level = openFolder(level, folder, path);
    }
    level.push({ kind: 'file', name, file });
  }
  return root.map(squeeze);
}

function openFolder(level: TreeNode[], name: string, path: string): TreeNode[] {
  const known = level.find((node) => node.kind === 'folder' && node.name === name);
  if (known?.kind === 'folder') return known.nodes;
  const nodes: TreeNode[] = [];
  level.push({ kind: 'folder', name, path, nodes });
  return nodes;
}

function squeeze(node: TreeNode): TreeNode {
  if (node.kind === 'file') return node;
  const nodes = node.nodes.map(squeeze);
  const [only] = nodes;
  if (nodes.length === 1 && only?.kind === 'folder') {
    return { ...only, name: `${node.name}/${only.name}` };
  }
  return { ...node, nodes };
}
