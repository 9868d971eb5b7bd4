import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { axe, test } from './fixtures.ts';
import { person, project } from './people.ts';
import { api, server } from './server.ts';

/** A real receiver on this machine; `status` is what it answers. */
async function startReceiver() {
  const receiver = { status: 200, received: [] as { url: string; body: string }[], port: 0 };
  const listening = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      receiver.received.push({
        url: incoming.url ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(receiver.status).end(`answered ${receiver.status}`);
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  receiver.port = (listening.address() as AddressInfo).port;
  return { receiver, stop: () => listening.close() };
}

/** A group with a project in it, and its owner. */
async function placeOf(group: string, owner: string) {
  const root = api(server.rootToken);
  const path = await project(group, 'mast');
  const ida = await person(owner, 'Ida Flag');
  const given = await root('POST', `/groups/${group}/members`, {
    user_id: ida.id,
    access_level: 50,
  });
  expect(given.status).toBe(201);
  const happen = async (title: string) => {
    const made = await root('POST', `/projects/${encodeURIComponent(path)}/issues`, { title });
    expect(made.status).toBe(201);
  };
  return { root, path, ida, happen };
}

const delivery = (page: Page, state: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByText(state, { exact: true });

test('an Owner sets an integration up, tests it, reads what was sent, sees it fail, sends it again and switches it off', async ({
  signInAs,
}) => {
  const { receiver, stop } = await startReceiver();
  const { root, path, ida, happen } = await placeOf('signals', 'ida');
  await root('PUT', '/application/settings', {
    outbound_local_requests_whitelist: ['127.0.0.1', 'localhost'],
  });
  const page = await signInAs(ida.username, ida.password);
  await page.goto('/groups/signals/integrations');
  await page.getByRole('searchbox', { name: 'Search' }).fill('pumb');
  await page.getByRole('link', { name: 'Pumble' }).click();
  await expect(page.getByRole('heading', { name: 'Pumble', level: 1 })).toBeVisible();
  await expect(page.getByText('Not set up')).toBeVisible();
  await expect(page.getByText('Never fires on this server').first()).toBeVisible();
  await axe(page);
  const hook = `http://127.0.0.1:${receiver.port}/hooks/tops3cret`;
  await page
    .getByLabel(/^Webhook/)
    .and(page.locator('input'))
    .fill(hook);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Pumble is set up')).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('The test arrived')).toBeVisible();
  expect(receiver.received.map(({ url }) => url)).toEqual(['/hooks/tops3cret']);

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('link', { name: /^test #/ }).click();
  const request = page.getByLabel('Request', { exact: true });
  await expect(request).toContainText('POST http://127.0.0.1');
  await expect(request).not.toContainText('tops3cret');
  await expect(page.getByLabel('Answer', { exact: true })).toContainText('answered 200');
  await axe(page);

  // The receiver breaks: what is refused is not tried again, and after the fourth event some may wait.
  receiver.status = 410;
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await happen(title);
  await page.goto('/groups/signals/integrations/pumble/deliveries');
  await expect
    .poll(async () => {
      await page.reload();
      await expect(delivery(page, 'Arrived')).toHaveCount(1);
      return (await delivery(page, 'Failed').count()) + (await delivery(page, 'Not sent').count());
    })
    .toBe(5);

  // It is well again: one is sent again by hand, and a test arrives.
  receiver.status = 200;
  await page
    .getByRole('link', { name: /^issues_events #/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery(page, 'Arrived')).toHaveCount(2);
  expect(receiver.received.at(-1)?.body).toContain('text');
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(delivery(page, 'Arrived')).toHaveCount(3);

  // What the project has comes from the group, until the project decides on its own.
  await page.goto(`/projects/${encodeURIComponent(path)}/integrations/pumble`);
  await expect(page.getByText('Taken over: in signals')).toBeVisible();
  await page.goto('/groups/signals/integrations/pumble');
  await expect(page.getByRole('link', { name: path })).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Pumble is off')).toBeVisible();
  stop();
});

test('the signing secret of an integration is shown once and replaced', async ({ signInAs }) => {
  const { root, ida } = await placeOf('lamps', 'lamp-ida');
  const made = await root('PUT', '/groups/lamps/integrations/packagist', {
    username: 'lamps',
    token: 'abc',
    server: 'https://packages.example.test',
  });
  expect(made.status).toBe(200);
  const page = await signInAs(ida.username, ida.password);
  await page.goto('/groups/lamps/integrations/packagist');
  const secretOf = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: button }).click();
    const shown = page.getByRole('dialog', { name: 'The signing secret' });
    const secret = await shown.getByText(/^whsec_/).textContent();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/whsec_/)).toBeHidden();
    return secret;
  };
  const first = await secretOf('Create signing secret');
  await expect(page.getByText('There is a secret.')).toBeVisible();
  await axe(page);
  const second = await secretOf('Replace signing secret');
  expect(second).not.toBe(first);
});

test('issues that texts of a project name lead to the tracker of its group', async ({
  signInAs,
}) => {
  const { root, path, ida } = await placeOf('bugs', 'bug-ida');
  const made = await root('PUT', '/groups/bugs/integrations/bugzilla', {
    issues_url: 'https://bugs.example.test/show/:id',
    project_url: 'https://bugs.example.test/',
    new_issue_url: 'https://bugs.example.test/new',
  });
  expect(made.status).toBe(200);
  const at = `/projects/${encodeURIComponent(path)}`;
  await root('POST', `${at}/issues`, {
    title: 'Leak of QD-12',
    description: 'See QD-13, not `QD-14`, and #1.',
  });
  await root('POST', `${at}/issues/1/notes`, { body: 'Or QD-15' });
  const page = await signInAs(ida.username, ida.password);
  await page.goto(`${at}/issues/1`);
  for (const [name, id] of [
    ['QD-12', 12],
    ['QD-13', 13],
    ['QD-15', 15],
  ] as const) {
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `https://bugs.example.test/show/${id}`);
  }
  await expect(page.getByRole('link', { name: 'QD-14' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Bugzilla', exact: true })).toHaveAttribute(
    'href',
    'https://bugs.example.test/',
  );
  await expect(page.getByRole('link', { name: 'New issue in Bugzilla' })).toBeVisible();
  await axe(page);
});
