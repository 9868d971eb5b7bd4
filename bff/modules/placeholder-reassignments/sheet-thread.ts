import { parentPort, workerData } from 'node:worker_threads';
import { SheetProblem } from './encoding.ts';
import { checkSheet, rowsOf, type SheetRow } from './sheet.ts';

/** What a thread is to do: count and check the rows, or hand them over from one on. */
export type SheetTask = { path: string; check: true } | { path: string; skip: number };
export type FromSheet =
  | { rows: SheetRow[] }
  | { total: number }
  | { end: true }
  | { problem: string }
  | { defect: string };

/** Rows of one message. */
export const rowsAtOnce = 500;
/** Or fewer, where their cells are long. */
const charactersAtOnce = 1_000_000;

const port = parentPort;
if (port !== null) {
  const say = (message: FromSheet) => port.postMessage(message);
  // The next rows are handed over when these were taken: what waits does not grow.
  const taken = () => new Promise<void>((resolve) => port.once('message', () => resolve()));
  const hand = async (path: string, skip: number) => {
    let rows: SheetRow[] = [];
    let size = 0;
    let at = 0;
    for await (const row of rowsOf(path)) {
      if (at++ < skip) continue;
      rows.push(row);
      for (const cell of Object.values(row.cells)) size += cell.length;
      if (rows.length < rowsAtOnce && size < charactersAtOnce) continue;
      say({ rows });
      rows = [];
      size = 0;
      await taken();
    }
    if (rows.length > 0) {
      say({ rows });
      await taken();
    }
    say({ end: true });
  };
  const task = workerData as SheetTask;
  const work = 'check' in task ? checkSheet(task.path) : hand(task.path, task.skip);
  work.then(
    (total) => {
      if (typeof total === 'number') say({ total });
    },
    (error: unknown) => {
      if (error instanceof SheetProblem) say({ problem: error.message });
      else say({ defect: String((error as Error).stack) });
    },
  );
}
