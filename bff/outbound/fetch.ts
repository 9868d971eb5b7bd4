import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import {
  decide,
  type Destination,
  OutboundError,
  type OutboundPolicy,
  type Resolve,
} from './decision.ts';

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For all of it, redirects included; 10 s by default. */
  timeout?: number;
  /** Until the connection stands; bounded by the time for all of it anyway. */
  connectTimeout?: number;
  /** Between two signs of life of the other side. */
  idleTimeout?: number;
  /** Most bytes of the answer; 1 MiB by default. */
  maxBytes?: number;
  /** A longer answer is cut off instead of being an error: it was an answer. */
  truncates?: boolean;
  /** False: any certificate will do; for servers whose settings say so. */
  checksCertificate?: boolean;
  /** Redirects that are followed, 5 at most; by default none: a redirect is the answer. */
  redirects?: number;
}

export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Where the answer came from, credentials left out. */
  url: string;
}

/** The one way of this server to call another over HTTP. */
export type OutboundFetch = (
  policy: OutboundPolicy,
  url: string,
  request?: OutboundRequest,
) => Promise<OutboundResponse>;

const mostRedirects = 5;
const redirecting = new Set([301, 302, 303, 307, 308]);
/** Headers that may follow a redirect to another origin; all others may hold secrets. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/** A fetch that resolves names by `resolve`, checks every address and connects to a checked one. */
export function createFetch(resolve: Resolve): OutboundFetch {
  return async (policy, url, request = {}) => {
    const deadline = AbortSignal.timeout(request.timeout ?? 10_000);
    let current: OutboundRequest = request;
    let text = url;
    for (let left = Math.min(request.redirects ?? 0, mostRedirects); ; left -= 1) {
      const destination = await beforeDeadline(decide(policy, text, resolve), deadline);
      const response = await send(destination, current, deadline);
      const location = response.headers.location;
      if (left === 0 || location === undefined || !redirecting.has(response.status)) {
        return response;
      }
      const next = nextUrl(location, destination.url);
      current = afterRedirect(current, response.status, next.origin === destination.url.origin);
      text = next.href;
    }
  };
}

function nextUrl(location: string, from: URL): URL {
  let next: URL;
  try {
    next = new URL(location, from);
  } catch (error) {
    throw new OutboundError(error);
  }
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw new OutboundError('a redirect out of https');
  }
  // Credentials of a redirect are the other server's wish, not ours.
  next.username = '';
  next.password = '';
  return next;
}

function afterRedirect(
  request: OutboundRequest,
  status: number,
  sameOrigin: boolean,
): OutboundRequest {
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => sameOrigin || harmless.has(name.toLowerCase()),
  );
  const rewritten = status === 303 || (status < 303 && request.method === 'POST');
  const asRead = rewritten && request.method !== 'HEAD';
  return {
    ...request,
    headers: Object.fromEntries(headers),
    ...(asRead ? { method: 'GET', body: undefined } : {}),
  };
}

async function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  if (deadline.aborted) throw new OutboundError('too slow');
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutboundError('too slow'));
    deadline.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', late));
  });
}

/** Answers every look-up with the addresses that were checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, callback) => {
    const family = options.family === 4 || options.family === 6 ? options.family : undefined;
    const fitting = all.filter((one) => family === undefined || one.family === family);
    const [first] = fitting;
    if (first === undefined) callback(new Error('no address'), '', 0);
    else if (options.all === true) callback(null, fitting);
    else callback(null, first.address, first.family);
  };
}

function optionsOf(destination: Destination, request: OutboundRequest): RequestOptions {
  const { url, host, port, addresses } = destination;
  const headers: Record<string, string | number> = {
    'User-Agent': 'Quarterdeck',
    'Accept-Encoding': 'identity',
    ...request.headers,
  };
  if (request.body !== undefined) headers['Content-Length'] = Buffer.byteLength(request.body);
  if (url.username !== '' && !Object.keys(headers).some((name) => /^authorization$/i.test(name))) {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.Authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  return {
    host,
    port,
    path: url.pathname + url.search,
    method: request.method ?? 'GET',
    headers,
    // A kept connection would be found by name and could lead to an older address.
    agent: false,
    ...(request.checksCertificate === false ? { rejectUnauthorized: false } : {}),
    ...(request.idleTimeout === undefined ? {} : { timeout: request.idleTimeout }),
    ...(addresses.length > 0 ? { lookup: pinned(addresses) } : {}),
  };
}

function send(
  destination: Destination,
  request: OutboundRequest,
  deadline: AbortSignal,
): Promise<OutboundResponse> {
  const secure = destination.url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new OutboundError(error));
    let outgoing: ReturnType<typeof overHttp>;
    try {
      const options = { ...optionsOf(destination, request), signal: deadline };
      outgoing = secure ? overHttps(options) : overHttp(options);
    } catch (error) {
      fail(error);
      return;
    }
    outgoing.once('error', fail);
    outgoing.once('timeout', () => outgoing.destroy(new Error('no sign of life')));
    limitConnecting(outgoing, request.connectTimeout);
    outgoing.once('response', (incoming) => {
      collect(incoming, request).then((body) => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: headersOf(incoming),
          body,
          url: withoutCredentials(destination.url),
        });
      }, fail);
    });
    outgoing.end(request.body);
  });
}

function limitConnecting(outgoing: ReturnType<typeof overHttp>, most: number | undefined): void {
  if (most === undefined) return;
  const late = setTimeout(() => outgoing.destroy(new Error('no connection')), most);
  const settle = () => clearTimeout(late);
  outgoing.once('socket', (socket) => {
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', settle);
  });
  outgoing.once('close', settle);
}

async function collect(
  incoming: IncomingMessage,
  { maxBytes: most = 1024 * 1024, truncates = false }: OutboundRequest,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming) {
    // Without an encoding every part is a buffer.
    const bytes = part as Buffer;
    size += bytes.length;
    if (size > most && !truncates) throw new Error(`more than ${most} bytes`);
    parts.push(size > most ? bytes.subarray(0, bytes.length - (size - most)) : bytes);
    // Leaving the loop ends the connection.
    if (size > most) break;
  }
  return Buffer.concat(parts);
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      [value ?? ''].flat().join(', '),
    ]),
  );
}

function withoutCredentials(url: URL): string {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href;
}
