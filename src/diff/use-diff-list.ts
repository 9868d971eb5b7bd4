import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DiffRow } from './rows.ts';

/** Heights before a row is measured, in pixels at the usual font size. */
const heights: Record<DiffRow['type'], number> = {
  file: 38,
  note: 36,
  hunk: 28,
  tail: 28,
  line: 20,
  pair: 20,
  thread: 120,
  form: 200,
  gap: 12,
};

/** The reader's font size in pixels. */
export const rootSize = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * Which rows are in the page: those in sight, the head of the file that is read, the one with the
 * focus, and all in which somebody writes.
 */
export function useDiffList(rows: readonly DiffRow[], isEmbedded: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    const box = list.current?.getBoundingClientRect();
    setMargin((box?.top ?? 0) + window.scrollY);
  }, []);
  const { heads, named } = useMemo(() => {
    const found = { heads: [] as number[], named: new Map<string, number>() };
    for (const [index, { type, id }] of rows.entries()) {
      if (type === 'file') found.heads.push(index);
      if (typeof id === 'string') found.named.set(id, index);
    }
    return found;
  }, [rows]);

  const [cursor, setCursor] = useState<DiffRow['id']>();
  const at = useRef<DiffRow['id']>(undefined);
  const stay = useCallback((id: DiffRow['id']) => {
    at.current = id;
    setCursor(id);
  }, []);
  const cursorAt = useMemo(() => rows.findIndex(({ id }) => id === cursor), [rows, cursor]);
  const wantsFocus = useRef<DiffRow['id']>(undefined);

  // The top bar is three times as high.
  const topBar = isEmbedded ? 0 : 3 * rootSize();
  const sticky = useRef(0);
  const rowAt = useRef<(offset: number) => number | undefined>(() => undefined);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    // Kept the same between renders: a new function would measure every row anew.
    estimateSize: useCallback((index: number) => heights[rows[index]?.type ?? 'line'], [rows]),
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 24,
    scrollMargin: margin,
    scrollPaddingStart: topBar,
    rangeExtractor: useCallback(
      (range: Range) => {
        // The first row below the top bar, not the one that it covers.
        const seen = list.current === null ? undefined : rowAt.current(window.scrollY + topBar);
        const first = seen ?? range.startIndex;
        sticky.current = heads.findLast((index) => index <= first) ?? 0;
        const written = [...(list.current?.querySelectorAll<HTMLElement>('form') ?? [])].flatMap(
          (form) => named.get(form.closest<HTMLElement>('[data-row]')?.dataset.row ?? '') ?? [],
        );
        const kept = cursorAt === -1 ? written : [...written, cursorAt];
        const all = new Set([sticky.current, ...kept, ...defaultRangeExtractor(range)]);
        return [...all].sort((one, other) => one - other);
      },
      [heads, named, cursorAt, topBar],
    ),
  });
  rowAt.current = (offset) => virtualizer.getVirtualItemForOffset(offset)?.index;

  // A row gets the focus once it is in the page.
  useEffect(() => {
    if (wantsFocus.current === undefined) return;
    const row = rowIn(list.current, wantsFocus.current);
    if (row === undefined) return;
    wantsFocus.current = undefined;
    row.focus({ preventScroll: true });
  });

  // What is folded or comes above must not carry away the row that somebody is at.
  useLayoutEffect(() => {
    const here = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (!here || list.current?.contains(here) !== true || cursorAt === -1) return;
    const { top } = here.getBoundingClientRect();
    if (top >= topBar && top < window.innerHeight) return;
    virtualizer.scrollToIndex(cursorAt, {
      align: rows[cursorAt]?.type === 'file' ? 'start' : 'center',
    });
    // Only when the rows change: scrolling away from it is one's own affair.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);

  const goTo = useCallback(
    (
      index: number,
      { focus = true, isNear = false }: { focus?: boolean; isNear?: boolean } = {},
    ) => {
      const row = rows[index];
      if (row === undefined) return;
      const far = row.type === 'file' ? 'start' : 'center';
      virtualizer.scrollToIndex(index, { align: isNear ? 'auto' : far });
      stay(row.id);
      if (focus) wantsFocus.current = row.id;
    },
    [rows, virtualizer, stay],
  );
  /** Where the keys go on from: the row that was gone to while it is in sight, else the first one. */
  const placeOf = useCallback((): number => {
    const index = rows.findIndex(({ id }) => id === at.current);
    // On its way into the page it counts as seen.
    if (index !== -1 && wantsFocus.current === at.current) return index;
    const box = rowIn(list.current, at.current)?.getBoundingClientRect();
    const isSeen = box !== undefined && box.bottom > topBar && box.top < window.innerHeight;
    if (index !== -1 && isSeen) return index;
    return rowAt.current(window.scrollY + topBar) ?? 0;
  }, [rows, topBar]);
  return { list, margin, virtualizer, sticky, goTo, placeOf, cursor, cursorAt, stay };
}

function rowIn(list: HTMLElement | null, id: DiffRow['id'] | undefined): HTMLElement | undefined {
  if (id === undefined) return undefined;
  const found = list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(id))}"]`);
  return found ?? undefined;
}
