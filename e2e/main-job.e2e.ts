import { join } from 'node:path';
import { expect } from '@playwright/test';
import { axe, test } from './fixtures.ts';
import { giveRole, person, project } from './people.ts';
import { api, server } from './server.ts';
import { git, remoteOf, workTree } from './work-tree.ts';

interface Shown {
  state: string;
  merge_user: { username: string } | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
}

test('from a push to a merged request: a maintainer merges what a reporter may only read', async ({
  signInAs,
}) => {
  test.setTimeout(240_000);
  const path = await project('lighthouse', 'beam');
  const mara = await person('mara', 'Mara Topsail');
  const rory = await person('rory', 'Rory Buoy');
  await giveRole(path, mara, 40);
  await giveRole(path, rory, 20);
  const screen = `/projects/${encodeURIComponent(path)}`;

  const tree = await workTree();
  const remote = remoteOf(path, mara.username, mara.password);
  await tree.commit('Begin', { 'beam.ts': '// Far\nexport const reach = "10";\n' });
  await git(tree.dir, 'push', '--quiet', remote, 'main');
  await git(tree.dir, 'switch', '--quiet', '--create', 'brighter');
  await tree.commit('Reach further', { 'beam.ts': '// Near\nexport let reach = "25";\n' });
  await tree.commit('Say how far', { 'README.md': '# Beam\n\nReaches 25 miles.\n' });
  await git(tree.dir, 'push', '--quiet', remote, 'brighter');
  tree.remove();

  const page = await signInAs(mara.username, mara.password);
  await page.goto(screen);
  await expect(page.getByRole('heading', { name: 'beam', level: 1 })).toBeVisible();
  await axe(page);
  await page.goto(`${screen}/merge-requests/new`);
  await page.getByRole('combobox', { name: 'Source branch' }).click();
  await page.getByRole('option', { name: 'brighter' }).click();
  await expect(page.getByText('2 commits').first()).toBeVisible();
  await axe(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Brighter beam');
  await page.getByRole('button', { name: 'Create merge request' }).click();
  await expect(page.getByRole('heading', { name: /Brighter beam/, level: 1 })).toBeVisible();
  await axe(page);

  // Where the tabs are out of sight the page stays at what is written.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ ...size, height: 400 });
  const overview = page.getByRole('link', { name: /^Overview/ });
  const before = await overview.innerText();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Tested in fog.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('article').getByText('Tested in fog.')).toBeVisible();
  await expect(overview).not.toHaveText(before);
  await expect(overview).not.toBeInViewport();
  await page.setViewportSize(size);

  await page.getByRole('link', { name: /^Commits/ }).click();
  await expect(page.getByText('Reach further')).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: /^Changes/ }).click();
  await expect(page.getByText('export let reach = "25";').first()).toBeVisible();
  await axe(page);

  const reporter = await signInAs(rory.username, rory.password);
  await reporter.goto(`${screen}/merge-requests/1`);
  await expect(reporter.getByText('You may not merge into main')).toBeVisible();
  await expect(reporter.getByRole('button', { name: 'Merge', exact: true })).toBeHidden();
  await axe(reporter);

  await page.getByRole('link', { name: /^Overview/ }).click();
  await expect(page.getByText('Ready to merge')).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged by Mara Topsail').first()).toBeVisible();
  await axe(page);

  const root = api(server.rootToken);
  const api_ = `/projects/${encodeURIComponent(path)}`;
  const shown = await root<Shown>('GET', `${api_}/merge_requests/1`);
  expect(shown.body).toMatchObject({ state: 'merged', merge_user: { username: 'mara' } });
  const main = await root<{ commit: { id: string; parent_ids: string[] } }>(
    'GET',
    `${api_}/repository/branches/main`,
  );
  expect(main.body.commit.id).toBe(shown.body.merge_commit_sha);
  expect(main.body.commit.parent_ids).toHaveLength(2);
  await page.goto(`${screen}/merge-requests?state=merged`);
  await expect(page.getByRole('link', { name: 'Brighter beam' })).toBeVisible();
  await axe(page);
});

test('this project itself is pushed with all its history and shown', async ({ signInAs }) => {
  test.setTimeout(120_000);
  const path = await project('shipyard', 'quarterdeck');
  const sol = await person('sol', 'Sol Anchor');
  await giveRole(path, sol, 40);
  const own = join(import.meta.dirname, '..');
  const head = (await git(own, 'rev-parse', 'HEAD')).trim();
  const count = Number(await git(own, 'rev-list', '--count', 'HEAD'));
  await git(
    own,
    'push',
    '--quiet',
    remoteOf(path, sol.username, sol.password),
    `${head}:refs/heads/main`,
  );
  const listed = await api(server.rootToken)<{ id: string }[]>(
    'GET',
    `/projects/${encodeURIComponent(path)}/repository/commits?per_page=1`,
  );
  expect(listed.body.map((commit) => commit.id)).toEqual([head]);
  expect(listed.headers.get('x-total')).toBe(String(count));
  const page = await signInAs(sol.username, sol.password);
  await page.goto(`/projects/${encodeURIComponent(path)}`);
  await expect(page.getByText(head.slice(0, 8)).first()).toBeVisible();
});
