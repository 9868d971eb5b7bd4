import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { queryClient } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/error.ts';

/** An action on chosen rows. Rows that it does not fit are left alone, and said so. */
export interface BulkAction<Row> {
  readonly name: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly fits?: (row: Row) => boolean;
  /** Where the action needs a value: a role, a label. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Asked before; an action without it can be undone. */
  readonly confirm?: (rows: readonly Row[]) => { title: string; help: string };
  readonly run: (row: Row, choice: string) => Promise<unknown>;
  /** The inverse call for one row, as it was before. */
  readonly undo?: (row: Row, choice: string) => Promise<unknown>;
  /** What is said when it is done: `3 blocked`. */
  readonly done: (count: number) => string;
  /** Endpoints whose answers are old then. */
  readonly invalidates: readonly Endpoint[];
}

export interface BulkItem {
  readonly key: string;
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly error?: ApiError;
}

/** A bulk action under way or done: a result per row. */
export interface BulkRun {
  readonly title: string;
  readonly items: readonly BulkItem[];
  readonly done: (count: number) => string;
  readonly startedAt: number;
  readonly isOver: boolean;
  readonly isUndone: boolean;
  /** Undoes what was done. */
  readonly undo: (() => void) | undefined;
  /** Tries again what failed. */
  readonly again: () => void;
}

/** As many as the server is glad to have at once. */
const atOnce = 4;

// Runs outlive the screen that began them; coming back shows where they are.
let runs: ReadonlyMap<string, BulkRun> = new Map();
const listeners = new Set<() => void>();

function put(list: string, run: BulkRun | undefined): void {
  const next = new Map(runs);
  if (run === undefined) next.delete(list);
  else next.set(list, run);
  runs = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const runOf = (list: string): BulkRun | undefined => runs.get(list);

/** Closes the result of a list's last run. */
export const closeRun = (list: string): void => put(list, undefined);

interface Job<Row> {
  readonly list: string;
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  readonly choice: string;
  readonly nameOf: (row: Row) => string;
}

/** Runs an action over rows, four at a time. */
export function runBulk<Row extends { id: number | string }>(job: Job<Row>): void {
  void work(job, false);
}

async function work<Row extends { id: number | string }>(
  job: Job<Row>,
  isUndo: boolean,
): Promise<void> {
  const { list, action, rows, choice, nameOf } = job;
  const items: BulkItem[] = rows.map((row) => ({
    key: String(row.id),
    name: nameOf(row),
    state: 'waiting',
  }));
  const inState = (state: BulkItem['state']) => rows.filter((_, at) => items[at]?.state === state);
  const startedAt = performance.now();
  const show = (isOver: boolean) => {
    const mayUndo = isOver && !isUndo && action.undo !== undefined && inState('done').length > 0;
    put(list, {
      title: action.label,
      items: [...items],
      done: action.done,
      startedAt,
      isOver,
      isUndone: isUndo,
      undo: mayUndo ? () => void work({ ...job, rows: inState('done') }, true) : undefined,
      again: () => void work({ ...job, rows: inState('failed') }, isUndo),
    });
  };
  const set = (at: number, change: Partial<BulkItem>) => {
    const before = items[at];
    if (before !== undefined) items[at] = { ...before, ...change };
    show(false);
  };
  const act = isUndo ? action.undo : action.run;
  let next = 0;
  const worker = async () => {
    while (next < rows.length) {
      const at = next++;
      const row = rows[at];
      if (row === undefined || act === undefined) return;
      set(at, { state: 'running' });
      try {
        await act(row, choice);
        set(at, { state: 'done' });
      } catch (error) {
        set(at, { state: 'failed', error: asApiError(error) });
      }
    }
  };
  show(false);
  await Promise.all(Array.from({ length: atOnce }, worker));
  await Promise.all(
    action.invalidates.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
  );
  show(true);
}
