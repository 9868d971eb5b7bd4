import { basename, join } from 'node:path';
import { listOldFiles, removeFile } from '../../files.ts';
import type { Ctx } from '../../context.ts';
import { listKnownFiles } from './repository.ts';

/** Where the file of an export lies: by its key alone, so that no name of anybody's is in a path. */
export function exportPath(ctx: Pick<Ctx, 'dataDir'>, key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('not the key of an export');
  return join(ctx.dataDir, 'exports', key.slice(0, 2), key);
}

const sweptAtOnce = 500;

/**
 * Removes files of exports that no row names, because a crash came between the file and its row, or
 * the row went with its project; returns their paths.
 */
export async function sweepExports(ctx: Ctx, before: number): Promise<string[]> {
  const old = await listOldFiles(join(ctx.dataDir, 'exports'), before);
  const removed: string[] = [];
  for (let at = 0; at < old.length; at += sweptAtOnce) {
    const paths = old.slice(at, at + sweptAtOnce);
    const known = new Set(
      await listKnownFiles(
        ctx.db,
        paths.map((path) => basename(path)),
      ),
    );
    for (const path of paths.filter((one) => !known.has(basename(one)))) {
      await removeFile(path);
      removed.push(path);
    }
  }
  return removed;
}
