import { expect } from '@playwright/test';
import { test } from './demo-fixtures.ts';
import { api } from './server.ts';

const key = 'deny_all_requests_except_allowed';

test('a setting is changed, seen before it is saved, found in the history and taken back', async ({
  demo,
  enter,
}) => {
  const root = api(demo.tokens.root ?? '', demo.url);
  const stored = async () =>
    (await root<Record<string, unknown>>('GET', '/application/settings')).body[key];
  const page = await enter('root');
  await page.goto('/admin/settings/network');
  const control = page.locator(`[id="${key}"]`).getByRole('switch');
  await control.press('Space');
  const changes = page.getByRole('region', { name: '1 change before you save' });
  await expect(changes).toContainText('- false');
  await expect(changes).toContainText('+ true');
  expect(await stored()).toBe(false);
  await page.getByRole('textbox', { name: /^Reason/ }).fill('A drill');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await stored()).toBe(true);
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.getByRole('row').filter({ hasText: 'A drill' });
  await row.getByRole('link', { name: key }).click();
  await page.getByRole('button', { name: 'Revert this change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert this change?' });
  await expect(dialog).toContainText(key);
  await dialog.getByRole('button', { name: 'Revert this change' }).click();
  await expect(page.getByText('Change reverted')).toBeVisible();
  expect(await stored()).toBe(false);
  // A job chains the rows of the audit at most ten seconds later.
  const unsealed = async () => {
    const answer = await page.request.get(`${demo.url}/bff/audit_events/chain`);
    return ((await answer.json()) as { unsealed: number }).unsealed;
  };
  await expect.poll(unsealed, { timeout: 15_000 }).toBe(0);
});
