import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { keyText } from './key-text.ts';
import { giveRole, person, project } from './people.ts';
import { server } from './server.ts';

test('a Maintainer adds a deploy key by paste, lets it push and takes it away', async ({
  signInAs,
}) => {
  const path = await project('keys', 'vault');
  const mia = await person('keys-mia', 'Mia Latch');
  await giveRole(path, mia, 40);
  const page = await signInAs(mia.username, mia.password);
  await page.goto(`/projects/${encodeURIComponent(path)}/deploy-keys`);
  await expect(page.getByText('Git over SSH is switched off on this server')).toBeVisible();
  await page.getByRole('button', { name: 'Add a deploy key' }).first().click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'Public key' });
  await text.fill('no key at all');
  await expect(dialog.getByText('The key is invalid.')).toBeVisible();
  await text.fill(keyText('builder@quay'));
  await expect(dialog.getByText('ED25519 256 · builder@quay')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Builder');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Reads', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Builder may push' }).click({ force: true });
  await expect(page.getByText('Reads and writes')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Builder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No deploy key here')).toBeVisible();
});

test('an administrator removes keys of the whole server; people keep SSH keys of their own', async ({
  signInAs,
}) => {
  const page = await signInAs('root', server.rootPassword);
  await page.goto('/admin/deploy-keys');
  await page.getByRole('button', { name: 'Add a public key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Fleet');
  await dialog.getByRole('textbox', { name: 'Public key' }).fill(keyText('fleet'));
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Fleet (public)')).toBeVisible();
  await page.getByRole('checkbox', { name: /Fleet/ }).check();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Fleet (public)')).toBeHidden();

  await page.goto('/profile/ssh-keys');
  await page.getByRole('button', { name: 'Add an SSH key' }).first().click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Desk');
  await dialog.getByRole('textbox', { name: 'Public key' }).fill(keyText('desk'));
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sign-in and signing')).toBeVisible();
});
