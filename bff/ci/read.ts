import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';
import type { PlanAnswer, PlanSources, PlanTask } from './task.ts';
import type { FromThread, ToThread } from './thread.ts';

/** What is parsed in the server's own thread; above it 50 ms may not be enough. */
const smallBytes = 4096;
const mostThreads = 2;
const idleMilliseconds = 30_000;
const patienceMilliseconds = 5000;

class NotSmall extends Error {}

/**
 * Reads a CI file and plans its pipeline. A file that is not small, with all that it includes, is
 * read by a thread, which is ended when it takes too long or too much memory.
 */
export async function planCiFile(task: PlanTask, sources: PlanSources): Promise<PlanAnswer> {
  let read = task.text.length + lengthOf(task.given);
  if (read > smallBytes) return planInThread(task, sources);
  // What reads YAML and patterns is large, and no start of the server waits for it.
  const { planHere } = await import('./task.ts');
  try {
    return await planHere(task, {
      ...sources,
      async read(path) {
        const text = await sources.read(path);
        read += text?.length ?? 0;
        if (read > smallBytes) throw new NotSmall();
        return text;
      },
    });
  } catch (error) {
    if (error instanceof NotSmall) return planInThread(task, sources);
    throw error;
  }
}

const lengthOf = (pairs: PlanTask['given']) =>
  pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

function startReader(): Worker {
  const source = join(import.meta.dirname, 'thread.ts');
  const worker = startThread('ci-thread.js', source, { resourceLimits });
  worker.unref();
  return worker;
}

const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

const idle: { worker: Worker; timer: NodeJS.Timeout; forget: () => void }[] = [];
const queue: (() => void)[] = [];
let busy = 0;

async function planInThread(task: PlanTask, sources: PlanSources): Promise<PlanAnswer> {
  if (busy >= mostThreads) await new Promise<void>((resolve) => queue.push(resolve));
  busy += 1;
  try {
    return await askThread(task, sources);
  } finally {
    busy -= 1;
    queue.shift()?.();
  }
}

const fault = (message: string): PlanAnswer => ({
  outcome: 'fault',
  kind: 'yaml',
  messages: [message],
});

function askThread(task: PlanTask, sources: PlanSources): Promise<PlanAnswer> {
  const kept = idle.pop();
  if (kept !== undefined) {
    clearTimeout(kept.timer);
    kept.worker.off('error', kept.forget);
  }
  const worker = kept?.worker ?? startReader();
  // While it works, the process waits for it.
  worker.ref();
  return new Promise<PlanAnswer>((resolve, reject) => {
    const end = (keep: boolean) => {
      clearTimeout(impatience);
      // One by one: Node's own listeners of a worker must stay.
      worker.off('error', onError);
      worker.off('message', onMessage);
      if (keep) keepThread(worker);
      else void worker.terminate();
    };
    const fail = (error: unknown) => {
      end(false);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    let impatience: NodeJS.Timeout | undefined;
    // Counts from when the thread can work: its start is not the file's fault.
    const begin = () => {
      impatience = setTimeout(() => {
        end(false);
        resolve(fault('The CI file takes too long to read'));
      }, patienceMilliseconds);
    };
    const onError = (error: Error & { code?: string }) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return fail(error);
      end(false);
      resolve(fault('The parsed YAML is too big'));
    };
    const onMessage = (message: FromThread) => {
      if ('ready' in message) begin();
      else if ('ask' in message) answer(worker, sources, message).catch(fail);
      else {
        end(true);
        if ('answer' in message) resolve(message.answer);
        else reject(new Error(message.defect));
      }
    };
    if (kept !== undefined) begin();
    worker.on('error', onError);
    worker.on('message', onMessage);
    worker.postMessage({ task } satisfies ToThread);
  });
}

async function answer(
  worker: Worker,
  sources: PlanSources,
  message: Extract<FromThread, { ask: unknown }>,
): Promise<void> {
  const { call, ask, path } = message;
  const value = ask === 'read' ? await sources.read(path) : await sources[ask]();
  worker.postMessage({ call, value } satisfies ToThread);
}

function keepThread(worker: Worker): void {
  worker.unref();
  const forget = () => {
    const at = idle.findIndex((entry) => entry.worker === worker);
    if (at !== -1) idle.splice(at, 1);
    void worker.terminate();
  };
  const timer = setTimeout(forget, idleMilliseconds);
  timer.unref();
  // A thread that dies while it waits is not used again.
  worker.once('error', forget);
  idle.push({ worker, timer, forget });
}
