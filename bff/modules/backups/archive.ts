import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** What a file of a backup begins with; the number is that of its form. */
const magic = Buffer.from('QUARTERDECK BACKUP 1\n');
const mark = Buffer.from('QUARTERDECK BACKUP ');
/** Kinds of parts: JSON, bytes of the file or pack that was named before, the end of all. */
const kinds = { json: 1, bytes: 2, end: 3 } as const;
const headSize = 5;
const digestSize = 32;
const longestPart = 512 * 1024 * 1024;

/** A file that is no backup, or not a whole one. */
export class ArchiveProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveProblem';
  }
}

export type Part = { json: unknown } | { bytes: Buffer };

/** The bytes of a backup: its parts, each with its length, and a digest of all before it. */
export async function* packed(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(magic);
  for await (const part of parts) {
    const isJson = 'json' in part;
    const body = isJson ? Buffer.from(JSON.stringify(part.json)) : part.bytes;
    yield hashed(headOf(isJson ? kinds.json : kinds.bytes, body.length));
    yield hashed(body);
  }
  yield hashed(headOf(kinds.end, digestSize));
  yield hash.digest();
}

function headOf(kind: number, length: number): Buffer {
  const head = Buffer.alloc(headSize);
  head.writeUInt8(kind);
  head.writeUInt32BE(length, 1);
  return head;
}

/** The parts of a file. Throws where it is no backup, is cut off or was changed. */
export async function* partsOf(path: string): AsyncGenerator<Part> {
  const source = new Source(createReadStream(path, { highWaterMark: 1024 * 1024 }));
  try {
    const begin = await source.take(magic.length);
    if (begin === undefined || !begin.subarray(0, mark.length).equals(mark)) {
      throw new ArchiveProblem('it is no backup of Quarterdeck');
    }
    if (!begin.equals(magic)) {
      throw new ArchiveProblem('it is of another form than this version reads');
    }
    for (;;) {
      const head = await whole(source.take(headSize));
      const [kind, length] = [head.readUInt8(), head.readUInt32BE(1)];
      if (kind === kinds.end) break;
      if (length > longestPart || (kind !== kinds.json && kind !== kinds.bytes)) throw damage();
      const bytes = await whole(source.take(length));
      yield kind === kinds.bytes ? { bytes } : { json: jsonOf(bytes) };
    }
    const expected = source.digest();
    const digest = await whole(source.take(digestSize));
    if (!digest.equals(expected) || (await source.take(1)) !== undefined) throw damage();
  } finally {
    source.close();
  }
}

const damage = () => new ArchiveProblem('it is damaged or not whole');

async function whole(bytes: Promise<Buffer | undefined>): Promise<Buffer> {
  const found = await bytes;
  if (found === undefined) throw damage();
  return found;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw damage();
  }
}

/** Takes so many bytes at a time from a stream, and digests what it gave. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #close: () => void;
  readonly #hash: Hash = createHash('sha256');
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer> & { destroy(): unknown }) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#close = () => void stream.destroy();
  }

  /** Undefined where there are not so many. */
  async take(length: number): Promise<Buffer | undefined> {
    const found = [this.#left];
    let size = this.#left.length;
    while (size < length) {
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      found.push(next.value);
      size += next.value.length;
    }
    const all = found.length === 1 ? this.#left : Buffer.concat(found, size);
    this.#left = all.subarray(length);
    const taken = all.subarray(0, length);
    this.#hash.update(taken);
    return taken;
  }

  /** Of all that was taken so far. */
  digest(): Buffer {
    return this.#hash.copy().digest();
  }

  close(): void {
    this.#close();
  }
}
