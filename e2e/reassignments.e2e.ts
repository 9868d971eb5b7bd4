import { expect } from '@playwright/test';
import { signIn, test } from './fixtures.ts';
import { api, server } from './server.ts';

const header =
  'Source host,Import type,Source user identifier,Source user name,Source username,GitLab username,GitLab public email';

test('a CSV of reassignments is tried first and says which line is wrong', async ({ page }) => {
  const made = await api(server.rootToken)('POST', '/groups', { name: 'Crew', path: 'crew-csv' });
  expect(made.status).toBe(201);
  await signIn(page, 'root', server.rootPassword);
  await page.goto('/groups/crew-csv/reassignments');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const line = 'https://src.example.test,gitlab_migration,1,Pia,pia,nobody,';
  await page.locator('input[type="file"]').setInputFiles({
    name: 'crew.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}\n${line}\n`),
  });
  await page.getByRole('button', { name: 'Start dry run' }).click();
  const report = page.getByRole('dialog', { name: 'crew.csv' });
  await expect(report.getByText('Dry run finished')).toBeVisible();
  await expect(report.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await report.getByRole('link', { name: 'Download error CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^failures_\d+\.csv$/);
});
