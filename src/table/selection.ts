import { useState } from 'react';

/** Rows chosen for a bulk action; they stay chosen from page to page. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
  readonly drop: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

/** The selection of one list; another `question` (filters, search) begins anew. */
export function useSelection<Row extends { id: number | string }>(
  question: string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number | string, Row>>(new Map());
  const [asked, setAsked] = useState(question);
  if (asked !== question) {
    setAsked(question);
    setChosen(new Map());
  }
  const change = (act: (map: Map<number | string, Row>) => void) =>
    setChosen((before) => {
      const next = new Map(before);
      act(next);
      return next;
    });
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(row.id),
    toggle: (row) =>
      change((map) => {
        if (!map.delete(row.id)) map.set(row.id, row);
      }),
    add: (rows) =>
      change((map) => {
        for (const row of rows) map.set(row.id, row);
      }),
    drop: (rows) =>
      change((map) => {
        for (const row of rows) map.delete(row.id);
      }),
    clear: () => setChosen(new Map()),
  };
}
