import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

// Its text, not its module: it runs in the page, past the policy that forbids foreign scripts.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 A and AA in what a part of the page shows now, one line per element. */
export async function violationsOf(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ runOnly, within }) => {
      // The evaluated text has put it there.
      const { run } = Reflect.get(globalThis, 'axe') as typeof axe;
      const { violations } = await run(within, { runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html }) => `${id}: ${help}: ${html}`),
      );
    },
    { runOnly: tags, within: part },
  );
}
