import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { diffWords } from '../words/diff.ts';
import { belowOf } from './below.ts';
import classes from './diff.module.css';
import { DiffRowView, type RowActions } from './diff-row.tsx';
import { FileTree } from './file-tree.tsx';
import { type Found, markIn } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { useHighlighting } from './highlight.ts';
import type { DiffReview } from './review.ts';
import { type DiffFile, type DiffLayout, rowsOf } from './rows.ts';
import { rowOfLine } from './steps.ts';
import { useCommenting } from './use-commenting.ts';
import { useDiffKeys } from './use-diff-keys.ts';
import { useDiffList } from './use-diff-list.ts';
import { useExpanded } from './use-expanded.ts';

/** Changed files: a tree beside one long list of which only what is seen is in the page. */
export function DiffView(props: {
  files: readonly DiffFile[];
  layout: DiffLayout;
  /** The file to begin with. */
  file?: string | undefined;
  onFile?: (path: string) => void;
  /** Asks for a file that was left out. */
  onShow?: (path: string) => void;
  /** Part of another page: no tree. */
  isEmbedded?: boolean;
  review?: DiffReview;
}) {
  const { layout, file, onFile, onShow, isEmbedded = false, review } = props;
  const { files, expand } = useExpanded(props.files, review?.wholeFile);
  const { isFolded, fold, unfold } = useFolding(review);
  const { forms, comment, close } = useCommenting(files, review);
  const below = useMemo(
    () => belowOf(files, review?.threads ?? [], { forms, reading: review?.reading ?? '' }),
    [files, review?.threads, forms, review?.reading],
  );
  const rows = useMemo(
    () => rowsOf(files, layout, isFolded, below),
    [files, layout, isFolded, below],
  );
  const diffList = useDiffList(rows, isEmbedded);
  const { list, margin, virtualizer, sticky, goTo, cursor, stay } = diffList;
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
      goTo(
        rows.findIndex((row) => row.type === 'file' && row.file.path === path),
        { focus: false },
      );
      onFile?.(path);
    },
    [rows, goTo, onFile],
  );
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || file === undefined || margin === 0) return;
    const index = rows.findIndex((row) => row.type === 'file' && row.file.path === file);
    // It may come later.
    if (index === -1) return;
    isStarted.current = true;
    if (index > 0) virtualizer.scrollToIndex(index, { align: 'start' });
  }, [file, margin, rows, virtualizer]);

  const sought = useRef<Found>(undefined);
  const [wanted, setWanted] = useState('');
  const seek = () => {
    if (sought.current === undefined) return;
    const { file: holder, line } = sought.current;
    const index = rowOfLine(rows, holder.path, line);
    // It is there once its file is unfolded.
    if (index === -1) return;
    sought.current = undefined;
    goTo(index, { focus: false });
  };
  useEffect(seek);
  const showFound = (found: Found) => {
    sought.current = found;
    unfold(found.file.path);
    seek();
  };
  useEffect(() => markIn(list.current, wanted));

  const current = rows[sticky.current]?.file.path ?? file;
  const { onKeyDown, chosen } = useDiffKeys({
    rows,
    diffList,
    review,
    comment,
    onFile,
    isEmbedded,
  });
  const chosenFrom = chosen === undefined ? -1 : rows.findIndex(({ id }) => id === chosen);
  const isChosen = (index: number) => {
    const at = diffList.cursorAt;
    if (chosenFrom === -1 || at === -1) return false;
    return index >= Math.min(chosenFrom, at) && index <= Math.max(chosenFrom, at);
  };
  const actions = useMemo<RowActions>(
    () => ({
      onFold: fold,
      onShow,
      onComment: comment && ((row, line, isRange) => comment({ file: row.file, line, isRange })),
      onCloseForm: (place) => {
        close(place);
        goTo(rowOfLine(rows, place.file.path, place.end));
      },
      expand,
    }),
    [fold, onShow, comment, close, expand, rows, goTo],
  );
  const openOf = useMemo(() => {
    const open = new Map<string, number>();
    for (const { path, isOpen } of review?.threads ?? []) {
      if (isOpen) open.set(path, (open.get(path) ?? 0) + 1);
    }
    return open;
  }, [review?.threads]);

  return (
    <div
      className={classes.frame}
      data-no-tree={isEmbedded || undefined}
      data-embedded={isEmbedded || undefined}
    >
      {!isEmbedded && (
        <FileTree
          files={files}
          current={current}
          onOpen={openFile}
          open={openOf}
          viewed={review?.viewed}
        />
      )}
      <div className={classes.list}>
        {!isEmbedded && <FindBar files={files} onText={setWanted} onFound={showFound} />}
        {/* Its keys work while the focus is inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={list}
          role="table"
          aria-label={diffWords.label}
          aria-rowcount={rows.length}
          // A place for the keyboard to move from, line by line.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={classes.rows}
          onKeyDown={onKeyDown}
          style={{ blockSize: virtualizer.getTotalSize() }}
        >
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isSticky = index === sticky.current && !isEmbedded;
            const { path } = row.file;
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-row={row.id}
                data-cursor={row.id === cursor || undefined}
                data-chosen={isChosen(index) || undefined}
                role={row.type === 'gap' ? 'presentation' : 'row'}
                aria-rowindex={row.type === 'gap' ? undefined : index + 1}
                tabIndex={row.type === 'gap' ? undefined : -1}
                className={isSticky ? classes.sticky : classes.row}
                style={isSticky ? undefined : { transform: `translateY(${start - margin}px)` }}
                onFocus={() => stay(row.id)}
              >
                <DiffRowView
                  row={row}
                  isFolded={isFolded(path)}
                  open={openOf.get(path) ?? 0}
                  actions={actions}
                  review={review}
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

/** Which files are folded: the viewed ones, unless somebody has said otherwise. */
function useFolding(review: DiffReview | undefined) {
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map());
  const viewed = review?.viewed;
  const isFolded = useCallback(
    (path: string) => said.get(path) ?? viewed?.get(path) === 'viewed',
    [said, viewed],
  );
  const set = useCallback(
    (path: string, to: (isFolded: boolean) => boolean) =>
      setSaid((before) => {
        const now = before.get(path) ?? viewed?.get(path) === 'viewed';
        return to(now) === now ? before : new Map(before).set(path, to(now));
      }),
    [viewed],
  );
  return {
    isFolded,
    fold: useCallback((path: string) => set(path, (now) => !now), [set]),
    unfold: useCallback((path: string) => set(path, () => false), [set]),
  };
}
