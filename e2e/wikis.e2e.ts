import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { giveRole, person, project } from './people.ts';
import { api, server } from './server.ts';
import { git, workTree } from './work-tree.ts';

test('a Developer writes the wiki, changes it, looks back and takes a page away', async ({
  signInAs,
}) => {
  const path = await project('wikis', 'quay');
  const mia = await person('wikis-mia', 'Mia Latch');
  await giveRole(path, mia, 30);
  const page = await signInAs(mia.username, mia.password);
  await page.goto(`/projects/${encodeURIComponent(path)}`);
  await page.getByRole('link', { name: 'Wiki', exact: true }).click();
  await page.getByRole('link', { name: 'Write the home page' }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('home');
  await content.fill('Ships lie at the [berths](Harbour/Berths). <b>Mind</b> the **gap**.');
  await expect(page.locator('strong', { hasText: 'gap' })).toBeVisible();
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'home' })).toBeVisible();
  await expect(page.getByText('<b>Mind</b>')).toBeVisible();

  // A link to a page that is not there yet leads to where it is written.
  await page.getByRole('link', { name: 'berths' }).click();
  await expect(page.getByText('There is no page Harbour/Berths')).toBeVisible();
  await page.getByRole('link', { name: 'Write it' }).click();
  await content.fill('Twelve of them.');
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Berths', exact: true })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages of the wiki' });
  await expect(pages.getByRole('link')).toHaveCount(2);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await content.fill('Thirteen of them.');
  await page.getByRole('textbox', { name: 'Commit message' }).fill('One more');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The form has the text too: the page is there once its own title is.
  await expect(page.getByRole('heading', { level: 1, name: 'Berths', exact: true })).toBeVisible();
  await expect(page.getByText('Thirteen of them.')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'wikis-mia created page: Harbour/Berths' }).click();
  await page.getByRole('link', { name: 'Show the page as it was' }).click();
  await expect(page.getByText('Twelve of them.')).toBeVisible();
  await page.getByRole('link', { name: 'To the newest version' }).click();
  await expect(page.getByText('Thirteen of them.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Berths is deleted')).toBeVisible();
  await expect(pages.getByRole('link')).toHaveCount(1);
});

test('what others save meanwhile is not lost, and who may not write only reads', async ({
  signInAs,
}) => {
  const path = await project('wikis-shared', 'quay');
  const id = encodeURIComponent(path);
  const root = api(server.rootToken);
  const mia = await person('wikis-mira', 'Mira Latch');
  const gil = await person('wikis-gil', 'Gil Guest');
  await giveRole(path, mia, 30);
  await giveRole(path, gil, 10);
  await root('POST', `/projects/${id}/wikis`, { title: 'home', content: 'First' });
  const page = await signInAs(mia.username, mia.password);
  await page.goto(`/projects/${id}/wiki/pages/home/edit`);
  await page.getByRole('textbox', { name: 'Content' }).fill('Mine');
  await root('PUT', `/projects/${id}/wikis/home`, { content: 'Theirs' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').getByText('Someone changed this page')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('Mine');

  const guest = await signInAs(gil.username, gil.password);
  await guest.goto(`/projects/${id}/wiki`);
  await expect(guest.getByText('Theirs')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'New page' })).toBeHidden();
  await guest.goto(`/projects/${id}/wiki/new`);
  await expect(guest.getByText('You may not write in this wiki')).toBeVisible();
  await root('PUT', `/projects/${id}`, { wiki_access_level: 'disabled' });
  await guest.goto(`/projects/${id}/wiki`);
  await expect(guest.getByText('This project has no wiki')).toBeVisible();
});

/** One red point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('a picture is attached while a page is written, and every page shows it', async ({
  signInAs,
}) => {
  const path = await project('wikis-drawn', 'quay');
  const pia = await person('wikis-pia', 'Pia Latch');
  await giveRole(path, pia, 30);
  const page = await signInAs(pia.username, pia.password);
  const at = `/projects/${encodeURIComponent(path)}/wiki`;
  await page.goto(`${at}/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('How-to/Moor');
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.fill('Slowly.');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach a file' }).click();
  await (await choosing).setFiles({ name: 'quay.png', mimeType: 'image/png', buffer: png });
  await expect(content).toHaveValue(/^Slowly\.\n\n!\[quay\]\(uploads\/[\da-f]{32}\/quay\.png\)\n$/);
  const picture = page.getByRole('img', { name: 'quay' });
  const width = () => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  // The preview beside the form shows it, and so does the page.
  await expect.poll(width).toBe(1);
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Moor', exact: true })).toBeVisible();
  await expect.poll(width).toBe(1);
});

test('a wiki is cloned from the address that it shows', async ({ signInAs }) => {
  const path = await project('wikis-git', 'quay');
  const mia = await person('wikis-mona', 'Mona Latch');
  await giveRole(path, mia, 30);
  await api(server.rootToken)('POST', `/projects/${encodeURIComponent(path)}/wikis`, {
    title: 'home',
    content: 'By the console',
  });
  const page = await signInAs(mia.username, mia.password);
  await page.goto(`/projects/${encodeURIComponent(path)}/wiki`);
  const url = await page.locator('code', { hasText: '.wiki.git' }).innerText();
  const tree = await workTree();
  const by = url.replace('//', `//${mia.username}:${encodeURIComponent(mia.password)}@`);
  await git(tree.dir, 'pull', '--quiet', by, 'main');
  await tree.commit('Say more', { 'home.md': 'By git' });
  await git(tree.dir, 'push', '--quiet', by, 'HEAD:main');
  tree.remove();
  await page.reload();
  await expect(page.getByText('By git')).toBeVisible();
});
