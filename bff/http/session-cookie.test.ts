import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

it.each([
  ['http://127.0.0.1:3000', 'qd_session', []],
  ['https://deck.example.test', '__Host-qd_session', ['Secure']],
])(
  'the cookie of %s is for this host, for requests and for no script',
  async (url, name, secure) => {
    const hono = new Hono();
    hono.get('/in', (c) => {
      setSessionCookie(c, url, 'opaque');
      return c.body(null);
    });
    hono.get('/out', (c) => {
      clearSessionCookie(c, url);
      return c.body(null);
    });
    hono.get('/who', (c) => c.text(readSessionCookie(c, url) ?? 'nobody'));
    const header = async (path: string) => (await hono.request(path)).headers.get('set-cookie');
    const who = async (Cookie: string) =>
      (await hono.request('/who', { headers: { Cookie } })).text();
    expect((await header('/in'))?.split('; ').sort()).toEqual(
      [`${name}=opaque`, 'HttpOnly', 'Path=/', 'SameSite=Lax', ...secure].sort(),
    );
    expect(await header('/out')).toContain(`${name}=; Max-Age=0; Path=/`);
    expect(await who(`${name}=opaque`)).toBe('opaque');
    const other = secure.length === 0 ? '__Host-qd_session' : 'qd_session';
    expect(await who(`${other}=opaque`)).toBe('nobody');
  },
);
