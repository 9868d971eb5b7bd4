import { type Browser, expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../axe.ts';
import { filled, screens, stage } from './screens.ts';
import { shapeOf } from './shape.ts';
import { type Mode, openVisitor, refusedRequest } from './visitor.ts';

// What every screen promises, for every route of the tree: a new route joins by existing. Each is
// opened as its reader finds it, with empty lists, with a server that fails, refuses or is slow,
// in both schemes, wide and narrow.

// To change from one to the other takes as long as opening a screen, so the next screen is
// opened in the look in which the last one was left.
const looks: { scheme: 'light' | 'dark'; size: { width: number; height: number } }[] = [
  { scheme: 'light', size: { width: 1440, height: 900 } },
  { scheme: 'dark', size: { width: 360, height: 740 } },
];

const says: Partial<Record<Mode, string>> = {
  failing: 'This could not be loaded',
  forbidden: 'You may not see this',
};

const modes = ['full', 'empty', 'failing', 'forbidden', 'slow'] as const satisfies readonly Mode[];

/** What was judged in which look, so that one shape in one look is judged once. */
type Judged = Set<string>;

/** Blank cells, and what is wider than the page. */
async function measured(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBlank = (cell: Element) =>
      cell.checkVisibility() &&
      cell.textContent?.trim() === '' &&
      cell.closest('[aria-hidden]') === null &&
      // The side of an added line on which there is no line.
      !cell.hasAttribute('data-side') &&
      getComputedStyle(cell, '::before').content === 'none' &&
      cell.querySelector('svg, img, input, button, select, [aria-label]') === null;
    const blank = [...document.querySelectorAll('td, [role="cell"], [role="gridcell"], dd')]
      .filter(isBlank)
      .map((cell) => `blank: ${cell.outerHTML}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    const over = scrollWidth - clientWidth;
    return over > 0 ? [...blank, `wider than the page by ${over}`] : blank;
  });
}

// What lies around the content of a screen is the same whatever its server answers.
const partOf = (mode: Mode) => (mode === 'full' ? 'html' : 'main');

/** What is wrong with one screen in these looks, by WCAG 2.2 A and AA and by measure. */
async function faultsOf(
  page: Page,
  part: string,
  { judged, seen }: { judged: Judged; seen: typeof looks },
): Promise<string[]> {
  const faults: string[] = [];
  for (const { scheme, size } of seen) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const found = await measured(page);
    const shape = `${scheme} ${await shapeOf(page, part)}`;
    if (!judged.has(shape)) found.push(...(await violationsOf(page, part)));
    judged.add(shape);
    faults.push(...found.map((fault) => `${scheme}, ${size.width}: ${fault}`));
  }
  return faults;
}

/** What the screen offers in the palette besides what every screen has. */
async function offered(page: Page): Promise<string[]> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump' });
  await palette.getByRole('option', { name: 'Copy as curl' }).waitFor();
  const rows = await palette.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  // Actions come first; these two close their part.
  return rows.slice(0, rows.indexOf('Copy as curl'));
}

/** Opens the sheet of keys, which lists the same actions, those that have a key. */
async function openSheet(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('?');
  const sheet = page.getByTestId('dialog-keys');
  await sheet.getByRole('switch').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

/**
 * Full and empty, a screen is seen in both looks. What stands in its place where nothing can be read
 * is the same on every screen: half of them show it in one look, half in the other.
 */
function looksOf(mode: Mode, share: number): typeof looks {
  if (mode === 'full' || mode === 'empty') return looks.reverse();
  return looks.filter(({ scheme }) => (scheme === 'light') === share < 0.5);
}

async function open(browser: Browser, group: string, paths: readonly string[]): Promise<string[]> {
  const params = await stage(group);
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const faults: string[] = [];
  const judged: Judged = new Set();
  for (const mode of modes) {
    await visitor.begin(mode);
    await visitor.settled();
    for (const [index, path] of paths.entries()) {
      const report = (fault: string) => faults.push(`${path} ${mode}: ${fault}`);
      const seen = looksOf(mode, index / paths.length);
      const judge = async () =>
        (await faultsOf(page, partOf(mode), { judged, seen })).forEach(report);
      await visitor.go(filled(path, params));
      if (mode === 'slow') {
        await visitor.answered();
        await judge();
        visitor.release();
        await visitor.settled();
        continue;
      }
      await visitor.settled();
      // A screen that reads nothing shows itself; any other says what happened, and its request.
      const said = says[mode];
      if (said !== undefined && visitor.touched() > 0) {
        for (const text of [said, refusedRequest]) {
          if ((await page.getByText(text).filter({ visible: true }).count()) === 0)
            report(`does not say ${text}`);
        }
      }
      if (mode === 'empty') {
        const silent = await page.evaluate(() =>
          [...document.querySelectorAll('[data-testid^="list-"]')]
            .filter((list) => list.checkVisibility() && !list.querySelector('tbody tr, li, h1, h2'))
            .map((list) => list.getAttribute('data-testid')),
        );
        for (const list of silent) report(`${list} is empty and says nothing`);
      }
      await judge();
      // Before one is signed in there is no palette.
      const hasPalette = await page.getByRole('navigation', { name: 'Breadcrumb' }).isVisible();
      if (mode === 'full' && hasPalette) {
        if ((await offered(page)).length === 0) report('offers nothing in the palette');
        await openSheet(page);
      }
    }
  }
  await visitor.close();
  const isExpected = (problem: string) => /status of (500|403)/.test(problem);
  return [...faults, ...visitor.problems.filter((problem) => !isExpected(problem))];
}

const paths = screens();
const parts = 4;

test.describe('every screen keeps what all screens promise', () => {
  // Every route in five conditions and two looks; a quiet machine needs about two minutes each.
  test.describe.configure({ mode: 'parallel', timeout: 600_000 });
  for (let part = 1; part <= parts; part += 1) {
    test(`part ${part} of the tree`, async ({ browser }) => {
      const own = paths.filter((_path, index) => index % parts === part - 1);
      expect(await open(browser, `promises-${part}`, own)).toEqual([]);
    });
  }
});
