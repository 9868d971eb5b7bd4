import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

export const csrfHeader = 'x-csrf-token';

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const nameFor = (publicUrl: string) => (isSecure(publicUrl) ? '__Host-qd_session' : 'qd_session');

/** The session id a request carries, if any. */
export function readSessionCookie(c: Context, publicUrl: string): string | undefined {
  return getCookie(c, nameFor(publicUrl));
}

/** Hands the browser its session id; the database holds only the id's hash. */
export function setSessionCookie(c: Context, publicUrl: string, sessionId: string): void {
  setCookie(c, nameFor(publicUrl), sessionId, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(publicUrl),
  });
}

/** Takes the session id from the browser. */
export function clearSessionCookie(c: Context, publicUrl: string): void {
  deleteCookie(c, nameFor(publicUrl), { path: '/', secure: isSecure(publicUrl) });
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True when `Origin` is the public URL's; the loopback names count as one over http. */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const header = c.req.header('origin');
  if (header === undefined) return false;
  let origin: URL;
  try {
    origin = new URL(header);
  } catch {
    return false;
  }
  const own = new URL(publicUrl);
  if (origin.origin === own.origin) return true;
  return (
    own.protocol === 'http:' &&
    origin.protocol === 'http:' &&
    origin.port === own.port &&
    loopback.has(origin.hostname) &&
    loopback.has(own.hostname)
  );
}
