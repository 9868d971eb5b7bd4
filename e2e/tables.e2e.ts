import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './demo-fixtures.ts';
import { axe } from './fixtures.ts';

const list = (page: Page, name: string) => page.getByTestId(`list-${name}`);
const result = (page: Page, action: string) =>
  page.getByRole('region', { name: `Result of: ${action}` });

test('lists are narrowed, kept as views, downloaded and changed in bulk', async ({
  demo,
  signInAs,
}) => {
  const { root, developer } = demo.users;
  const page = await signInAs('root', root?.password ?? '');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });

  await test.step('filters and order live in the address, which restores the screen', async () => {
    await page.goto('/projects');
    await page.getByRole('searchbox', { name: 'Search' }).fill('s');
    await expect(page).toHaveURL(/search=s/);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'Mine: yes' }).click();
    await expect(rows).toHaveCount(4);
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await expect(page).toHaveURL(/membership=true.*order_by=name|order_by=name.*membership=true/);
    await expect(rows.nth(2)).toContainText('harbour/signal-flags');
    await page.reload();
    await expect(rows.nth(2)).toContainText('harbour/signal-flags');
    await expect(list(page, 'projects')).toContainText('1–4 of 4');
    await axe(page);
  });

  await test.step('a view is saved and shared by its link', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Crew');
    await dialog.getByRole('checkbox', { name: /^Share it/ }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('button', { name: 'Crew' })).toBeVisible();
    const view = new URL(page.url()).searchParams.get('view');
    const other = await signInAs('developer', developer?.password ?? '');
    await other.goto(`/projects?view=${view}`);
    await expect(other).toHaveURL(/search=s/);
    await expect(other.getByTestId('list-projects')).toContainText('1–5 of 5');
  });

  await test.step('all rows of the filter come as CSV', async () => {
    await page.getByRole('button', { name: 'Download' }).click();
    const awaited = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    const download = await awaited;
    expect(download.suggestedFilename()).toBe('projects.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain('harbour/tide-tables');
  });

  await test.step('by keyboard: rows are walked and chosen, an action is undone', async () => {
    await page.goto('/groups/fleet/members');
    const first = page.getByRole('checkbox', { name: 'Select Tern Bowline' });
    await first.focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar).toContainText('2 selected');
    await axe(page);
    await bar.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 2 members?' });
    await expect(dialog).toContainText('Tern Bowline');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(result(page, 'Remove')).toContainText('2 members removed');
    await expect(rows).toHaveCount(7);
    await axe(page);
    await result(page, 'Remove').getByRole('button', { name: 'Undo' }).click();
    await expect(result(page, 'Remove')).toContainText('2 rows as before');
    await expect(rows).toHaveCount(9);
  });

  await test.step('the result of each row can be seen', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Change role 8 of 9' })
      .click();
    await page.getByRole('menuitem', { name: 'Reporter' }).click();
    const changed = result(page, 'Change role');
    await expect(changed).toContainText('Role of 8 members changed');
    await changed.getByRole('button', { name: 'Each row' }).click();
    await expect(changed.getByRole('listitem')).toHaveCount(8);
    await changed.getByRole('button', { name: 'Undo' }).click();
    await expect(changed).toContainText('8 rows as before');
    await expect(page.getByRole('combobox', { name: 'Role of Tern Bowline' })).toHaveValue('30');
  });
});
