import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';
import type { ReadAnswer, ReadTask } from './task.ts';
import type { FromThread } from './thread.ts';

/** What is read in the server's own thread; above it 50 ms may not be enough. */
const smallCharacters = 4096;
const patienceMilliseconds = 20_000;
const startMilliseconds = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

/** A thread that reads files one after the other; `close` ends it. */
export interface FileReader {
  read(task: ReadTask): Promise<ReadAnswer>;
  close(): void;
}

/**
 * Opens a thread of its own for the files of one commit; small ones need none. A file on which it spends too long or too
 * much memory is answered with that as its problem, and the next one gets a new thread.
 */
export function openFileReader(): FileReader {
  let worker: Promise<Worker> | undefined;
  return {
    async read(task) {
      if (lengthOf(task) <= smallCharacters) return (await import('./task.ts')).readHere(task);
      worker ??= startReader();
      const thread = await worker;
      const answer = await ask(thread, task);
      if (answer !== undefined) return answer.answer;
      worker = undefined;
      void thread.terminate();
      return { problems: ['It takes too long or too much memory to read'] };
    },
    close() {
      worker?.then((thread) => thread.terminate()).catch(() => undefined);
    },
  };
}

const lengthOf = (task: ReadTask) =>
  'report' in task
    ? task.report.length
    : Object.values(task.beside).reduce((sum, text) => sum + text.length, task.text.length);

function startReader(): Promise<Worker> {
  const source = join(import.meta.dirname, 'thread.ts');
  const worker = startThread('dependencies-thread.js', source, { resourceLimits });
  // Nobody listens between two files, and an error that nobody hears ends the process.
  worker.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      void worker.terminate();
      reject(new Error('the thread that reads lock files does not start'));
    }, startMilliseconds);
    const fail = (error: unknown) => {
      clearTimeout(late);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    worker.once('error', fail);
    worker.once('message', () => {
      clearTimeout(late);
      worker.off('error', fail);
      resolve(worker);
    });
  });
}

/** Undefined where the thread did not come to an end: it is not to be used again. */
function ask(worker: Worker, task: ReadTask): Promise<{ answer: ReadAnswer } | undefined> {
  return new Promise((resolve) => {
    const end = (answer: { answer: ReadAnswer } | undefined) => {
      clearTimeout(impatience);
      worker.off('error', lost);
      worker.off('exit', lost);
      worker.off('message', heard);
      resolve(answer);
    };
    const lost = () => end(undefined);
    const heard = (message: FromThread) => {
      if ('answer' in message) end(message);
    };
    const impatience = setTimeout(lost, patienceMilliseconds);
    worker.on('error', lost);
    worker.on('exit', lost);
    worker.on('message', heard);
    worker.postMessage(task);
  });
}
