import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { pathProblem, refuseReservedPath } from '../modules/namespaces/paths.ts';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { createTestApp } from '../testing/test-app.ts';
import { serveConsole } from './spa.ts';

it('files of public/ keep their address, every other path is the page, visitors go where the setting says', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qd-web-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<title>page</title>');
  writeFileSync(join(dir, 'robots.txt'), 'User-agent: *\n');
  const app = await createTestApp();
  const { hono } = createApp(app.deps, [serveConsole(dir)]);
  const ask = async (path: string) => {
    const answer = await hono.request(path);
    const { headers } = answer;
    return [answer.status, headers.get('cache-control'), (await answer.text()).slice(0, 12)];
  };
  expect(await ask('/robots.txt')).toEqual([200, 'public, max-age=3600', 'User-agent: ']);
  expect(await ask('/projects')).toEqual([200, 'no-store', '<title>page<']);
  const visit = async (path: string, cookie = '') => {
    const headers = { cookie };
    const answer = await hono.request(path, { headers });
    return [answer.status, answer.headers.get('location')];
  };
  expect(await visit('/')).toEqual([200, null]);
  await updateSettings(app.ctx, { home_page_url: 'https://example.test/' });
  expect(await visit('/')).toEqual([302, 'https://example.test/']);
  // Whoever is signed in, and the way to sign in, are sent nowhere.
  expect(await visit('/', 'qd_session=x')).toEqual([200, null]);
  expect(await visit('/sign-in')).toEqual([200, null]);
  await updateSettings(app.ctx, { home_page_url: `${app.deps.publicUrl}/?again` });
  expect(await visit('/')).toEqual([200, null]);
  await app.close();
  rmSync(dir, { recursive: true });
});

it('no namespace may take the name of a file of public/', () => {
  for (const name of readdirSync('public')) {
    expect(pathProblem(name)).toBeUndefined();
    expect(() => refuseReservedPath(name)).toThrow('invalid');
  }
});
