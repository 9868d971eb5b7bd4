import { TextInput } from '@mantine/core';
import IconFile from '@tabler/icons-react/icons/IconFile';
import IconFolder from '@tabler/icons-react/icons/IconFolder';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { memo, useMemo, useState } from 'react';
import { LineCounts } from '../ui/marks.tsx';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import type { DiffFile } from './rows.ts';
import { type TreeNode, treeOf } from './tree.ts';

/** The changed files as a tree with a filter and counts. */
export const FileTree = memo(function FileTree(props: {
  files: readonly DiffFile[];
  current: string | undefined;
  onOpen: (path: string) => void;
}) {
  const { files, current, onOpen } = props;
  const [wanted, setWanted] = useState('');
  const tree = useMemo(() => {
    const text = wanted.trim().toLowerCase();
    return treeOf(files.filter(({ path }) => path.toLowerCase().includes(text)));
  }, [files, wanted]);
  const added = files.reduce((sum, { parsed }) => sum + parsed.added, 0);
  const removed = files.reduce((sum, { parsed }) => sum + parsed.removed, 0);
  return (
    <nav className={classes.aside} aria-label={diffWords.tree}>
      <TextInput
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        placeholder={diffWords.filter(files.length)}
        aria-label={diffWords.filter(files.length)}
        leftSection={<IconSearch aria-hidden size={16} />}
      />
      <div className={classes.summary}>
        <span>{diffWords.files(files.length)}</span>
        <LineCounts added={added} removed={removed} />
      </div>
      {tree.length === 0 && <p className={classes.more}>{diffWords.noFile}</p>}
      <ul className={classes.tree}>
        <Nodes nodes={tree} current={current} onOpen={onOpen} />
      </ul>
      <div className={classes.keys}>
        <span>
          <kbd>]</kbd>
          {diffWords.keys.nextFile}
        </span>
        <span>
          <kbd>[</kbd>
          {diffWords.keys.previousFile}
        </span>
      </div>
    </nav>
  );
});

function Nodes(props: {
  nodes: readonly TreeNode[];
  current: string | undefined;
  onOpen: (path: string) => void;
}) {
  const { nodes, ...rest } = props;
  return nodes.map((node) =>
    node.kind === 'folder' ? (
      <li key={node.path}>
        <span className={classes.folder}>
          <IconFolder aria-hidden size={14} />
          <span>{node.name}</span>
        </span>
        <ul>
          <Nodes nodes={node.nodes} {...rest} />
        </ul>
      </li>
    ) : (
      <li key={node.file.path}>
        <button
          type="button"
          className={classes.leaf}
          aria-current={rest.current === node.file.path || undefined}
          title={node.file.path}
          onClick={() => rest.onOpen(node.file.path)}
        >
          <IconFile aria-hidden size={14} />
          <span>{node.name}</span>
          <LineCounts added={node.file.parsed.added} removed={node.file.parsed.removed} />
        </button>
      </li>
    ),
  );
}
