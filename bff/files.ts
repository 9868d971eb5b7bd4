import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Writes a file that appears whole or not at all, and that a power loss does not take away again:
 * under a temporary name, to the disk, then under its own.
 */
export async function writeFileDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  const building = `${path}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(building, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(building, path);
  } catch (error) {
    await rm(building, { force: true });
    throw error;
  }
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

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

/** Removes a file; one that is gone is no failure. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true });
