import { getPath } from 'hono/utils/url';

/**
 * The path that is routed: below `/api/`, doubled slashes count as one and the last as none, as
 * published clients send both (`/features//name`). An encoded slash is part of a name.
 */
export function routedPath(request: Request): string {
  const path = getPath(request);
  if (!path.startsWith('/api/')) return path;
  const plain = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  return misspelt[plain] ?? plain;
}

/** Paths as documents and clients misspell them. */
const misspelt: Readonly<Record<string, string>> = {
  '/api/v4/application/appearence': '/api/v4/application/appearance',
};
