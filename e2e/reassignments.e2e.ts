import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { axe, test } from './fixtures.ts';
import { person } from './people.ts';
import { api, server } from './server.ts';

const source = {
  type: 'source',
  host: 'https://src.example.test',
  import_type: 'gitlab_migration',
};
const at = '2026-01-02T03:04:05Z';
const bundle = [
  source,
  { type: 'user', id: '1', name: 'Ann Buoy', username: 'ann' },
  { type: 'user', id: '2', name: 'Bo Mast', username: 'bo' },
  { type: 'user', id: '3', name: 'Cy Keel', username: 'cy' },
  { type: 'issue', id: 'i1', project: 'hull', title: 'It leaks', author: '1', created_at: at },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** The file behind a link that downloads. */
async function downloaded(page: Page, name: string): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text };
}

/** Gives a person of the file to a user. */
const given = (text: string, identifier: string, username: string): string =>
  text.replace(
    new RegExp(`^(.*,gitlab_migration,${identifier},[^,]*,[^,]*,)[^,]*,`, 'm'),
    `$1${username},`,
  );

/** Uploads a CSV and waits for the end of its dry run; its report. */
async function tried(page: Page, name: string, text: string) {
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Start dry run' }).click();
  const report = page.getByRole('dialog', { name });
  await expect(report.getByText('Dry run finished')).toBeVisible();
  return report;
}

test('an Owner who is no administrator brings a bundle in and gives its people to users by CSV', async ({
  signInAs,
}) => {
  const root = api(server.rootToken);
  const allowed = await root('PUT', '/application/settings', {
    import_sources: ['gitlab_project'],
  });
  expect(allowed.status).toBe(200);
  const olive = await person('olive', 'Olive Owner');
  const ines = await person('ines', 'Ines Buoy');
  for (const name of ['ivor', 'ilse']) await person(name, name);
  const made = await root<{ id: number }>('POST', '/groups', { name: 'Crew', path: 'crew-csv' });
  const members = `/groups/${made.body.id}/members`;
  await root('POST', members, { user_id: olive.id, access_level: 50 });

  const page = await signInAs(olive.username, olive.password);
  await page.goto('/groups/crew-csv/reassignments/imports');
  await page.getByRole('button', { name: 'Upload bundle' }).click();
  const buffer = Buffer.from(bundle);
  const dialog = page.getByRole('dialog', { name: 'Upload bundle' });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'crew.jsonl', mimeType: 'application/jsonl', buffer });
  await dialog.getByRole('button', { name: 'Upload bundle' }).click();
  await expect(page.getByText('Finished: 4 new')).toBeVisible();
  await axe(page);

  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(page.getByRole('row', { name: /Ann Buoy/ })).toBeVisible();
  const list = await downloaded(page, 'Download CSV');
  expect(list.name).toMatch(/^placeholder_reassignments_for_group_\d+_\d+\.csv$/);
  expect(list.text.trimEnd().split('\n')).toHaveLength(4);

  const wrong = given(given(list.text, '1', 'nobody'), '2', 'noone');
  const first = await tried(page, 'first.csv', wrong);
  await expect(first.getByText('No matching user for provided information.')).toHaveCount(2);
  await expect(first.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const corrected = given(given(given(list.text, '1', 'ines'), '2', 'ivor'), '3', 'nobody');
  const second = await tried(page, 'second.csv', corrected);
  await second.getByRole('button', { name: /^Apply/ }).click();
  const applied = page.getByRole('dialog', { name: 'second.csv' });
  await expect(applied.getByText('Finished', { exact: true })).toBeVisible();
  const errors = await downloaded(page, 'Download error CSV');
  expect(errors.name).toMatch(/^failures_\d+\.csv$/);
  await page.keyboard.press('Escape');

  // The error CSV keeps its shape: only the name in it is another.
  const mended = errors.text.replace('nobody', 'ilse');
  const third = await tried(page, 'third.csv', mended);
  await third.getByRole('button', { name: /^Apply/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'third.csv' }).getByText('Finished', { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Cy Keel.*Asked/ })).toBeVisible();
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('link', { name: 'third.csv' })).toHaveCount(2);

  const target = await signInAs(ines.username, ines.password);
  await target.goto('/');
  await axe(target);
  await target.getByRole('link', { name: /^The work of Ann Buoy/ }).click();
  await target.getByRole('button', { name: 'Accept' }).click();
  await target.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(target.getByText('Nothing waits for your answer here')).toBeVisible();
  const author = async () => {
    const path = `/projects/${encodeURIComponent('crew-csv/hull')}/issues/1`;
    return (await root<{ author: { username: string } }>('GET', path)).body.author.username;
  };
  await expect.poll(author).toBe('ines');
});
