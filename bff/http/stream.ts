import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** A stream as the body of an answer; an answer to HEAD has none, so the stream ends there. */
export function bodyOf(c: Context, stream: Readable): ReadableStream | string {
  if (c.req.method === 'HEAD') {
    stream.destroy();
    return '';
  }
  // Node's stream of bytes is a web stream of bytes; only the typings of the two differ.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** A header that names a file; browsers save it under that name. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(fileName)}`;
}

/** RFC 5987: what encodeURIComponent leaves alone but the grammar does not take is encoded too. */
const encodeName = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What the bytes of people's files are sent with: shown as text or saved, never run as a page. */
export const rawHeaders = (binary: boolean): Record<string, string> => ({
  'Content-Type': binary ? 'application/octet-stream' : 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; sandbox",
});
