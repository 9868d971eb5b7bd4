import { expect, type Page } from '@playwright/test';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { axe, signIn, test as base } from './fixtures.ts';
import { api } from './server.ts';

/** How an instance looks shows on each of its pages: these tests have a server of their own. */
const test = base.extend<object, { own: BuiltServer }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed
    async ({}, provide) => {
      const server = await startBuiltServer();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ own }, provide) => provide(own.url),
});

/** One dark pixel. */
const picture = {
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The message at the head or the foot of the page, in its colours. */
async function expectMessages(page: Page): Promise<void> {
  for (const [place, text, tag] of [
    ['head', 'Fog ahead', 'strong'],
    ['foot', 'Tides <b>today</b>', 'a'],
  ] as const) {
    const line = page.locator(`[data-place="${place}"]`).first();
    await expect(line).toHaveText(text);
    await expect(line.locator(tag)).toBeVisible();
    await expect(line).toHaveCSS('background-color', 'rgb(18, 52, 86)');
    await expect(line).toHaveCSS('color', 'rgb(255, 238, 204)');
    await expect(line.locator('h1, ul, img')).toHaveCount(0);
  }
}

test('what an administrator paints is seen at once by everybody, on every page', async ({
  page,
  own,
  signInAs,
}) => {
  const root = api(own.rootToken, own.url);
  await root('PUT', '/application/settings', { signup_enabled: true });
  const words = { username: 'ivy', name: 'Ivy Ratline', email: 'ivy@example.test' };
  const password = 'the password of ivy';
  await root('POST', '/users', { ...words, password, skip_confirmation: true });
  const group = await root<{ id: number }>('POST', '/groups', { name: 'Quay', path: 'quay' });
  const ivy = await root<{ id: number }[]>('GET', '/users?username=ivy');
  const member = { user_id: ivy.body[0]?.id, access_level: 30 };
  await root('POST', `/groups/${group.body.id}/members`, member);

  await signIn(page, 'root', own.rootPassword);
  await page.goto('/admin/appearance');
  const fill = (name: string, text: string) =>
    page.getByRole('textbox', { name, exact: true }).fill(text);
  await fill('Title', 'Harbour <b>office</b>');
  await fill('Description', 'Ask the **mate**');
  await fill('Header message', 'Fog **ahead**');
  await fill('Footer message', '[Tides](https://tides.example.test) <b>today</b>');
  await fill('Message background color', '#123456');
  await fill('Message font color', '#777777');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('hard to read')).toBeVisible();
  await fill('Message font color', '#FFEECC');
  await expect(preview.getByText('easy to read')).toBeVisible();
  await fill('Member guidelines', 'Ask *first*');
  await fill('New project guidelines', 'One a *day*');
  await fill('Profile image guidelines', 'Smile *always*');
  await fill('PWA name', 'Harbour deck');
  await fill('PWA short name', 'Deck');
  await fill('PWA description', 'All hands');
  const zone = (label: string) => page.getByRole('group', { name: label, exact: true });
  for (const label of ['Logo', 'Header logo', 'PWA icon']) {
    const name = `${label.toLowerCase().replace(' ', '_')}.png`;
    await zone(label)
      .locator('input[type="file"]')
      .setInputFiles({ ...picture, name });
  }
  const dropped = await page.evaluateHandle((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'favicon.png', { type: 'image/png' }));
    return transfer;
  }, picture.buffer.toString('base64'));
  await zone('Favicon').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(zone('Favicon')).toContainText('favicon.png');
  let ground = '';
  for (const scheme of ['Light', 'Dark']) {
    await preview.getByText(scheme, { exact: true }).click();
    const place = (name: string) => preview.getByRole('group', { name });
    const surface = place('Sign-in page').locator(':scope > div');
    const colour = () => surface.evaluate((one) => getComputedStyle(one).backgroundColor);
    await expect.poll(colour).not.toBe(ground);
    ground = await colour();
    await expect(place('Sign-in page').getByText('Harbour <b>office</b>')).toBeVisible();
    await expect(place('Sign-in page').locator('strong', { hasText: 'mate' })).toBeVisible();
    await expect(place('Page frame').getByText('ahead')).toBeVisible();
    await expect(place('Page frame').locator('img')).toHaveJSProperty('naturalWidth', 1);
    await expect(place('Browser tab').locator('img')).toHaveJSProperty('naturalWidth', 1);
    await expect(place('Install card').getByText('Harbour deck')).toBeVisible();
    await expect(place('Install card').getByText('All hands')).toBeVisible();
    await expect(place('Mail').locator('img')).toHaveJSProperty('naturalWidth', 1);
  }
  await axe(page);
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect(page.getByText('The appearance was saved')).toBeVisible();
  await expectMessages(page);
  await expect(page.getByRole('link', { name: 'To the home page' }).locator('img')).toHaveAttribute(
    'src',
    /header_logo\.png\?v=/,
  );

  const visitor = await page.context().browser()?.newContext();
  const door = await visitor?.newPage();
  if (door === undefined) throw new Error('no browser');
  for (const [path, heading] of [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Register'],
  ] as const) {
    await door.goto(own.url + path);
    await expect(door.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(door.getByText('Harbour <b>office</b>')).toBeVisible();
    await expect(door.locator('main strong', { hasText: 'mate' })).toBeVisible();
    await expect(door.locator('main img')).toHaveJSProperty('naturalWidth', 1);
    await expect(door.locator('link[rel="icon"]')).toHaveAttribute('href', /favicon\.png\?v=/);
    await expectMessages(door);
  }
  await visitor?.close();

  const deckhand = await signInAs('ivy', password);
  // The last two are what is not there, and what is not hers.
  const places = ['/', '/merge-requests', '/projects', '/groups/quay', '/profile/tokens'];
  for (const path of [...places, '/nowhere', '/admin/settings']) {
    await deckhand.goto(path);
    await expect(deckhand.getByRole('heading', { level: 1 })).toBeVisible();
    await expectMessages(deckhand);
    await expect(deckhand.locator('link[rel="icon"]')).toHaveAttribute('href', /favicon\.png/);
  }
  const guidelines = (on: Page) => on.getByRole('region', { name: 'Guidelines of this instance' });
  await deckhand.goto('/projects/new');
  await expect(guidelines(deckhand).locator('em')).toHaveText('day');
  await deckhand.goto('/profile/account');
  await expect(guidelines(deckhand).locator('em')).toHaveText('always');
  await deckhand.goto('/groups/quay/members');
  await expect(deckhand.getByText('Ivy Ratline').first()).toBeVisible();
  await expect(guidelines(deckhand)).toBeHidden();
  await page.goto('/groups/quay/members');
  await expect(guidelines(page).locator('em')).toHaveText('first');

  await page.goto('/admin/appearance');
  await zone('Header logo').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect(page.getByRole('link', { name: 'To the home page' }).locator('img')).toHaveCount(0);
});

test('browsers find nothing that keeps the console from being installed', async ({ page, own }) => {
  const session = await page.context().newCDPSession(page);
  const root = api(own.rootToken, own.url);
  for (const [names, sources] of [
    [{ pwa_name: '', pwa_short_name: '', title: '' }, /\/app-icon-/],
    [{ pwa_name: 'Harbour deck', pwa_short_name: 'Deck' }, /\/pwa_icon\/1\/app\.png\?v=/],
  ] as const) {
    await root('PUT', '/application/appearance', names);
    if ('pwa_short_name' in names && names.pwa_short_name !== '') {
      const body = new FormData();
      body.append('pwa_icon', new Blob([new Uint8Array(picture.buffer)]), 'app.png');
      const headers = { 'private-token': own.rootToken };
      const address = `${own.url}/api/v4/application/appearance`;
      expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200);
    } else {
      await root('PUT', '/application/appearance', { pwa_icon: null });
    }
    await page.goto(`${own.url}/sign-in`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const found = await session.send('Page.getAppManifest');
    expect([found.url, found.errors]).toEqual([`${own.url}/-/manifest.json`, []]);
    const manifest = JSON.parse(found.data ?? '');
    expect(manifest.name).toBe(names.pwa_name || 'Quarterdeck');
    const shapes: string[] = [];
    for (const { src, sizes, purpose } of manifest.icons) {
      expect(src).toMatch(sources);
      shapes.push(`${sizes} ${purpose}`);
      const icon = await page.request.get(src);
      expect(icon.headers()['content-type']).toBe('image/png');
    }
    expect(shapes).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Pages of tests are incognito; nothing else may be in the way.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  }
});

test('text of people stays text in dialogs and notices (gl#389487, gl#408281: HTML came in by an e-mail)', async ({
  page,
  own,
}) => {
  const name = '<img src=x onerror=alert(1)><b id=injected>Bo</b>';
  const user = { username: 'bo', name, email: 'bo+<b@example.test', password: 'a long password' };
  const root = api(own.rootToken, own.url);
  const refused = await root('POST', '/users', user);
  expect(refused.status).toBe(400);
  const made = await root<{ id: number }>('POST', '/users', { ...user, email: 'bo@example.test' });
  expect(made.status).toBe(201);
  await signIn(page, 'root', own.rootPassword);
  await page.goto(`/admin/users/${made.body.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(name);
  await dialog.getByRole('textbox').fill('bo');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`${name} is deleted`)).toBeVisible();
  await expect(page.locator('#injected, img[src="x"]')).toHaveCount(0);
});

test('the help, whom to ask and where one is sent after signing out are as they are set', async ({
  page,
  own,
}) => {
  const root = api(own.rootToken, own.url);
  const set = {
    help_page_text: 'Ask the **mate** first',
    help_page_support_url: 'https://support.example.test/desk',
    after_sign_out_path: `${own.url}/sign-in?from=help`,
  };
  expect((await root('PUT', '/application/settings', set)).status).toBe(200);
  await signIn(page, 'root', own.rootPassword);
  await page.getByRole('button', { name: 'Help' }).click();
  const sheet = page.getByRole('dialog', { name: 'Keys and help' });
  await expect(sheet.locator('strong', { hasText: 'mate' })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    set.help_page_support_url,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Administrator/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(set.after_sign_out_path);
});
