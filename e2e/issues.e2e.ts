import { expect } from '@playwright/test';
import { test } from './demo-fixtures.ts';
import { api } from './server.ts';

test('a reporter opens an issue, comments on it and closes it', async ({ demo, enter }) => {
  const page = await enter('reporter');
  await page.goto('/projects/harbour%2Ftide-tables/issues');
  // The key of the primary action.
  await expect(page.getByRole('link', { name: 'New issue' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(page.getByText('This is needed')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('The lamp is out');
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(page.getByRole('heading', { name: 'The lamp is out', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Since **Tuesday**.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Tuesday').and(page.locator('strong'))).toBeVisible();
  await page.getByRole('button', { name: 'Close issue' }).click();
  await expect(page.getByRole('button', { name: 'Reopen issue' })).toBeVisible();
  const issues = `/projects/${demo.projects['harbour/tide-tables']}/issues`;
  const { body } = await api(demo.tokens.root ?? '', demo.url)<object[]>(
    'GET',
    `${issues}?search=lamp`,
  );
  expect(body).toMatchObject([
    {
      title: 'The lamp is out',
      state: 'closed',
      user_notes_count: 1,
      author: { username: 'reporter' },
    },
  ]);
});
