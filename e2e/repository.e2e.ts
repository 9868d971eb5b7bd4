import { expect } from '@playwright/test';
import { test } from './demo-fixtures.ts';

test('a developer walks from the tree to a file, its history and a commit of it', async ({
  enter,
}) => {
  const page = await enter('developer');
  await page.goto('/projects/harbour%2Ftide-tables/files');
  const files = page.getByTestId('list-files');
  await files.getByRole('link', { name: 'src', exact: true }).click();
  await expect(page).toHaveURL(/path=src/);
  const file = files.getByRole('link', { name: /\.ts$/ }).first();
  const name = (await file.textContent()) ?? '';
  await file.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('export').first()).toBeVisible();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.first()).toBeVisible();
  const commit = rows.first().getByRole('link').first();
  const title = (await commit.textContent()) ?? '';
  await commit.click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});
