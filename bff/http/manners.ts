import { randomUUID } from 'node:crypto';
import { DomainError } from '../errors.ts';
import { answerError } from './errors.ts';
import type { Api } from './mount.ts';
import { originOf } from './origin.ts';
import { longestUrl } from './client-errors.ts';

const exposed = [
  'Link',
  'X-Total',
  'X-Total-Pages',
  'X-Total-Omitted',
  'X-Per-Page',
  'X-Page',
  'X-Next-Page',
  'X-Prev-Page',
  'X-Ignored-Parameters',
  'X-Request-Id',
  'ETag',
].join(', ');

/** Length of what the request line names: path and query. */
const lengthOfTarget = (url: string) => url.length - url.indexOf('/', url.indexOf('://') + 3);

const isApi = (path: string) => path.startsWith('/api/');

/**
 * What every answer carries: request id, run time, security headers, CORS of the API (any origin,
 * never with credentials), and one log line.
 */
export function dressResponses(api: Api): void {
  const { hono, deps } = api;
  hono.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const path = c.req.path;
    if (lengthOfTarget(c.req.url) > longestUrl) {
      c.res = answerError(c, new DomainError({ kind: 'uri_too_long' }), deps.log);
    } else {
      await next();
    }
    const elapsed = (performance.now() - started) / 1000;
    const headers = c.res.headers;
    // Whoever holds on to the connection would hold up the stop.
    if (deps.state.stopping) headers.set('Connection', 'close');
    headers.set('X-Request-Id', requestId);
    headers.set('X-Runtime', elapsed.toFixed(6));
    headers.set('X-Content-Type-Options', 'nosniff');
    if (isApi(path)) {
      headers.set('X-Frame-Options', 'SAMEORIGIN');
      headers.append('Vary', 'Origin');
      if (c.req.header('origin') !== undefined) {
        headers.set('Access-Control-Allow-Origin', '*');
        headers.set('Access-Control-Expose-Headers', exposed);
      }
    }
    const status = c.res.status;
    const route = c.get('route') ?? (isApi(path) ? 'unknown' : 'other');
    deps.metrics.request({ method: c.req.method, route, status, seconds: elapsed });
    deps.log.info(
      {
        request_id: requestId,
        method: c.req.method,
        path,
        status,
        ms: Math.round(elapsed * 1000),
        ip: originOf(c, deps.config).ip,
      },
      'request',
    );
  });
  hono.all('/api/v3/*', (c) =>
    answerError(
      c,
      new DomainError({
        kind: 'gone',
        text: 'API V3 is no longer supported. Use API V4 instead.',
      }),
      deps.log,
    ),
  );
}
