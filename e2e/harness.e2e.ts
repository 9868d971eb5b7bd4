import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

// The fixtures fail any test on these; here they are provoked, seen and forgiven.

test('a breach of the content security policy is seen', async ({ page, problems }) => {
  await page.goto('/sign-in');
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => problems.join('\n')).toContain('policy: style-src-attr');
  problems.length = 0;
});

test('text does not become markup', async ({ page }) => {
  await page.goto('/sign-in');
  const write = page.evaluate(() => {
    document.createElement('p').innerHTML = '<b>bold</b>';
  });
  await expect(write).rejects.toThrow('Markup from text is refused');
});

test('an uncaught error and an error on the console are seen', async ({ page, problems }) => {
  await page.goto('/sign-in');
  await page.evaluate(() => {
    console.error('provoked');
    setTimeout(() => {
      throw new Error('provoked');
    });
  });
  await expect.poll(() => problems.join('\n')).toMatch(/uncaught: Error: provoked/);
  expect(problems.join('\n')).toContain('console: provoked');
  problems.length = 0;
});
