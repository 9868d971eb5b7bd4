import { useCallback, useEffect, useRef, useState } from 'react';
import { asApiError } from '../api/error.ts';
import { toastError } from '../api/toast.ts';

/** Rows chosen for a bulk action; they stay chosen from page to page. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
  readonly drop: (rows: readonly Row[]) => void;
  readonly clear: () => void;
  /** Chooses the rows of all pages, unless the list asks something else or all are let go first. */
  readonly addAll: (pages: Pages<Row>) => void;
  /** `addAll` is under way. */
  readonly isAdding: boolean;
}

const nothing = <Row>(question: string) => ({
  question,
  rows: new Map() as ReadonlyMap<number | string, Row>,
});

type Pages<Row> = (signal: AbortSignal) => AsyncIterable<{ readonly rows: readonly Row[] }>;

/** The selection of one list; another `question` (place, filters, search) begins anew. */
export function useSelection<Row extends { id: number | string }>(
  question: string,
): Selection<Row> {
  const [chosen, setChosen] = useState(() => nothing<Row>(question));
  const adding = useRef<AbortController>(undefined);
  const [isAdding, setIsAdding] = useState(false);
  if (chosen.question !== question) setChosen(nothing(question));
  const stop = useCallback(() => {
    adding.current?.abort();
    adding.current = undefined;
    setIsAdding(false);
  }, []);
  useEffect(() => stop, [question, stop]);
  const change = (act: (rows: Map<number | string, Row>) => void) =>
    setChosen((before) => {
      // What answers another question comes too late.
      if (before.question !== question) return before;
      const rows = new Map(before.rows);
      act(rows);
      return { question, rows };
    });
  const add = (rows: readonly Row[]) =>
    change((map) => {
      for (const row of rows) map.set(row.id, row);
    });
  const addAll = async (pages: Pages<Row>) => {
    stop();
    const control = new AbortController();
    adding.current = control;
    setIsAdding(true);
    try {
      const rows: Row[] = [];
      for await (const page of pages(control.signal)) rows.push(...page.rows);
      if (!control.signal.aborted) add(rows);
    } catch (error) {
      if (!control.signal.aborted) toastError(asApiError(error));
    } finally {
      if (adding.current === control) stop();
    }
  };
  return {
    rows: [...chosen.rows.values()],
    has: (row) => chosen.rows.has(row.id),
    toggle: (row) =>
      change((map) => {
        if (!map.delete(row.id)) map.set(row.id, row);
      }),
    add,
    drop: (rows) =>
      change((map) => {
        for (const row of rows) map.delete(row.id);
      }),
    clear: () => {
      stop();
      setChosen(nothing(question));
    },
    addAll: (pages) => void addAll(pages),
    isAdding,
  };
}
