import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { removeFile } from '../../files.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { kindOfBundle, type Unpacked, unpack } from './archive.ts';

const megabyte = 1024 * 1024;

/** Opens a bundle for some work: its files beside `into` are gone afterwards. */
export async function withBundle<T>(
  ctx: Ctx,
  { path, into }: { path: string; into: string },
  work: (bundle: Unpacked) => Promise<T>,
): Promise<T> {
  const kind = await kindOfBundle(path);
  if (kind === 'lines') return work({ records: path, repositories: new Map() });
  await mkdir(dirname(into), { recursive: true, mode: 0o700 });
  // A run that was killed may have left some.
  await removeParts(into);
  try {
    const settings = await settingsOf(ctx);
    const seconds = settings.decompress_archive_file_timeout;
    const signals = [ctx.signal, seconds > 0 ? AbortSignal.timeout(seconds * 1000) : undefined];
    const unpacked = await unpack(path, into, {
      isPacked: kind === 'packed',
      mostBytes: settings.max_decompressed_archive_size * megabyte,
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    });
    return await work(unpacked);
  } finally {
    await removeParts(into);
  }
}

async function removeParts(into: string): Promise<void> {
  const folder = dirname(into);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${basename(into)}.`)) await removeFile(join(folder, name));
  }
}

/** How many line ends a file has. */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  let last = 10;
  for await (const part of createReadStream(path)) {
    const bytes = part as Uint8Array;
    for (const byte of bytes) if (byte === 10) lines += 1;
    last = bytes.at(-1) ?? last;
  }
  return last === 10 ? lines : lines + 1;
}
