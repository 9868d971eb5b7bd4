import type { Context } from 'hono';
import { type Endpoint, fullPath } from '#contract/endpoint.ts';
import { DomainError } from '../errors.ts';
import { routedPath } from './path.ts';

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
  const at = fullPath(endpoint).split('/').indexOf(':id');
  if (at === -1) throw error;
  const path = routedPath(c.req.raw).split('/').with(at, String(refusal.id)).join('/');
  const location = publicUrl + path + new URL(c.req.url).search;
  const text = `This resource has been moved permanently to ${location}.`;
  // Who asks decides what is said, and tomorrow the old path may be somebody else's.
  return c.text(text, 301, { Location: location, 'Cache-Control': 'no-store' });
}
