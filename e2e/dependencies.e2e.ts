import { expect } from '@playwright/test';
import { axe, test } from './fixtures.ts';
import { person, project } from './people.ts';
import { api, server } from './server.ts';

const lock = JSON.stringify({
  packages: {
    '': { dependencies: { tide: '1' } },
    'node_modules/tide': { version: '1.0.0', license: 'MIT', dependencies: { ebb: '2' } },
    'node_modules/ebb': { version: '2.0.0', license: 'ISC' },
  },
});

test('what a project depends on is found, exported and downloaded by its author', async ({
  signInAs,
}) => {
  const path = await project('lock-keepers', 'sluice');
  const lena = await person('lena', 'Lena Sluice');
  const root = api(server.rootToken);
  const role = { user_id: lena.id, access_level: 30 };
  expect((await root('POST', '/groups/lock-keepers/members', role)).status).toBe(201);
  const committed = await root('POST', `/projects/${encodeURIComponent(path)}/repository/commits`, {
    branch: 'main',
    commit_message: 'Begin',
    actions: [
      { action: 'create', file_path: 'package-lock.json', content: lock },
      { action: 'create', file_path: 'old/Cargo.lock', content: '<<<<<<< HEAD\n' },
    ],
  });
  expect(committed.status).toBe(201);
  const page = await signInAs(lena.username, lena.password);
  const at = `/projects/${encodeURIComponent(path)}`;
  await expect(async () => {
    await page.goto(`${at}/dependencies`);
    await expect(page.getByRole('link', { name: 'tide' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText('1 file could not be read')).toBeVisible();
  await expect(page.getByText('It holds the marks of a merge conflict')).toBeVisible();
  await axe(page);
  await page.getByRole('searchbox').fill('ebb');
  await expect(page.getByRole('link', { name: 'tide' })).toBeHidden();
  await page.getByRole('link', { name: 'ebb' }).click();
  await expect(page.getByText('pkg:npm/ebb@2.0.0')).toBeVisible();

  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'New export' }).first().click();
  await axe(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Begin export' }).click();
  await expect(page.getByText('Ready: 2 dependencies')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download project_/ }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^project_\d+_dependencies_.*\.csv$/);
  await axe(page);

  await page.goto('/groups/lock-keepers/exports');
  await expect(page.getByText('No export yet')).toBeVisible();
  await page.getByRole('button', { name: 'New export' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin export' }).click();
  await expect(page.getByText('Ready: 2 dependencies')).toBeVisible();
});
