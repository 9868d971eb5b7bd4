import { expect } from '@playwright/test';
import { axe, signIn, test } from './fixtures.ts';
import { api, server } from './server.ts';

test('the administrator of the first start makes a user, a group, a project and a role', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await axe(page);
  await signIn(page, 'root', server.rootPassword);
  await axe(page);

  await page.goto('/admin/users');
  await axe(page);
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Juno Fairlead');
  await page.getByRole('textbox', { name: 'Username' }).fill('juno');
  await page.getByRole('textbox', { name: 'Email' }).fill('juno@example.test');
  await page.getByLabel('Password').and(page.locator('input')).fill('short');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('is too short (minimum is 8 characters)')).toBeVisible();
  await axe(page);
  await page.getByLabel('Password').and(page.locator('input')).fill('a long password');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('link', { name: 'Juno Fairlead' })).toBeVisible();

  await page.goto('/groups/new');
  await axe(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbor');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Harbor', level: 1 })).toBeVisible();
  await axe(page);

  await page.goto('/projects/new');
  await axe(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Tidewatch');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'harbor' }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Tidewatch', level: 1 })).toBeVisible();
  await expect(page.getByText('/harbor/tidewatch.git').first()).toBeVisible();
  await axe(page);

  await page.goto('/projects/harbor%2Ftidewatch/members');
  await axe(page);
  await page.getByRole('combobox', { name: 'User' }).fill('juno');
  await page.getByRole('option', { name: /Juno Fairlead/ }).click();
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('Juno Fairlead (juno)');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Developer' }).click();
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByText('Juno Fairlead added')).toBeVisible();

  const members = await api(server.rootToken)<{ username: string; access_level: number }[]>(
    'GET',
    '/projects/harbor%2Ftidewatch/members/all',
  );
  expect(members.body.map((one) => [one.username, one.access_level])).toEqual([
    ['root', 50],
    ['juno', 30],
  ]);
});
