import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { giveRole, person, project } from './people.ts';
import { api, server } from './server.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a file; answers how texts refer to it. */
async function upload(path: string, name: string, bytes: Buffer): Promise<string> {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], name));
  const answer = await fetch(`${server.url}/api/v4${path}/uploads`, {
    method: 'POST',
    headers: { 'private-token': server.rootToken },
    body,
  });
  expect(answer.status).toBe(201);
  // Safe: what is not there fails the page that the text is shown on.
  return ((await answer.json()) as { markdown: string }).markdown;
}

test('files that were uploaded are shown where texts refer to them', async ({ signInAs }) => {
  const path = await project('chart-room', 'charts');
  const reader = await person('una', 'Una Chart');
  await giveRole(path, reader, 20);
  const root = api(server.rootToken);
  const inApi = `/projects/${encodeURIComponent(path)}`;
  const readme = [
    await upload(inApi, 'fog.png', png),
    await upload(inApi, 'log.txt', Buffer.from('Calm.\n')),
  ].join('\n\n');
  const made = await root('POST', `${inApi}/repository/commits`, {
    branch: 'main',
    commit_message: 'Describe',
    actions: [{ action: 'create', file_path: 'README.md', content: readme }],
  });
  expect(made.status).toBe(201);

  const page = await signInAs(reader.username, reader.password);
  await page.goto(`${inApi}`);
  const image = page.getByRole('img', { name: 'fog' });
  await expect(image).toBeVisible();
  await expect(image).toHaveJSProperty('naturalWidth', 1);
  const awaited = page.waitForEvent('download');
  await page.getByRole('link', { name: 'log.txt' }).click();
  expect((await awaited).suggestedFilename()).toBe('log.txt');
});
