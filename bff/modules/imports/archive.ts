import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { recordsFile, repositoryFile } from '#contract/import-bundle.ts';
import { ImportProblem } from './problem.ts';

/** What a bundle holds, as files of this server with names of its own choice. */
export interface Unpacked {
  records: string;
  /** Git bundles by the path of their project. */
  repositories: ReadonlyMap<string, string>;
}

export interface UnpackLimits {
  /** Bytes of what comes out, whatever it says of itself; 0 for no limit. */
  mostBytes: number;
  signal?: AbortSignal | undefined;
}

const gzip = [0x1f, 0x8b];
const packed = [gzip, [0x28, 0xb5, 0x2f, 0xfd]];
/** A header block and the mark in it. */
const mark = { at: 257, text: 'ustar' };
const mostEntries = 10_000;
/** Longest header of a name. */
const longestHeader = 64 * 1024;
const plainFiles = new Set(['File', 'OldFile', 'ContiguousFile']);

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/** Is this a tar archive, packed or not? Everything else is taken for lines. */
export async function kindOfBundle(path: string): Promise<'packed' | 'archive' | 'lines'> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(512);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    if (bytesRead >= gzip.length && startsWith(head, gzip)) return 'packed';
    return head.toString('latin1', mark.at, mark.at + mark.text.length) === mark.text
      ? 'archive'
      : 'lines';
  } finally {
    await file.close();
  }
}

/**
 * Takes an archive apart into files whose paths begin with `into`. No name of the archive becomes a
 * path here: only its two kinds of files are known, and everything else ends it, links above all.
 */
export async function unpack(
  path: string,
  into: string,
  given: UnpackLimits & { isPacked: boolean },
): Promise<Unpacked> {
  const sink = createSink(into);
  const source = createReadStream(path);
  const bytes = given.isPacked ? source.pipe(createGunzip()) : source;
  // What goes wrong with the file itself is told by the stream behind it.
  source.on('error', (error) => bytes.destroy(error));
  try {
    await feed(sink, bytes, given);
    return sink.end();
  } catch (error) {
    throw problemOf(error, given.signal);
  } finally {
    source.destroy();
    bytes.destroy();
    await sink.close();
  }
}

async function feed(sink: Sink, bytes: Readable, limits: UnpackLimits): Promise<void> {
  const { mostBytes, signal } = limits;
  let size = 0;
  for await (const part of bytes as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    // An archive in an archive would be unpacked without being counted.
    if (size === 0 && packed.some((start) => startsWith(part, start))) throw notRead();
    size += part.byteLength;
    if (mostBytes > 0 && size > mostBytes) {
      throw new ImportProblem(
        `The archive holds more than ${Math.floor(mostBytes / 1024 / 1024)} MB.`,
      );
    }
    await sink.write(part);
  }
  await sink.finish();
}

const notRead = () => new ImportProblem('The archive cannot be read: it must be tar, or tar.gz.');

function problemOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof ImportProblem) return error;
  if (signal?.aborted && isTimeout(signal.reason)) {
    return new ImportProblem('Unpacking the archive took too long.');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(TAR_|Z_)/.test(code) ? notRead() : error;
}

const isTimeout = (reason: unknown) => reason instanceof Error && reason.name === 'TimeoutError';

interface Sink {
  write(part: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  end(): Unpacked;
  close(): Promise<void>;
}

function createSink(into: string): Sink {
  const parser = new Parser({
    strict: true,
    brotli: false,
    zstd: false,
    maxMetaEntrySize: longestHeader,
    onReadEntry: (entry) => take(entry),
  });
  const repositories = new Map<string, string>();
  const outs: WriteStream[] = [];
  const writing: Promise<unknown>[] = [];
  let records: string | undefined;
  let entries = 0;
  let broken: Error | undefined;
  const fail = (error: Error) => {
    broken ??= error;
    parser.emit('drain');
  };
  parser.on('error', fail);
  // Links that the parser drops by itself would be passed over in silence.
  parser.on('ignoredEntry', (entry: ReadEntry) => fail(refusalOf(entry)));

  function take(entry: ReadEntry): void {
    const target = broken === undefined ? targetOf(entry) : undefined;
    if (target === undefined) {
      entry.resume();
      return;
    }
    const out = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    outs.push(out);
    const written = once(out, 'close');
    // It is asked for at the end; until then `fail` tells what went wrong.
    written.catch(() => undefined);
    writing.push(written);
    out.on('error', (error) => {
      fail(error);
      entry.resume();
    });
    entry.pipe(out);
  }

  /** Where an entry goes; undefined where nothing is to be kept of it. */
  function targetOf(entry: ReadEntry): string | undefined {
    const name = entry.path.replace(/^\.\//, '');
    if (entry.type === 'Directory' && ['', '.', 'repositories/'].includes(name)) return undefined;
    const [, project] = repositoryFile.exec(name) ?? [];
    const isKnown = plainFiles.has(entry.type) && (name === recordsFile || project !== undefined);
    const isTwice = project === undefined ? records !== undefined : repositories.has(project);
    if (!isKnown || isTwice || ++entries > mostEntries) {
      fail(refusalOf(entry));
      return undefined;
    }
    if (project === undefined) return (records = `${into}.records`);
    const path = `${into}.${repositories.size}.bundle`;
    repositories.set(project, path);
    return path;
  }

  const check = () => {
    if (broken !== undefined) throw broken;
  };
  return {
    async write(part) {
      const goesOn = parser.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
      check();
      if (!goesOn) await once(parser, 'drain');
      check();
    },
    async finish() {
      const ended = once(parser, 'end');
      ended.catch(() => undefined);
      parser.end();
      check();
      await ended;
      await Promise.all(writing);
      check();
    },
    end() {
      if (records === undefined) throw new ImportProblem(`The archive has no ${recordsFile}.`);
      return { records, repositories };
    },
    async close() {
      for (const out of outs) out.destroy();
      await Promise.allSettled(writing);
    },
  };
}

function refusalOf(entry: ReadEntry): ImportProblem {
  const name = JSON.stringify(entry.path.slice(0, 200));
  return new ImportProblem(
    entry.type === 'SymbolicLink' || entry.type === 'Link'
      ? `The archive holds a link, ${name}.`
      : `The archive may hold ${recordsFile} and repositories/<project>.bundle, each once, but not ${name}.`,
  );
}
