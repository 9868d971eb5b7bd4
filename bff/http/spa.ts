import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context } from 'hono';
import { createContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { settingsOf } from '../modules/application-settings/rules.ts';
import type { Api } from './mount.ts';
import { readSessionCookie } from './session-cookie.ts';
import { redirectFamiliarPaths } from './familiar-paths.ts';

/** Stands in the built page wherever a nonce belongs (`vite.config.ts`). */
const placeholder = 'QD_NONCE';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The content security policy of one page. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Files of `public/`, whose names never change. */
const filesAtTop = (webDir: string): string[] =>
  readdirSync(webDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map(({ name }) => name);

/** The built console from a folder: immutable assets, and one page for every other path. */
export function serveConsole(webDir: string): (api: Api) => void {
  const page = readFileSync(join(webDir, 'index.html'), 'utf8');
  return ({ hono, deps }) => {
    hono.use('/assets/*', async (c, next) => {
      c.header('Cache-Control', 'public, max-age=31536000, immutable');
      c.header('Vary', 'Accept-Encoding');
      await next();
      if (c.res.status === 404) c.res.headers.set('Cache-Control', 'no-store');
    });
    hono.get('/assets/*', serveStatic({ root: webDir, precompressed: true }));
    hono.all('/assets/*', () => {
      throw new DomainError({ kind: 'no_route' });
    });
    for (const name of filesAtTop(webDir)) {
      hono.use(`/${name}`, async (c, next) => {
        c.header('Cache-Control', 'public, max-age=3600');
        await next();
      });
      hono.get(`/${name}`, serveStatic({ root: webDir }));
    }
    hono.get('/', async (c, next) => {
      if (readSessionCookie(c, deps.publicUrl) !== undefined) return next();
      const { home_page_url: home } = await settingsOf(createContext(deps, { kind: 'anonymous' }));
      return home && !isHome(home, deps.publicUrl) ? c.redirect(home) : next();
    });
    redirectFamiliarPaths(hono);
    hono.get('*', async (c, next) => {
      if (/^\/(api|bff|-|uploads|\.well-known)(\/|$)/.test(c.req.path)) return next();
      return sendPage(c, page, deps.publicUrl);
    });
  };
}

/** Is this the page at `/` of this server? To be sent there from there would never end. */
const isHome = (url: string, publicUrl: string): boolean =>
  URL.canParse(url) &&
  new URL(url).origin === new URL(publicUrl).origin &&
  new URL(url).pathname === '/';

async function sendPage(c: Context, page: string, publicUrl: string): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Type', 'text/html; charset=utf-8');
  c.header('Cache-Control', 'no-store');
  c.header('Content-Security-Policy', policyOf(nonce));
  c.header('X-Frame-Options', 'DENY');
  c.header('Referrer-Policy', 'same-origin');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  if (publicUrl.startsWith('https:')) {
    c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
  c.header('Vary', 'Accept-Encoding');
  const html = page.replaceAll(placeholder, nonce);
  const accepted = c.req.header('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) {
    c.header('Content-Encoding', 'br');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return c.body(new Uint8Array(await compress.br(html, { params })));
  }
  if (/\bgzip\b/.test(accepted)) {
    c.header('Content-Encoding', 'gzip');
    return c.body(new Uint8Array(await compress.gzip(html)));
  }
  return c.body(html);
}
