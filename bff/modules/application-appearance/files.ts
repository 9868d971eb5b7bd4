import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { listOldFiles, removeFile } from '../../files.ts';
import { sameSecret } from '../../secrets.ts';
import { type Purpose, scaledImage } from './images.ts';
import { type ImageRow, listImages } from './repository.ts';

type Place = Pick<Ctx, 'dataDir'>;

const folderOf = (ctx: Place): string => join(ctx.dataDir, 'appearance');

/** Where the bytes of a picture lie: by the secret alone, no name of anybody's is part of a path. */
export function pathOfImage(ctx: Place, secret: string): string {
  if (!/^[0-9a-f]{32}$/.test(secret)) throw new Error('not a secret of a picture');
  return join(folderOf(ctx), secret);
}

/** Removes the files of pictures that are not shown any more. */
export async function removeImageFiles(ctx: Ctx, secrets: readonly string[]): Promise<void> {
  for (const secret of secrets) await removeFile(pathOfImage(ctx, secret));
}

/**
 * Removes files that no row names, because a crash came between the file and its row; returns their
 * paths. Files that changed later than `before` may still get their row.
 */
export async function sweepImages(ctx: Ctx, before: number): Promise<string[]> {
  const old = await listOldFiles(folderOf(ctx), before);
  const known = new Set((await listImages(ctx.db)).map(({ secret }) => secret));
  const lost = old.filter((path) => !known.has(basename(path)));
  for (const path of lost) await removeFile(path);
  return lost;
}

interface Shape {
  side: number;
  purpose: Purpose;
}

/** Scaled pictures by secret and shape; of each field the newest secret alone. */
const scaled = new Map<
  ImageRow['field'],
  { secret: string; shapes: Map<string, Promise<Uint8Array>> }
>();

/** A picture scaled to a square; kept in memory, for the shapes are few. */
export async function scaledBytes(ctx: Ctx, row: ImageRow, shape: Shape): Promise<Uint8Array> {
  const found = scaled.get(row.field);
  const kept =
    found !== undefined && sameSecret(found.secret, row.secret)
      ? found
      : { secret: row.secret, shapes: new Map<string, Promise<Uint8Array>>() };
  scaled.set(row.field, kept);
  const name = `${shape.purpose} ${shape.side}`;
  const known = kept.shapes.get(name);
  if (known !== undefined) return known;
  const bytes = readFile(pathOfImage(ctx, row.secret)).then((file) => scaledImage(file, shape));
  kept.shapes.set(name, bytes);
  // What failed is tried again by the next one who asks.
  void bytes.catch(() => kept.shapes.delete(name));
  return bytes;
}
