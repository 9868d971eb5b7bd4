import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread: its file beside the built server, or its source, where `tsx` reads TypeScript. */
export function startThread(built: string, source: string, options: WorkerOptions): Worker {
  if (!import.meta.filename.endsWith('.ts')) {
    return new Worker(join(import.meta.dirname, built), options);
  }
  const path = JSON.stringify(source);
  const code = `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${path})))`;
  return new Worker(code, { ...options, eval: true });
}
