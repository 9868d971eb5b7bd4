import { expect } from '@playwright/test';
import { test } from './demo-fixtures.ts';
import { axe } from './fixtures.ts';
import { api } from './server.ts';

const dots = ['mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='];
const png = (at: number) => `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42${dots[at]}`;
const code = (value: number) =>
  Array.from({ length: 120 }, (_line, at) =>
    at === 60 ? `const tide = ${value};\n` : `// code, ${at}\n`,
  ).join('');
const file = (action: string, file_path: string, content: string, more = {}) => ({
  action,
  file_path,
  content,
  ...more,
});

test('what became of each file is shown, and how it is read can be chosen', async ({
  demo,
  enter,
}) => {
  const owner = api(demo.tokens.maintainer ?? '', demo.url);
  const { body: project } = await owner<{ id: number }>('POST', '/projects', {
    name: 'Slipway',
    initialize_with_readme: true,
  });
  const base = `/projects/${project.id}`;
  const commit = async (branch: string, actions: object[], start?: string) => {
    const body = { branch, commit_message: 'Work', actions, ...(start && { start_branch: start }) };
    expect((await owner('POST', `${base}/repository/commits`, body)).status).toBe(201);
  };
  const base64 = { encoding: 'base64' };
  const moved = 'x\n'.repeat(40);
  await commit('main', [
    file('create', 'code.ts', code(1)),
    file('create', 'data.bin', 'AAEC', base64),
    file('create', 'dot.png', png(0), base64),
    file('create', 'old.ts', moved),
    file('create', 'run.sh', '#!/bin/sh\n'),
    file('create', 'space.ts', 'a  b\n'),
  ]);
  const topic = [
    file('update', 'code.ts', code(22)),
    file('update', 'data.bin', 'AAED', base64),
    file('update', 'dot.png', png(1), base64),
    file('move', 'new/name.ts', moved, { previous_path: 'old.ts' }),
    { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
    file('update', 'space.ts', 'a b\n'),
  ];
  await commit('topic', topic, 'main');
  await owner('POST', `${base}/merge_requests`, {
    title: 'All kinds',
    source_branch: 'topic',
    target_branch: 'main',
  });
  const page = await enter('maintainer');
  await page.goto(`${base}/merge-requests/1/changes`);
  const table = page.getByRole('table', { name: 'Changes' });
  const tree = page.getByRole('navigation', { name: 'Changed files' });
  const leaves = tree.getByRole('button');
  const show = (name: string) => leaves.filter({ hasText: name }).click();
  await expect(leaves).toHaveCount(6);
  await show('code.ts');
  await expect(table.locator('[data-code] [class*="keyword"]').first()).toHaveText('const');
  await expect(table.locator('[data-kind="added"] [class*="changed"]').first()).toHaveText('22');
  await show('data.bin');
  await expect(table.getByText('Binary file', { exact: true })).toBeVisible();
  await show('dot.png');
  for (const side of ['Before', 'After']) {
    const image = table.getByRole('img', { name: `${side}: dot.png` });
    await expect(image).toHaveJSProperty('naturalWidth', 1);
  }
  await show('name.ts');
  await expect(table.getByText('Renamed from old.ts')).toBeVisible();
  await show('run.sh');
  await expect(table.getByText('Mode changed from 100644 to 100755')).toBeVisible();
  await show('space.ts');
  const spaced = table.getByRole('row', { name: /added a b$/ });
  await expect(spaced).toBeVisible();
  await page.getByRole('button', { name: 'Ignore white space' }).click();
  await expect(page).toHaveURL(/space=ignored/);
  await expect(spaced).toHaveCount(0);
  await page.getByRole('button', { name: 'Ignore white space' }).click();
  const filter = tree.getByRole('searchbox', { name: 'Filter 6 files' });
  await filter.fill('dot');
  await expect(leaves).toHaveCount(1);
  await filter.fill('');
  await show('code.ts');
  await page.getByText('Split', { exact: true }).click();
  const both = /removed const tide = 1;.*added const tide = 22;/;
  await expect(table.getByRole('row', { name: both })).toBeVisible();
  await axe(page);
  await table.getByRole('button', { name: 'Show all' }).first().click();
  await show('code.ts');
  await expect(table.getByRole('row').filter({ hasText: '// code, 0' })).toBeVisible();

  await commit('topic', [file('create', 'late.ts', 'late\n')]);
  const versions = async () =>
    (await owner<unknown[]>('GET', `${base}/merge_requests/1/versions`)).body.length;
  await expect.poll(versions).toBe(2);
  await page.reload();
  await page.getByRole('combobox', { name: 'Compared with' }).click();
  await page.getByRole('option', { name: /^Version 1/ }).click();
  await expect(leaves).toHaveCount(1);
  await expect(leaves).toContainText('late.ts');
});
