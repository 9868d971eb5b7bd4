import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startThread } from '../../thread.ts';
import { createTurns } from '../../turns.ts';
import { SheetProblem } from './encoding.ts';
import type { SheetRow } from './sheet.ts';
import type { FromSheet, SheetTask } from './sheet-thread.ts';

/** What is read in the server's own thread; above it 50 ms may not be enough. */
const smallBytes = 64 * 1024;
// Whoever waits for an answer does not stand behind files that are being worked through.
const turns = {
  check: createTurns({ most: 2, waiting: 50, patience: 30_000 }),
  rows: createTurns({ most: 3, waiting: 50, patience: 600_000 }),
};
const smallBatch = 500;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const isSmall = async (path: string) => (await stat(path)).size <= smallBytes;

/** How many rows a file has; throws a `SheetProblem` for one that must not be worked through. */
export async function countSheet(path: string): Promise<number> {
  if (await isSmall(path)) return (await import('./sheet.ts')).checkSheet(path);
  let total = 0;
  for await (const message of messagesOf({ path, check: true })) {
    if ('total' in message) total = message.total;
  }
  return total;
}

/** The rows of a file, from one on, some at a time. */
export async function* readSheet(path: string, skip: number): AsyncGenerator<SheetRow[]> {
  if (await isSmall(path)) {
    const { rowsOf } = await import('./sheet.ts');
    const rows: SheetRow[] = [];
    for await (const row of rowsOf(path)) rows.push(row);
    for (let at = skip; at < rows.length; at += smallBatch) yield rows.slice(at, at + smallBatch);
    return;
  }
  for await (const message of messagesOf({ path, skip })) {
    if ('rows' in message) yield message.rows;
  }
}

/** What a thread says, one after the other; it ends with the work or with whoever listens. */
async function* messagesOf(task: SheetTask): AsyncGenerator<FromSheet> {
  const done = await turns['check' in task ? 'check' : 'rows'].take();
  const source = join(import.meta.dirname, 'sheet-thread.ts');
  const worker = startThread('sheet-thread.js', source, { resourceLimits, workerData: task });
  // It may fail while nobody waits for its next word, or after the last.
  worker.on('error', () => undefined);
  try {
    for await (const [said] of on(worker, 'message', { close: ['exit'] })) {
      // Safe: the thread sends nothing else.
      const message = said as FromSheet;
      if ('problem' in message) throw new SheetProblem(message.problem);
      if ('defect' in message) throw new Error(message.defect);
      // The next rows are read while these are worked through.
      if ('rows' in message) worker.postMessage('taken');
      yield message;
      if (!('rows' in message)) return;
    }
    throw new Error('the thread that reads a file has ended');
  } finally {
    void worker.terminate();
    done();
  }
}
