import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Writes a file that appears whole or not at all, and that a power loss does not take away again:
 * under a temporary name, to the disk, then under its own.
 */
export async function writeFileDurably(
  path: string,
  content: Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const folder = dirname(path);
  const building = `${path}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(building, 'wx', 0o600);
    try {
      if (content instanceof Uint8Array) await file.writeFile(content);
      else for await (const chunk of content) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(building, path);
  } catch (error) {
    await rm(building, { force: true });
    throw error;
  }
  await syncAt(folder, 'r');
}

/** Moves a file to where it stays, with the same promise: its bytes to the disk, then its name. */
export async function keepFile(from: string, path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncAt(from, 'r+');
  await rename(from, path);
  await syncAt(folder, 'r');
}

async function syncAt(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The first bytes of a file. */
export async function headOfFile(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where the files of requests lie while they are worked at. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming');

/** A file's bytes; undefined where there is none. */
export async function readFileStream(path: string): Promise<Readable | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return createReadStream(path);
}

/** Paths of the files below a folder that have not changed since, in milliseconds since 1970. */
export async function listOldFiles(folder: string, before: number): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    unlessMissing<never[]>([]),
  );
  const old: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const status = await stat(path).catch(unlessMissing(undefined));
    if (status !== undefined && status.ctimeMs < before) old.push(path);
  }
  return old;
}

const unlessMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  };

/** Removes a file; one that is gone is no failure. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true });

/** Files asked about at once. */
const sweptAtOnce = 500;

/**
 * Removes files below a folder whose names `known` does not give back; their paths. Files that
 * changed later than `before` may still get their row.
 */
export async function sweepFiles(
  folder: string,
  before: number,
  known: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const old = await listOldFiles(folder, before);
  const removed: string[] = [];
  for (let at = 0; at < old.length; at += sweptAtOnce) {
    const paths = old.slice(at, at + sweptAtOnce);
    const kept = new Set(await known(paths.map((path) => basename(path))));
    for (const path of paths.filter((one) => !kept.has(basename(one)))) {
      await removeFile(path);
      removed.push(path);
    }
  }
  return removed;
}
