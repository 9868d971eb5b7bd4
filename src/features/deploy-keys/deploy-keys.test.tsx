import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { publicKeyText } from '../../../bff/testing/ssh-key-texts.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { deployKeyWords as words } from '../../words/deploy-keys.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();
const patient = { timeout: 10_000 };

test('a Maintainer enables a key of another project, and reads of a pasted text what it would do', async () => {
  const { app } = backend();
  const [quay, dock] = [await ciProject(app, 'quinn'), await ciProject(app, 'dora')];
  const mate = await backend().signIn('mate');
  for (const { call, path } of [quay, dock]) {
    const json = { user_id: mate.id, access_level: 40 };
    expect((await call(`POST ${path}/members`, { json })).status).toBe(201);
  }
  const key = publicKeyText('ed25519');
  await quay.call(`POST ${quay.path}/deploy_keys`, { json: { title: 'Crane', key } });
  const user = userEvent.setup();
  openConsole(`/projects/${encodeURIComponent(dock.fullPath)}/deploy-keys?scope=available`);
  await user.click(
    await screen.findByRole('button', { name: words.enableLabel('Crane') }, patient),
  );
  await waitFor(() => expect(screen.queryByText('Crane')).toBeNull(), patient);
  const enabled = await dock.call(`GET ${dock.path}/deploy_keys`);
  expect(enabled.json).toMatchObject([{ title: 'Crane', key, can_push: false }]);
  await user.click(
    screen.getByRole('button', { name: tableWords.removeFilter(words.filters.scope) }),
  );
  expect(await screen.findByText('Crane', {}, patient)).toBeTruthy();
  expect(screen.getByText(words.opens.read)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: words.create }));
  const dialog = await screen.findByRole('dialog', { name: words.create });
  const field = within(dialog).getByRole('textbox', { name: words.form.key });
  const paste = async (text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  const { here, problems, notForGit } = words.findings;
  for (const [text, says] of [
    ['no key at all', problems('key', 'is invalid')],
    [key, here],
    [publicKeyText('rsa', 1024), notForGit],
    [`${publicKeyText('ecdsa', 384)} of the tug`, 'ECDSA 384 · of the tug'],
  ] as const) {
    await paste(text);
    expect(await within(dialog).findByText(says, {}, patient)).toBeTruthy();
  }
});

test('an administrator finds the keys that nobody uses and those that end soon, and removes several at once', async () => {
  const { app } = backend();
  await backend().signIn('chief', { admin: true });
  const { call, path } = await ciProject(app, 'olaf');
  const add = async (title: string, expires_at?: string) => {
    const json = { title, key: publicKeyText('ed25519'), expires_at };
    expect((await call(`POST ${path}/deploy_keys`, { json })).status).toBe(201);
  };
  const day = 86_400_000;
  const start = app.clock.now();
  app.clock.set(start - 100 * day);
  for (const title of ['Idle one', 'Idle two']) await add(title);
  app.clock.set(start);
  await add('Ends soon', new Date(start + 20 * day).toISOString());
  await add('Lasts');
  const user = userEvent.setup();
  openConsole('/admin/deploy-keys');
  const shows = (...titles: string[]) =>
    waitFor(() => {
      for (const title of ['Idle one', 'Idle two', 'Ends soon', 'Lasts']) {
        expect([title, screen.queryByText(title) !== null]).toEqual([
          title,
          titles.includes(title),
        ]);
      }
    }, patient);
  await shows('Idle one', 'Idle two', 'Ends soon', 'Lasts');
  const { state, states } = words.filters;
  await user.click(screen.getByRole('button', { name: tableWords.addFilter }));
  await user.click(await screen.findByRole('menuitem', { name: `${state}: ${states.expiring}` }));
  await shows('Ends soon');
  await user.click(screen.getByRole('button', { name: `${state} ${states.expiring}` }));
  await user.click(await screen.findByRole('menuitem', { name: states.unused }));
  await shows('Idle one', 'Idle two');
  await user.click(screen.getByRole('checkbox', { name: tableWords.selectPage }));
  const bar = await screen.findByRole('region', { name: tableWords.selection.label });
  await user.click(within(bar).getByRole('button', { name: words.remove }));
  const dialog = await screen.findByRole('dialog', { name: words.bulk.title(2) });
  await user.click(within(dialog).getByRole('button', { name: words.remove }));
  expect(await screen.findByText(words.bulk.removed(2), {}, patient)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: tableWords.removeFilter(state) }));
  await shows('Ends soon', 'Lasts');
  const left = await call(`GET ${path}/deploy_keys`);
  expect(left.json.map(({ title }: { title: string }) => title)).toEqual(['Ends soon', 'Lasts']);
});
