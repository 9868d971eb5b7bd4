import { TextInput } from '@mantine/core';
import IconCircle from '@tabler/icons-react/icons/IconCircle';
import IconCircleCheckFilled from '@tabler/icons-react/icons/IconCircleCheckFilled';
import IconFile from '@tabler/icons-react/icons/IconFile';
import IconFolder from '@tabler/icons-react/icons/IconFolder';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type KeyName, useKeys } from '../lib/keys.ts';
import { LineCounts } from '../ui/marks.tsx';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import type { ViewedState } from './review.ts';
import type { DiffFile } from './rows.ts';
import { type TreeRow, treeOf } from './tree.ts';
import { rootSize } from './use-diff-list.ts';

const { keys: keyWords } = diffWords;
const fileKeys = [
  [['nextFile', 'previousFile'], keyWords.file],
  [['nextChange', 'previousChange'], keyWords.change],
] as const;
const reviewKeys = [
  [['nextThread', 'previousThread'], keyWords.thread],
  [['viewed'], keyWords.viewed],
  [['comment'], keyWords.writeOne],
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
      <Rows rows={tree} current={current} onOpen={onOpen} open={open} viewed={viewed} />
      <KeyLegend rows={viewed === undefined ? fileKeys : [...fileKeys, ...reviewKeys]} />
    </nav>
  );
});

/** The keys as they are in this browser; those that are switched off are left out. */
function KeyLegend({ rows }: { rows: readonly (readonly [readonly KeyName[], string])[] }) {
  const { keyOf } = useKeys();
  const shown = rows
    .map(([names, word]) => [names.flatMap((name) => keyOf(name) ?? []), word] as const)
    .filter(([keys]) => keys.length > 0);
  return (
    <div className={classes.keys}>
      {shown.map(([keys, word]) => (
        <span key={word}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {word}
        </span>
      ))}
    </div>
  );
}

interface Marks {
  current: string | undefined;
  onOpen: (path: string) => void;
  open: ReadonlyMap<string, number>;
  viewed: ReadonlyMap<string, ViewedState> | undefined;
}

/** Of ten thousand files only the rows in sight are in the page; each says which of how many it is. */
function Rows({ rows, ...marks }: { rows: readonly TreeRow[] } & Marks) {
  const { current } = marks;
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowSize * rootSize(),
    getItemKey: useCallback((index: number) => keyOfRow(rows[index]), [rows]),
    overscan: 20,
  });
  // What is read is seen in the tree.
  const at = rows.findIndex((row) => row.kind === 'file' && row.file.path === current);
  useEffect(() => {
    if (at !== -1) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);
  return (
    <div ref={box} className={classes.tree}>
      <ul style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{
                transform: `translateY(${start}px)`,
                paddingInlineStart: `calc(${row.depth} * var(--qd-space-3))`,
              }}
            >
              {row.kind === 'folder' ? (
                <span className={classes.folder} title={row.path}>
                  <IconFolder aria-hidden size={14} />
                  <span>{row.name}</span>
                </span>
              ) : (
                <Leaf name={row.name} file={row.file} {...marks} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** `--qd-tree-row` over the reader's font size. */
const rowSize = 28 / 16;

/** A file that becomes a link is two files of one path. */
function keyOfRow(row: TreeRow | undefined): string {
  if (row === undefined) return '';
  if (row.kind === 'folder') return `folder ${row.path}`;
  return `${row.file.diff.deleted_file} ${row.file.path}`;
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
