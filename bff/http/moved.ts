import type { Context } from 'hono';
import { type Endpoint, fullPath } from '#contract/endpoint.ts';
import { DomainError } from '../errors.ts';

/**
 * A read by the old path of a project or group is sent on to the same place by its id; whatever
 * else went wrong is thrown again, a write by an old path included.
 */
export function redirectMoved(
  c: Context,
  endpoint: Endpoint,
  { error, publicUrl }: { error: unknown; publicUrl: string },
): Response {
  const refusal = error instanceof DomainError ? error.refusal : undefined;
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (refusal?.kind !== 'moved' || !reads) throw error;
  const url = new URL(c.req.url);
  const at = fullPath(endpoint).split('/').indexOf(':id');
  const path = url.pathname.split('/').with(at, String(refusal.id)).join('/');
  const location = publicUrl + path + url.search;
  const text = `This resource has been moved permanently to ${location}.`;
  return c.text(text, 301, { Location: location });
}
