import { opendir, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';

/** Everything older than this was left by a process that died, in milliseconds since 1970. */
interface Swept {
  before: number;
}

const unfinished = /\.git\.[0-9a-f]{12}\.(new|gone)$/;

/** Removes repositories that were not finished, or not removed to the end; returns their paths. */
export async function sweepRepositories(root: string, { before }: Swept): Promise<string[]> {
  const removed: string[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    for await (const name of namesIn(folder)) {
      const path = join(folder, name);
      // Repositories lie two folders below, see `hashedPath`.
      if (depth < 2) await look(path, depth + 1);
      else if (unfinished.test(name) && (await removeOld(path, before))) removed.push(path);
    }
  };
  await look(join(root, '@hashed'), 0);
  return removed;
}

/**
 * Removes sockets of hooks on which nobody listens, and objects that were needed for one
 * operation. The folder may be that of all programs of the machine.
 */
export async function sweepTemporary(folder: string, { before }: Swept): Promise<string[]> {
  const removed: string[] = [];
  for await (const name of namesIn(folder)) {
    const path = join(folder, name);
    const limit = await limitOf(path, name, before);
    if (limit !== undefined && (await removeOld(path, limit))) removed.push(path);
  }
  return removed;
}

/** Before when a folder must have changed last to be a leftover; undefined for what is none. */
async function limitOf(path: string, name: string, before: number): Promise<number | undefined> {
  if (/^qd-objects-\w{6}$/.test(name)) return before;
  if (!/^qd-hooks-\w{6}$/.test(name)) return undefined;
  const answer = await call(join(path, 'hook.sock'));
  // A socket that refuses has lost its server; one that is missing may be about to come.
  if (answer === 'ECONNREFUSED') return Number.POSITIVE_INFINITY;
  return answer === 'ENOENT' ? before : undefined;
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) if (entry.isDirectory()) yield entry.name;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Its status changed last when it was renamed or filled; true once it is gone. */
async function removeOld(path: string, before: number): Promise<boolean> {
  try {
    if ((await stat(path)).ctimeMs >= before) return false;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch (error) {
    // Gone meanwhile, or another account's.
    if (isGone(error)) return false;
    throw error;
  }
}

function call(socketPath: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve('heard');
    });
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'));
  });
}

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM';
}
