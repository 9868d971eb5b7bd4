import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { type DemoServer, startDemoServer } from '../demo-server.ts';
import { filled, type Params, screens } from '../promises/screens.ts';
import { api } from '../server.ts';
import { withPalette } from './palette-png.ts';

// `npm run screens [-- WORD]`: a picture of each screen of the demo whose path holds the word, in
// light and wide and in dark and narrow.

const folder = join(import.meta.dirname, '../../docs/screens');
const looks = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;
/** Some time after the demo starts, so that the ages of things do not hang on how fast this is. */
const readAt = '2026-11-27T14:30:00.000Z';
const place = 'harbour/tide-tables';
const [word = ''] = process.argv.slice(2);

/** What the parameters of the routes stand for: a merge request that people talked about. */
async function paramsOf(demo: DemoServer): Promise<Params> {
  const root = api(demo.tokens.root ?? '', demo.url);
  const project = `/projects/${demo.projects[place]}`;
  const branch = await root<{ commit: { id: string } }>(
    'GET',
    `${project}/repository/branches/main`,
  );
  const listed = await root<{ iid: number; user_notes_count: number; state: string }[]>(
    'GET',
    `${project}/merge_requests?state=opened&per_page=100`,
  );
  const wiki = `${project}/wikis`;
  const [page] = (await root<{ slug: string }[]>('GET', wiki)).body;
  const at = `${demo.url}/bff${wiki}/${encodeURIComponent(page?.slug ?? '')}/versions`;
  const headers = { 'private-token': demo.tokens.root ?? '' };
  const [version] = (await (await fetch(at, { headers })).json()) as { id: string }[];
  const pipelines = await root<{ id: number }[]>('GET', `${project}/pipelines`);
  const schedules = await root<{ id: number }[]>('GET', `${project}/pipeline_schedules`);
  const [lively] = listed.body.sort((a, b) => b.user_notes_count - a.user_notes_count);
  return {
    project: place,
    group: 'harbour',
    iid: String(lively?.iid),
    user: String(demo.users.developer?.id),
    sha: branch.body.commit.id,
    path: 'README.md',
    slug: 'mattermost',
    page: page?.slug ?? '',
    version: version?.id ?? '',
    // Nobody has a link of a mail at hand.
    token: 'answered-long-ago',
    section: 'network',
    pipeline: String(pipelines.body[0]?.id),
    schedule: String(schedules.body[0]?.id),
  };
}

/** Issues have numbers of their own. */
const pathOf = (path: string, params: Params): string =>
  filled(path, path.includes('/issues/') ? { ...params, iid: '1' } : params);

const nameOf = (path: string) => path.slice(1).replace(/[^a-z-]+/g, '.') || 'home';

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      __TSR_ROUTER__.stores.resolvedLocation.get()?.href === __TSR_ROUTER__.latestLocation.href &&
      __TSR_ROUTER__.options.context.queryClient.isFetching() === 0 &&
      document.querySelector('h1') !== null,
  );
  await page.evaluate(() => document.fonts.ready);
}

async function shoot(
  context: BrowserContext,
  look: (typeof looks)[number],
  { params, token }: { params: Params; token: string },
): Promise<void> {
  const page = await context.newPage();
  const keep = async (path: string) => {
    await settled(page);
    // A route that leads on to another has no picture of its own.
    if (new URL(page.url()).pathname !== pathOf(path, params)) return;
    const png = await page.screenshot({ animations: 'disabled' });
    const name = `${nameOf(path)}.${look.colorScheme}-${look.viewport.width}.png`;
    writeFileSync(join(folder, name), withPalette(png));
    console.log(name);
  };
  await page.goto('/sign-in');
  if ('/sign-in'.includes(word)) await keep('/sign-in');
  const session = await context.request.post('/bff/session', {
    headers: { Origin: new URL(page.url()).origin },
    data: { token },
  });
  if (session.status() !== 201) throw new Error(`Signing in answered ${session.status()}`);
  for (const path of screens().filter((path) => path !== '/sign-in' && path.includes(word))) {
    await page.goto(pathOf(path, params));
    await keep(path);
  }
}

async function shootAll(demo: DemoServer, params: Params): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    for (const look of looks) {
      await fetch(`${demo.url}/-/demo/reset`, { method: 'POST' });
      const context = await browser.newContext({
        ...look,
        baseURL: demo.url,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      await context.clock.setFixedTime(readAt);
      await shoot(context, look, { params, token: demo.tokens.root ?? '' });
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

const demo = await startDemoServer('whole');
try {
  if (word === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await shootAll(demo, await paramsOf(demo));
} finally {
  await demo.stop();
}
