import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { violationsOf } from './axe.ts';

interface Fixtures {
  /** What went wrong in any page of the test; an entry fails it. */
  problems: string[];
  /** A page of its own, signed in: one test may hold several roles. */
  signInAs: (username: string, password: string) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context }, provide) => {
      const problems: string[] = [];
      await watch(context, problems);
      await provide(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  signInAs: async ({ browser, problems }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (username, password) => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, problems);
      const page = await context.newPage();
      await signIn(page, username, password);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** No violation of WCAG 2.2 A and AA, in light and in dark. */
export async function axe(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await violationsOf(page), `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** Signs in on the sign-in page and waits until it is left. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  // A password field has no role, and its tab panel bears the same name.
  await page
    .getByLabel(/^Password/)
    .and(page.locator('input'))
    .fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Collects what goes wrong in any page of the context: errors and breaches of the policy. */
export async function watch(context: BrowserContext, problems: string[]): Promise<void> {
  context.on('weberror', (error) => problems.push(`uncaught: ${String(error.error())}`));
  context.on('console', (message) => {
    const answered = /status of 4\d\d/.test(message.text());
    const fromApi = /\/(api|bff)\//.test(message.location().url);
    // The browser logs each 4xx answer; those of the API are shown by the screens.
    if (message.type() === 'error' && !(answered && fromApi)) {
      problems.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  await context.exposeBinding('reportViolation', (_source, violation: string) => {
    problems.push(`policy: ${violation}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = Reflect.get(window, 'reportViolation');
      report(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
}
