import { expect } from '@playwright/test';
import { axe, test } from './fixtures.ts';
import { giveRole, person, project } from './people.ts';
import { api, server } from './server.ts';

interface Schedule {
  id: number;
  owner: { username: string };
  cron: string;
  variables?: { key: string; value: string }[];
}

test('a schedule is made by one maintainer and taken over, run and switched off by another', async ({
  signInAs,
}) => {
  const path = await project('tide-office', 'gauge');
  const nora = await person('nora', 'Nora Gauge');
  const piet = await person('piet', 'Piet Ebb');
  await giveRole(path, nora, 40);
  await giveRole(path, piet, 40);
  const root = api(server.rootToken);
  const at = `/projects/${encodeURIComponent(path)}`;
  const committed = await root('POST', `${at}/repository/commits`, {
    branch: 'main',
    commit_message: 'Begin',
    actions: [
      { action: 'create', file_path: '.gitlab-ci.yml', content: 'measure: { script: make }' },
    ],
  });
  expect(committed.status).toBe(201);
  const stored = async () => {
    const [first] = (await root<Schedule[]>('GET', `${at}/pipeline_schedules`)).body;
    return (await root<Schedule>('GET', `${at}/pipeline_schedules/${first?.id}`)).body;
  };

  const page = await signInAs(nora.username, nora.password);
  await page.goto(`${at}/schedules/new`);
  await page.getByRole('textbox', { name: 'Description' }).fill('Nightly');
  const cron = page.getByRole('textbox', { name: 'Cron' });
  await cron.fill('15 3 * * *');
  await expect(page.getByText('At 03:15 every day')).toBeVisible();
  const next = page.getByRole('region', { name: 'Next 10 runs' });
  await expect(next.getByText('03:15').nth(9)).toBeVisible();
  await page.getByRole('button', { name: 'Add variable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add variable' });
  await dialog.getByRole('textbox', { name: 'Key' }).fill('DATUM_TOKEN');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('s3cret');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('DATUM_TOKEN')).toBeVisible();
  await expect(page.getByText('s3cret')).toBeHidden();
  await axe(page);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Nightly', level: 1 })).toBeVisible();
  expect(await stored()).toMatchObject({
    cron: '15 3 * * *',
    owner: { username: 'nora' },
    variables: [{ key: 'DATUM_TOKEN', value: 's3cret' }],
  });

  const mate = await signInAs(piet.username, piet.password);
  await mate.goto(`${at}/schedules`);
  await expect(mate.getByRole('switch', { name: 'Nightly is active' })).toBeDisabled();
  await mate.getByRole('button', { name: 'Take over Nightly' }).click();
  await mate.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(mate.getByRole('switch', { name: 'Nightly is active' })).toBeEnabled();
  expect((await stored()).owner.username).toBe('piet');
  await mate.getByRole('button', { name: 'Run Nightly now' }).click();
  await mate.getByRole('link', { name: 'Nightly' }).click();
  await mate.getByRole('link', { name: 'History' }).click();
  await expect(mate.getByText('Pipeline made')).toBeVisible();
  await mate.getByRole('link', { name: /^Pending #\d+/ }).click();
  await expect(mate.getByRole('link', { name: 'measure' })).toBeVisible();

  // Who made it may no longer change it.
  await page.reload();
  await expect(page.getByText('Only its owner may change it. Take it over first.')).toBeVisible();
});
