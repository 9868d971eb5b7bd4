import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Upload } from '#contract/common.ts';
import { malformed, tooLarge } from '../errors.ts';
import { removeFile } from '../files.ts';

interface Given {
  contentType: string;
  /** Where files are written. */
  folder: string;
  /** In bytes: of it all, and of its texts together. */
  limits: { most: number; texts: number };
  /** Every file that is whole; whoever calls removes them, or moves them where they stay. */
  incoming: Upload[];
}

/** The fields of a multipart body; each name may come several times. */
type Field = readonly [name: string, value: string | Upload];

const longestHead = 16 * 1024;
/** Blanks that may follow a boundary. */
const longestPadding = 200;
const newline = Buffer.from('\r\n');
const endOfHead = Buffer.from('\r\n\r\n');
/** What follows the boundary that ends the body. */
const last = Buffer.from('--');

/** The fields of a multipart body as it comes: texts in memory, each file in one of its own. */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  given: Given,
): AsyncGenerator<Field> {
  const { contentType, folder, limits, incoming } = given;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || boundary.length > 70) throw malformed();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const reader = readerOf(body, limits.most);
  try {
    await reader.upTo(delimiter, () => undefined);
    let texts = limits.texts;
    for (;;) {
      if ((await reader.peek(2)).equals(last)) return await reader.rest();
      if ((await collect(reader, newline, longestPadding)).toString().trim() !== '')
        throw malformed();
      const { name, file } = await partOf(await collect(reader, endOfHead, longestHead));
      if (file === undefined) {
        const text = await collect(reader, delimiter, texts);
        texts -= text.length;
        yield [name, new TextDecoder().decode(text)];
        continue;
      }
      const path = join(folder, randomBytes(16).toString('hex'));
      const size = await writeTo(path, (sink) => reader.upTo(delimiter, sink));
      const upload = new Upload({ filename: file.name, type: file.type, size, path });
      incoming.push(upload);
      yield [name, upload];
    }
  } finally {
    await reader.close();
  }
}

type Reader = ReturnType<typeof readerOf>;
type Sink = (part: Buffer) => Promise<void> | undefined;

/** Bytes that are looked for marks, of which no more is held than a mark may be cut in. */
function readerOf(body: AsyncIterable<Uint8Array>, most: number) {
  const parts = body[Symbol.asyncIterator]();
  // A body may begin with its boundary: no line ends before it.
  let held: Buffer = newline;
  let size = 0;
  const more = async (): Promise<boolean> => {
    const next = await parts.next();
    if (next.done === true) return false;
    size += next.value.byteLength;
    if (size > most) throw tooLarge();
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
    return true;
  };
  return {
    /** Hands over what comes before a mark, and takes the mark. */
    async upTo(mark: Buffer, sink: Sink): Promise<void> {
      for (;;) {
        const at = held.indexOf(mark);
        const sure = at === -1 ? Math.max(0, held.length - mark.length + 1) : at;
        if (sure > 0) await sink(held.subarray(0, sure));
        held = held.subarray(at === -1 ? sure : sure + mark.length);
        if (at !== -1) return;
        if (!(await more())) throw malformed();
      }
    },
    async peek(length: number): Promise<Buffer> {
      while (held.length < length) if (!(await more())) throw malformed();
      return held.subarray(0, length);
    },
    /** What follows the last boundary is nothing to anybody. */
    async rest(): Promise<void> {
      do held = Buffer.alloc(0);
      while (await more());
    },
    /** Nothing more is read. */
    async close(): Promise<void> {
      await parts.return?.();
    },
  };
}

/** What comes before a mark, in memory. */
async function collect(reader: Reader, mark: Buffer, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  await reader.upTo(mark, (part) => {
    size += part.length;
    if (size > most) throw tooLarge();
    parts.push(Buffer.from(part));
    return undefined;
  });
  return Buffer.concat(parts);
}

/** Writes a file of what comes; its size. It is none of those that stay: nothing waits for the disk. */
async function writeTo(path: string, pour: (sink: Sink) => Promise<void>): Promise<number> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    await pour(async (part) => {
      await file.appendFile(part);
      size += part.length;
    });
  } catch (error) {
    await removeFile(path);
    throw error;
  } finally {
    await file.close();
  }
  return size;
}

/** Name, and name and type of the file, of a part by its head: read by what reads whole forms. */
async function partOf(head: Buffer): Promise<{ name: string; file: File | undefined }> {
  if (/^content-transfer-encoding:\s*(base64|quoted-printable)/im.test(head.toString('latin1'))) {
    throw malformed();
  }
  const boundary = `----quarterdeck${randomBytes(16).toString('hex')}`;
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\n`),
    head,
    Buffer.from(`\r\n\r\n\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  try {
    const form = await new Response(body, { headers }).formData();
    const [field, ...others] = form;
    if (field === undefined || others.length > 0) throw malformed();
    const [name, value] = field;
    return { name, file: typeof value === 'string' ? undefined : value };
  } catch {
    throw malformed();
  }
}
