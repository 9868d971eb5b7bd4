import { TextInput } from '@mantine/core';
import IconCircle from '@tabler/icons-react/icons/IconCircle';
import IconCircleCheckFilled from '@tabler/icons-react/icons/IconCircleCheckFilled';
import IconFile from '@tabler/icons-react/icons/IconFile';
import IconFolder from '@tabler/icons-react/icons/IconFolder';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { memo, useMemo, useState } from 'react';
import { LineCounts } from '../ui/marks.tsx';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import type { ViewedState } from './review.ts';
import type { DiffFile } from './rows.ts';
import { type TreeNode, treeOf } from './tree.ts';

const { keys: keyWords } = diffWords;
const fileKeys = [
  [[']', '['], keyWords.file],
  [['n', 'p'], keyWords.change],
] as const;
const reviewKeys = [
  [['j', 'k'], keyWords.thread],
  [['v'], keyWords.viewed],
] as const;

/** The changed files as a tree with a filter and counts. */
export const FileTree = memo(function FileTree(props: {
  files: readonly DiffFile[];
  current: string | undefined;
  onOpen: (path: string) => void;
  /** Unresolved threads by path. */
  open: ReadonlyMap<string, number>;
  /** Absent where nobody reviews. */
  viewed: ReadonlyMap<string, ViewedState> | undefined;
}) {
  const { files, current, onOpen, open, viewed } = props;
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
        <Nodes nodes={tree} current={current} onOpen={onOpen} open={open} viewed={viewed} />
      </ul>
      <div className={classes.keys}>
        {(viewed === undefined ? fileKeys : [...fileKeys, ...reviewKeys]).map(([keys, word]) => (
          <span key={word}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {word}
          </span>
        ))}
      </div>
    </nav>
  );
});

interface Marks {
  current: string | undefined;
  onOpen: (path: string) => void;
  open: ReadonlyMap<string, number>;
  viewed: ReadonlyMap<string, ViewedState> | undefined;
}

function Nodes(props: { nodes: readonly TreeNode[] } & Marks) {
  const { nodes, ...marks } = props;
  return nodes.map((node) =>
    node.kind === 'folder' ? (
      <li key={node.path}>
        <span className={classes.folder}>
          <IconFolder aria-hidden size={14} />
          <span>{node.name}</span>
        </span>
        <ul>
          <Nodes nodes={node.nodes} {...marks} />
        </ul>
      </li>
    ) : (
      <li key={`${node.file.diff.deleted_file} ${node.file.path}`}>
        <Leaf name={node.name} file={node.file} {...marks} />
      </li>
    ),
  );
}

function Leaf(props: { name: string; file: DiffFile } & Marks) {
  const { name, file, current, onOpen, open, viewed } = props;
  const { path, parsed } = file;
  const state = viewed?.get(path);
  const threads = open.get(path) ?? 0;
  const Icon =
    viewed === undefined ? IconFile : state === 'viewed' ? IconCircleCheckFilled : IconCircle;
  return (
    <button
      type="button"
      className={classes.leaf}
      aria-current={current === path || undefined}
      data-viewed={state === 'viewed' || undefined}
      title={path}
      onClick={() => onOpen(path)}
    >
      {state === undefined ? (
        <Icon aria-hidden size={14} />
      ) : (
        <Icon
          role="img"
          aria-label={state === 'viewed' ? diffWords.viewed : diffWords.changedSince}
          size={14}
        />
      )}
      <span>{name}</span>
      {threads > 0 && (
        <span className={classes.open} title={diffWords.openThreadsOf(threads)}>
          <IconMessage role="img" aria-label={diffWords.openThreadsOf(threads)} size={14} />
          {threads}
        </span>
      )}
      <LineCounts added={parsed.added} removed={parsed.removed} />
    </button>
  );
}
