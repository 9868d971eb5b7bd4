import type { Readable } from 'node:stream';
import { type CatFile, type GitObject, type ObjectInfo, startCatFile } from './cat-file.ts';
import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { GitError } from './process.ts';
import { gitStream } from './run.ts';

// Reading one object costs 0.1 ms from a running `cat-file` and 3 ms from a new one, so the ones
// of busy repositories stay for a while.
const idleMs = 10_000;
const mostKept = 16;

interface Kept {
  readonly reader: CatFile;
  timer: NodeJS.Timeout | undefined;
}

const kept = new Map<string, Kept>();

/** Type, size and id of an object; undefined when there is none of that name. */
export function objectInfo(repo: Repo, name: string): Promise<ObjectInfo | undefined> {
  return withReader(repo, (reader) => reader.info(name));
}

/**
 * An object with its content; without the content when that is larger than `maxBytes`. `name` is
 * what git calls an extended object name: an id, a ref, `<id>:<path>`.
 */
export function readObject(
  repo: Repo,
  name: string,
  options: { readonly maxBytes: number },
): Promise<GitObject | undefined> {
  return withReader(repo, async (reader) => {
    const info = await reader.info(name);
    if (!info) return undefined;
    if (info.size > options.maxBytes) return { ...info, content: undefined };
    return reader.contents(info.sha);
  });
}

/** The content of a blob of any size. */
export function streamBlob(repo: Repo, blob: string): Readable {
  return gitStream(repo, ['cat-file', 'blob', sha(blob)]);
}

/** The content of a blob, and whether it is more than text; resolves at the first byte. */
export async function openBlob(
  repo: Repo,
  blob: string,
): Promise<{ stream: Readable; binary: boolean }> {
  const stream = streamBlob(repo, blob);
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    for (const event of ['readable', 'end']) stream.once(event, () => resolve());
  });
  stream.removeAllListeners('readable');
  // A byte stream without encoding gives Buffers.
  const first = stream.read() as Buffer | null;
  if (first !== null) stream.unshift(first);
  return { stream, binary: first?.subarray(0, 8000).includes(0) ?? false };
}

/** Ends the kept readers of one repository, or of all. */
export function closeObjects(path?: string): void {
  for (const key of path === undefined ? [...kept.keys()] : [path]) {
    const entry = kept.get(key);
    if (!entry) continue;
    kept.delete(key);
    clearTimeout(entry.timer);
    entry.reader.close();
  }
}

async function withReader<T>(repo: Repo, ask: (reader: CatFile) => Promise<T>): Promise<T> {
  if (typeof repo !== 'string') {
    // What is in quarantine may never become part of the repository: nothing to keep.
    const reader = startCatFile(repo);
    try {
      return await ask(reader);
    } finally {
      reader.close();
    }
  }
  try {
    return await askKept(repo, ask);
  } catch (error) {
    // The kept reader may have died since its last use; a new one fails only for a reason.
    if (!(error instanceof GitError)) throw error;
    return askKept(repo, ask);
  }
}

async function askKept<T>(path: string, ask: (reader: CatFile) => Promise<T>): Promise<T> {
  const entry: Kept = kept.get(path) ?? { reader: startCatFile(path), timer: undefined };
  // Set again, so that the map stays in the order of last use.
  kept.delete(path);
  kept.set(path, entry);
  clearTimeout(entry.timer);
  closeOldest(path);
  try {
    return await ask(entry.reader);
  } finally {
    if (entry.reader.ended()) {
      if (kept.get(path) === entry) kept.delete(path);
    } else if (entry.reader.idle()) {
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => {
        if (kept.get(path) === entry) closeObjects(path);
      }, idleMs);
      entry.timer.unref();
    }
  }
}

function closeOldest(needed: string): void {
  for (const [path, entry] of kept) {
    if (kept.size <= mostKept) return;
    if (path !== needed && entry.reader.idle()) closeObjects(path);
  }
}
