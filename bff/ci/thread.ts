import { parentPort } from 'node:worker_threads';
import { type PlanAnswer, planHere, type PlanSources, type PlanTask } from './task.ts';

/** From the server to the thread: a task, or the answer to what the thread asked. */
export type ToThread = { task: PlanTask } | { call: number; value: unknown };
/** From the thread: that it has started, what it needs, what came out, or a defect of this program. */
export type FromThread =
  | { ready: true }
  | { call: number; ask: keyof PlanSources; path: string }
  | { answer: PlanAnswer }
  | { defect: string };

const port = parentPort;
if (port !== null) {
  const waiting = new Map<number, (value: unknown) => void>();
  let calls = 0;
  const ask = (what: keyof PlanSources, path = '') =>
    new Promise<unknown>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      port.postMessage({ call: calls, ask: what, path } satisfies FromThread);
    });
  // The server answers each question with what its own function of that name returned.
  const sources: PlanSources = {
    read: (path) => ask('read', path) as Promise<string | undefined>,
    list: () => ask('list') as Promise<readonly string[]>,
    changed: () => ask('changed') as Promise<readonly string[] | undefined>,
  };
  port.on('message', (message: ToThread) => {
    if ('call' in message) {
      waiting.get(message.call)?.(message.value);
      waiting.delete(message.call);
      return;
    }
    planHere(message.task, sources).then(
      (answer) => port.postMessage({ answer } satisfies FromThread),
      (error: unknown) =>
        port.postMessage({ defect: String((error as Error).stack) } satisfies FromThread),
    );
  });
  port.postMessage({ ready: true } satisfies FromThread);
}
