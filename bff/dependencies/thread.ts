import { parentPort } from 'node:worker_threads';
import { type ReadAnswer, type ReadTask, readHere } from './task.ts';

/** From the thread: that it has started, or what came out of a file. */
export type FromThread = { ready: true } | { answer: ReadAnswer };

const port = parentPort;
if (port !== null) {
  port.on('message', (task: ReadTask) =>
    port.postMessage({ answer: readHere(task) } satisfies FromThread),
  );
  port.postMessage({ ready: true } satisfies FromThread);
}
