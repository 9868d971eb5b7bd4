import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { type BenchRow, median, rowOf } from './load.ts';
import { lineMergeRequest, textOfLines } from './repository.ts';
import type { BenchServer } from './server.ts';

// The changes tab in Chromium, beside a static page that holds the same lines.

interface Place {
  id: number;
  path: string;
}

/** Where the console shows so many changed lines, and the static page of the same. */
interface Pair {
  console: string;
  beside: string;
}

const counts = { painted: 22_500, interactive: 10_000, held: 100_000 } as const;

/** Opens a merge request of each length; the server runs. */
export async function openLineRequests(
  server: BenchServer,
  project: Place,
): Promise<Record<keyof typeof counts, number>> {
  return {
    painted: await lineMergeRequest(server, project, counts.painted),
    interactive: await lineMergeRequest(server, project, counts.interactive),
    held: await lineMergeRequest(server, project, counts.held),
  };
}

/** Adds rows of what a browser makes of the changes tab; `beside` serves a file as a page. */
export async function addBrowserRows(
  server: BenchServer,
  project: Place,
  given: {
    iids: Record<keyof typeof counts, number>;
    beside: (file: string) => Promise<string>;
    turns: number;
    add: (row: BenchRow) => void;
  },
): Promise<void> {
  const { iids, beside, turns, add } = given;
  const pair = async (name: keyof typeof counts): Promise<Pair> => {
    const file = join(server.dataDir, `${name}.html`);
    writeFileSync(file, staticPage(textOfLines(counts[name])));
    const screen = `/projects/${project.id}/merge-requests/${iids[name]}/changes`;
    return { console: server.url + screen, beside: await beside(file) };
  };
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const painted = await pair('painted');
    const interactive = await pair('interactive');
    const held = await pair('held');
    add(await paintRow(browser, server, { painted, turns }));
    add(await interactionRow(browser, server, interactive));
    add(await heapRow(browser, server, held));
    add(await largestPaintRow(browser, server, { painted: interactive, turns }));
  } finally {
    await browser.close();
  }
}

/** One line below the other, as the simplest page would show them. */
function staticPage(lines: readonly string[]): string {
  const rows = lines.map((line, at) => `<div>${at + 1} + <code>${line}</code></div>`);
  const after =
    'requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }))';
  return `<!doctype html><title>Lines</title><textarea></textarea>${rows.join('\n')}<script>${after}</script>`;
}

async function signedIn(browser: Browser, server: BenchServer): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // What compiles this file names functions by it, also those that the page is given.
  await context.addInitScript('globalThis.__name = (named) => named;');
  const answer = await context.request.post(`${server.url}/bff/session`, {
    data: { token: server.token },
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  return context;
}

/** Opens a page, and gives what `measure` finds there. */
async function on<T>(
  context: BrowserContext,
  url: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  try {
    await page.goto(url, { timeout: 120_000 });
    return await measure(page);
  } finally {
    await page.close();
  }
}

/** Until the table counts all lines and shows some. */
const whole = (page: Page, lines: number) =>
  page.waitForFunction(
    (wanted) => {
      const table = document.querySelector('[role="table"][aria-rowcount]');
      const count = Number(table?.getAttribute('aria-rowcount'));
      return count >= wanted && table?.querySelector('[data-code]') != null;
    },
    lines,
    { timeout: 120_000 },
  );

/** From the last byte of the lines to the frame that shows them. */
async function paintRow(
  browser: Browser,
  server: BenchServer,
  { painted, turns }: { painted: Pair; turns: number },
): Promise<BenchRow> {
  const context = await signedIn(browser, server);
  const own: number[] = [];
  const others: number[] = [];
  const overview = painted.console.replace(/\/changes$/, '');
  for (let turn = 0; turn < turns; turn++) {
    own.push(await on(context, overview, (page) => timeTab(page, counts.painted)));
    others.push(await on(context, painted.beside, timeStatic));
  }
  await context.close();
  const name = 'lines-22500-painted';
  return { ...rowOf(name, own), value: middle(own), unit: 'ms', beside: middle(others) };
}

const middle = (values: readonly number[]) => Math.round(median(values));

async function timeTab(page: Page, lines: number): Promise<number> {
  await page.locator('a[href$="/changes"]').first().waitFor();
  return page.evaluate(async (wanted) => {
    performance.clearResourceTimings();
    document.querySelector<HTMLElement>('a[href$="/changes"]')?.click();
    const isThere = () => {
      const table = document.querySelector('[role="table"][aria-rowcount]');
      const count = Number(table?.getAttribute('aria-rowcount'));
      return count >= wanted && table?.querySelector('[data-code]') != null;
    };
    const shown = await new Promise<number>((resolve) => {
      const look = () => {
        if (isThere()) setTimeout(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
    // Safe: resources are told as what they are.
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const stream = loaded.findLast(({ name }) => name.includes('/diff_stream'));
    return shown - (stream?.responseEnd ?? 0);
  }, lines);
}

async function timeStatic(page: Page): Promise<number> {
  await page.waitForFunction(() => 'painted' in window);
  return page.evaluate(() => {
    // Safe: the page sets it, and a navigation is told as one.
    const { painted } = window as unknown as { painted: number };
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return painted - (entry?.responseEnd ?? 0);
  });
}

/** What the browser says of how long keys and presses take until the next frame shows their effect. */
const watchEvents = (page: Page) =>
  page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(duration);
      // Safe: the threshold is one of this kind of entry.
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Fewer than so many milliseconds are not told of one by one. */
const told = 16;

async function events(page: Page, done: number): Promise<number[]> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))),
  );
  // Safe: the watch has set it.
  const found = await page.evaluate(() => (window as unknown as { found: number[] }).found);
  return [...found, ...Array.from({ length: Math.max(0, done - found.length) }, () => told)];
}

const typed = 'Why is this line as it is?';

/** Keys and letters while the page scrolls. */
async function interactionRow(
  browser: Browser,
  server: BenchServer,
  pair: Pair,
): Promise<BenchRow> {
  const context = await signedIn(browser, server);
  const own = await on(context, pair.console, async (page) => {
    await whole(page, counts.interactive);
    await watchEvents(page);
    await page.mouse.move(900, 500);
    let done = 0;
    for (let turn = 0; turn < 5; turn++) {
      await scroll(page);
      for (const key of [']', 'ArrowDown', 'ArrowDown', 'c']) await page.keyboard.press(key);
      await page
        .getByRole('textbox', { name: /^Comment on/ })
        .last()
        .waitFor();
      await page.keyboard.type(`${typed} ${turn}`);
      await scroll(page);
      await page.keyboard.type('!');
      await page.keyboard.press('Control+Enter');
      await page.getByText(`${typed} ${turn}!`).first().waitFor();
      done += typed.length + 8;
    }
    return events(page, done);
  });
  const others = await on(context, pair.beside, async (page) => {
    await watchEvents(page);
    await page.mouse.move(900, 500);
    for (let turn = 0; turn < 5; turn++) {
      await scroll(page);
      await page.locator('textarea').focus();
      await page.keyboard.type(`${typed} ${turn}`);
    }
    return events(page, 5 * typed.length);
  });
  await context.close();
  const row = rowOf('interaction-10k', own);
  const beside = rowOf('', others).p99_ms ?? 0;
  return { ...row, value: row.p99_ms ?? 0, unit: 'ms', beside };
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < 10; step++) await page.mouse.wheel(0, 900);
}

/** What the heap holds after the rubbish is gone. */
async function heapRow(browser: Browser, server: BenchServer, pair: Pair): Promise<BenchRow> {
  const context = await signedIn(browser, server);
  const heap = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return Math.round(usedSize / 1024 / 1024);
  };
  const value = await on(context, pair.console, async (page) => {
    await whole(page, counts.held);
    return heap(page);
  });
  const beside = await on(context, pair.beside, heap);
  await context.close();
  return { name: 'heap-100k', value, unit: 'MB', beside };
}

/** The largest paint of the tab when its address is opened. */
async function largestPaintRow(
  browser: Browser,
  server: BenchServer,
  { painted, turns }: { painted: Pair; turns: number },
): Promise<BenchRow> {
  const context = await signedIn(browser, server);
  const largest = async (page: Page) => {
    await page.waitForLoadState('networkidle');
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().at(-1)?.startTime ?? 0);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  };
  const own: number[] = [];
  const others: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    own.push(
      await on(context, painted.console, async (page) => {
        await whole(page, counts.interactive);
        return largest(page);
      }),
    );
    others.push(await on(context, painted.beside, largest));
  }
  await context.close();
  const name = 'changes-largest-paint';
  return { ...rowOf(name, own), value: middle(own), unit: 'ms', beside: middle(others) };
}
