import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Sends JSON; reads carry a weak ETag and answer 304 where the caller has it already. */
export function sendJson(c: Context, value: unknown, status: ContentfulStatusCode): Response {
  const body = JSON.stringify(value);
  c.header('Content-Type', 'application/json');
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (reads && status === 200) {
    const etag = `W/"${hash('sha1', body)}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'max-age=0, private, must-revalidate');
    const known = c.req
      .header('if-none-match')
      ?.split(',')
      .map((part) => part.trim());
    if (known?.includes(etag)) return c.body(null, 304);
  } else {
    c.header('Cache-Control', 'no-store');
  }
  return c.body(body, status);
}
