import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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
const resourceLimits = { maxOldGenerationSizeMb: 512 };

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

/** The thread's file: beside the built server, or its source, where `tsx` reads TypeScript. */
function startThread(workerData: SheetTask): Worker {
  const built = !import.meta.filename.endsWith('.ts');
  const source = JSON.stringify(join(import.meta.dirname, 'sheet-thread.ts'));
  return built
    ? new Worker(join(import.meta.dirname, 'sheet-thread.js'), { resourceLimits, workerData })
    : new Worker(`import('tsx/esm/api').then((tsx) => (tsx.register(), import(${source})))`, {
        resourceLimits,
        workerData,
        eval: true,
      });
}

/** What a thread says, one after the other; it ends with the work or with whoever listens. */
async function* messagesOf(task: SheetTask): AsyncGenerator<FromSheet> {
  const done = await turns['check' in task ? 'check' : 'rows'].take();
  const worker = startThread(task);
  // It may end while nobody waits for its next word.
  const lost: Error[] = [];
  worker.on('error', (error: unknown) => {
    lost.push(error instanceof Error ? error : new Error(String(error)));
  });
  worker.on('exit', () => {
    lost.push(new Error('the thread that reads a file has ended'));
  });
  try {
    for (;;) {
      if (lost[0] !== undefined) throw lost[0];
      const message = await nextMessage(worker);
      if ('problem' in message) throw new SheetProblem(message.problem);
      if ('defect' in message) throw new Error(message.defect);
      yield message;
      if (!('rows' in message)) return;
      worker.postMessage('taken');
    }
  } finally {
    void worker.terminate();
    done();
  }
}

const nextMessage = (worker: Worker): Promise<FromSheet> =>
  new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (message: FromSheet) => {
      end();
      resolve(message);
    };
    const onError = (error: unknown) => {
      end();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onExit = () => {
      end();
      reject(new Error('the thread that reads a file has ended'));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
