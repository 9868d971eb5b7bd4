import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import { DiffRowView } from './diff-row.tsx';
import { FileTree } from './file-tree.tsx';
import { useHighlighting } from './highlight.ts';
import { type DiffFile, type DiffLayout, type DiffRow, rowsOf } from './rows.ts';

/** Heights before a row is measured, in pixels at the usual font size. */
const heights: Record<DiffRow['type'], number> = {
  file: 38,
  note: 36,
  hunk: 28,
  line: 20,
  pair: 20,
  gap: 12,
};

/** Changed files: a tree beside one long list of which only what is seen is in the page. */
export function DiffView(props: {
  files: readonly DiffFile[];
  layout: DiffLayout;
  /** The file to begin with. */
  file?: string | undefined;
  onFile?: (path: string) => void;
  /** Asks for a file that its page had no room for. */
  onShow?: (path: string) => void;
  /** Part of another page: no tree. */
  isEmbedded?: boolean;
}) {
  const { files, layout, file, onFile, onShow, isEmbedded } = props;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => rowsOf(files, layout, (path) => folded.has(path)),
    [files, layout, folded],
  );
  const heads = useMemo(
    () => rows.flatMap(({ type }, index) => (type === 'file' ? [index] : [])),
    [rows],
  );
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    const box = list.current?.getBoundingClientRect();
    setMargin((box?.top ?? 0) + window.scrollY);
  }, []);

  const topBar = isEmbedded ? 0 : 3 * rootSize();
  const sticky = useRef(0);
  const rowAt = useRef<(offset: number) => number | undefined>(() => undefined);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    // Kept the same between renders: a new function would measure every row anew.
    estimateSize: useCallback((index: number) => heights[rows[index]?.type ?? 'line'], [rows]),
    getItemKey: useCallback((index: number) => keyOf(rows[index], index), [rows]),
    overscan: 24,
    scrollMargin: margin,
    scrollPaddingStart: topBar,
    // The head of the file that is being read stays in the page, and in sight.
    rangeExtractor: useCallback(
      (range: Range) => {
        // The first row below the top bar, not the one that it covers.
        const seen = list.current === null ? undefined : rowAt.current(window.scrollY + topBar);
        const first = seen ?? range.startIndex;
        sticky.current = heads.findLast((index) => index <= first) ?? 0;
        return [...new Set([sticky.current, ...defaultRangeExtractor(range)])];
      },
      [heads, topBar],
    ),
  });

  rowAt.current = (offset) => virtualizer.getVirtualItemForOffset(offset)?.index;

  const items = virtualizer.getVirtualItems();
  const { tokensOf, want, answers } = useHighlighting();
  useEffect(() => {
    for (const { index } of items) {
      const row = rows[index];
      if (row !== undefined) want(row.file);
    }
  });

  const openFile = useCallback(
    (path: string) => {
      const index = rows.findIndex((row) => row.type === 'file' && row.file.path === path);
      if (index !== -1) virtualizer.scrollToIndex(index, { align: 'start' });
      onFile?.(path);
    },
    [rows, virtualizer, onFile],
  );
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || file === undefined || margin === 0) return;
    const index = rows.findIndex((row) => row.type === 'file' && row.file.path === file);
    // It may come with a later page.
    if (index === -1) return;
    isStarted.current = true;
    if (index > 0) virtualizer.scrollToIndex(index, { align: 'start' });
  }, [file, margin, rows, virtualizer]);

  const fold = useCallback((path: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  }, []);

  const current = rows[sticky.current]?.file.path ?? file;
  const step = (event: KeyboardEvent) => {
    const by = { ']': 1, '[': -1 }[event.key];
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    const place = heads.findIndex((index) => rows[index]?.file.path === current);
    const next = rows[heads[place + by] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    openFile(next.file.path);
  };

  return (
    <div
      className={classes.frame}
      data-no-tree={isEmbedded || undefined}
      data-embedded={isEmbedded || undefined}
    >
      {!isEmbedded && <FileTree files={files} current={current} onOpen={openFile} />}
      <div className={classes.list}>
        {/* Its keys work while the focus is inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={list}
          role="table"
          aria-label={diffWords.label}
          aria-rowcount={rows.length}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={classes.rows}
          style={{ blockSize: virtualizer.getTotalSize() }}
          onKeyDown={step}
        >
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isSticky = index === sticky.current && !isEmbedded;
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role={row.type === 'gap' ? 'presentation' : 'row'}
                aria-rowindex={row.type === 'gap' ? undefined : index + 1}
                className={isSticky ? classes.sticky : classes.row}
                style={isSticky ? undefined : { transform: `translateY(${start - margin}px)` }}
              >
                <DiffRowView
                  row={row}
                  isFolded={folded.has(row.file.path)}
                  onFold={fold}
                  onShow={onShow}
                  tokensOf={tokensOf}
                  answers={answers}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The top bar is three times the reader's font size. */
const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function keyOf(row: DiffRow | undefined, index: number): string {
  if (row === undefined) return String(index);
  return row.type === 'file' ? `file ${row.file.path}` : `${row.type} ${index}`;
}
