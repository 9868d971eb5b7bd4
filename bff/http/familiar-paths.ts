import type { Hono } from 'hono';
import type { Env } from './mount.ts';

const screens: Record<string, string> = {
  merge_requests: 'merge-requests',
  issues: 'issues',
  pipelines: 'pipelines',
  commit: 'commits',
};

/** First segments that the console has itself. */
const own = new Set([
  'projects',
  'groups',
  'admin',
  'profile',
  'merge-requests',
  'help',
  'sign-in',
  'sign-up',
  'terms',
  'reassignments',
]);

const encoded = (path: string) => encodeURIComponent(decodeURIComponent(path));

/**
 * Where a `web_url` of the API leads in the console; undefined for a path that is the console's
 * own. By the text alone, so that nothing is said about what exists.
 */
export function consolePathOf(path: string): string | undefined {
  const parts = path.split('/').slice(1);
  if (parts.some((part) => part === '') || parts.length === 0) return undefined;
  const dash = parts.indexOf('-');
  const [first = ''] = parts;
  if (first === 'groups') {
    const below = parts.slice(1, dash === -1 ? undefined : dash).join('/');
    const epic = dash === -1 ? undefined : parts.slice(dash + 1);
    if (epic?.[0] === 'epics' && epic[1] !== undefined)
      return `/groups/${encoded(below)}/epics/${epic[1]}`;
    return undefined;
  }
  if (own.has(first)) return undefined;
  if (dash >= 2) {
    const project = encoded(parts.slice(0, dash).join('/'));
    if (parts[dash + 1] === 'wikis') {
      const slug = encoded(parts.slice(dash + 2).join('/'));
      return slug === '' ? `/projects/${project}/wiki` : `/projects/${project}/wiki/pages/${slug}`;
    }
    const screen = screens[parts[dash + 1] ?? ''];
    const number = parts[dash + 2];
    if (screen === undefined || number === undefined) return undefined;
    return `/projects/${project}/${screen}/${number}`;
  }
  if (dash !== -1) return undefined;
  if (parts.length >= 2) return `/projects/${encoded(parts.join('/'))}`;
  return `/projects?namespace=${encoded(first)}`;
}

/** What one commit changed in a page of a wiki, where the address names one. */
const versionOf = (target: string, version: string | undefined): string =>
  version !== undefined && /^[0-9a-f]{7,40}$/.test(version) && target.includes('/wiki/pages/')
    ? `/history/${version}`
    : '';

/** 302 from the familiar paths of `web_url` to the console's screens. */
export function redirectFamiliarPaths(hono: Hono<Env>): void {
  hono.get('*', async (c, next) => {
    const path = c.req.path;
    if (/^\/(api|bff|-|uploads|assets|\.well-known)(\/|$)/.test(path) || path === '/')
      return next();
    if (/\.git(\/|$)/.test(path) || /^\/[^/]+\.[a-z0-9]+$/i.test(path)) return next();
    let target: string | undefined;
    try {
      target = consolePathOf(path);
    } catch {
      return next();
    }
    if (target === undefined) return next();
    return c.redirect(target + versionOf(target, c.req.query('version_id')), 302);
  });
}
