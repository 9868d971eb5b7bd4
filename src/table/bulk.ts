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
  /** The choices are too many to list: they are those which are found for a text. */
  readonly onSearch?: (text: string) => void;
  /** What will happen to a row; said of every chosen one before, also of those left alone. */
  readonly preview?: (row: Row) => string;
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
  /** Rows that were done when it started: it may be another try. */
  readonly before: number;
  readonly isOver: boolean;
  readonly isUndone: boolean;
  /** Undoes what was done. */
  readonly undo: (() => void) | undefined;
  /** Tries again what failed. */
  readonly again: () => void;
}

/** As many as the server is glad to have at once. */
const atOnce = 4;

// Runs outlive the screen that began them; coming back to the place shows where they are.
let runs: ReadonlyMap<string, BulkRun> = new Map();
const listeners = new Set<() => void>();

function put(place: string, run: BulkRun | undefined): void {
  const next = new Map(runs);
  if (run === undefined) next.delete(place);
  else next.set(place, run);
  runs = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last run of a list at one place. */
export const runOf = (place: string): BulkRun | undefined => runs.get(place);

/** Closes the result of the last run. */
export const closeRun = (place: string): void => put(place, undefined);

interface Job<Row> {
  /** The list and what it is of. */
  readonly place: string;
  readonly action: BulkAction<Row>;
  readonly choice: string;
}

interface Part<Row> {
  readonly row: Row;
  item: BulkItem;
}

/** Runs an action over rows, four at a time. A place has one run at a time. */
export function runBulk<Row extends { id: number | string }>(
  given: Job<Row> & { readonly rows: readonly Row[]; readonly nameOf: (row: Row) => string },
): void {
  const { rows, nameOf, ...job } = given;
  const parts = rows.map((row): Part<Row> => {
    return { row, item: { key: String(row.id), name: nameOf(row), state: 'waiting' } };
  });
  void work(job, parts, false);
}

/** Does what is not done yet; the result is of all parts, those of earlier tries included. */
async function work<Row>(
  job: Job<Row>,
  parts: readonly Part<Row>[],
  isUndo: boolean,
): Promise<void> {
  const { place, action, choice } = job;
  const act = isUndo ? action.undo : action.run;
  if (act === undefined || runOf(place)?.isOver === false) return;
  const done = () => parts.filter(({ item }) => item.state === 'done');
  const rest = parts.filter(({ item }) => item.state !== 'done');
  const startedAt = performance.now();
  const before = done().length;
  const undo = () => {
    const back = done().map(({ row, item }): Part<Row> => {
      return { row, item: { ...item, state: 'waiting' } };
    });
    void work(job, back, true);
  };
  const show = (isOver: boolean) => {
    const mayUndo = isOver && !isUndo && action.undo !== undefined && done().length > 0;
    put(place, {
      title: action.label,
      items: parts.map(({ item }) => item),
      done: action.done,
      startedAt,
      before,
      isOver,
      isUndone: isUndo,
      undo: mayUndo ? undo : undefined,
      again: () => void work(job, parts, isUndo),
    });
  };
  const set = (part: Part<Row>, state: BulkItem['state'], error?: ApiError) => {
    const { key, name } = part.item;
    part.item = { key, name, state, ...(error && { error }) };
  };
  for (const part of rest) set(part, 'waiting');
  const queue = rest.values();
  const worker = async () => {
    // One queue for all: each takes the next row that none has taken.
    for (const part of queue) {
      set(part, 'running');
      show(false);
      try {
        await act(part.row, choice);
        set(part, 'done');
      } catch (error) {
        set(part, 'failed', asApiError(error));
      }
      show(false);
    }
  };
  show(false);
  await Promise.all(Array.from({ length: atOnce }, worker));
  await Promise.all(
    action.invalidates.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
  );
  show(true);
}
