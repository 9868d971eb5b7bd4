import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { settingsWords as words } from '../../words/application-settings.ts';
import { updateSettings } from '../../../bff/modules/application-settings/rules.ts';

const backend = startBackend();

let people = 0;
async function open(path: string) {
  people += 1;
  const admin = await backend().signIn(`admin-${people}`, { admin: true });
  const router = openConsole(path);
  await screen.findByRole('heading', { level: 1 });
  const read = async (key: string) =>
    (await backend().app.call('GET /application/settings', { token: admin.token })).json[key];
  return { router, admin, read, user: userEvent.setup() };
}

const row = (key: string) => {
  const found = document.getElementById(key);
  if (found === null) throw new Error(`${key} is not shown`);
  return within(found);
};
const control = (key: string) => {
  const found = document.querySelector(`[id="${key}"] :is(input, textarea)`);
  if (found === null) throw new Error(`${key} has no control`);
  return found;
};
async function retype(user: ReturnType<typeof userEvent.setup>, key: string, text: string) {
  await user.clear(control(key));
  await user.click(control(key));
  await user.paste(text);
}
const set = (change: Record<string, unknown>) => updateSettings(backend().app.ctx, change);

test('a change is shown before it is saved, across sections, and kept with its reason', async () => {
  const { user, admin, read } = await open('/admin/settings/network');
  const key = 'allow_local_requests_from_web_hooks_and_services';
  await user.click(row(key).getByRole('switch'));
  expect(row(key).getByText(words.row.changed)).toBeTruthy();
  await user.click(screen.getByText('Wikis'));
  await waitFor(() => row('asciidoc_max_includes'));
  expect(row('asciidoc_max_includes').getByText(words.row.default('32'))).toBeTruthy();
  await retype(user, 'asciidoc_max_includes', '9');
  const panel = within(screen.getByLabelText(words.changes.title(2)));
  expect(panel.getByText('- 32')).toBeTruthy();
  expect(panel.getByText('+ 9')).toBeTruthy();
  await user.click(panel.getByLabelText(words.changes.undoOf(key)));
  await user.click(screen.getByLabelText(words.changes.reason));
  await user.paste('More room ✓');
  await user.click(screen.getByText(words.changes.save(1)));
  expect(await screen.findByText(words.changes.saved)).toBeTruthy();
  expect([await read('asciidoc_max_includes'), await read(key)]).toEqual([9, false]);
  const history = await backend().app.call('GET /bff/settings/history', { token: admin.token });
  expect(history.json[0]).toMatchObject({ reason: 'More room ✓' });
  expect(await screen.findByLabelText(words.onlyChanged(1))).toBeTruthy();
  await set({ asciidoc_max_includes: 32 });
});

test('a search over all sections finds labels, names of today and before, help and values', async () => {
  await set({ terms: 'Keep the harbour tidy' });
  const { user, router } = await open('/admin/settings/wiki');
  const field = screen.getByLabelText(words.searchLabel);
  const keys = () => [...document.querySelectorAll('[role=group][id]')].map(({ id }) => id);
  const search = async (text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  for (const [text, key] of [
    ['harbour tidy', 'terms'],
    ['signin_enabled', 'password_authentication_enabled_for_web'],
    ['failed attempts before locked', 'max_login_attempts'],
  ] as const) {
    await search(text);
    await waitFor(() => expect(keys()).toEqual([key]));
  }
  await search('qwertz');
  expect(await screen.findByText(words.nothing.title)).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'qwertz' });
  await router.navigate({ to: '/admin/settings/$section', params: { section: 'wiki' } });
  await user.click(screen.getByLabelText(words.onlyChanged(1)));
  await waitFor(() => expect(keys()).toEqual(['terms']));
  await user.click(row('terms').getByText(words.row.restore));
  await user.click(screen.getByText(words.changes.save(1)));
  expect(await screen.findByLabelText(words.onlyChanged(0))).toBeTruthy();
});

test('a switch names what it needs, and Save waits until that is filled in', async () => {
  const { user, read } = await open('/admin/settings/asset_proxy');
  const needed = row('asset_proxy_enabled');
  await user.click(needed.getByRole('switch'));
  expect(needed.getByText('Asset proxy URL')).toBeTruthy();
  expect(needed.getByText(words.row.restart)).toBeTruthy();
  expect(screen.getByText(words.changes.save(1)).closest('button')).toHaveProperty(
    'disabled',
    true,
  );
  await retype(user, 'asset_proxy_url', 'https://proxy.example.test');
  await retype(user, 'asset_proxy_secret_key', 'hush');
  await user.click(screen.getByText(words.changes.save(3)));
  expect(await screen.findByText(words.changes.saved)).toBeTruthy();
  expect(await read('asset_proxy_enabled')).toBe(true);
  await waitFor(() => expect(control('asset_proxy_secret_key')).toHaveProperty('value', ''));
});

test('what a setting is worth here is said: no effect and why, and what took its place', async () => {
  await open('/admin/settings/wiki?q=performance_bar_allowed_group');
  const old = row('performance_bar_allowed_group_id');
  expect(old.getByText(words.row.deprecated)).toBeTruthy();
  expect(old.getByText(words.row.noEffect)).toBeTruthy();
  expect(control('performance_bar_allowed_group_id')).toHaveProperty('disabled', true);
  expect(old.getByText(words.row.use('Performance bar allowed group path'))).toHaveProperty(
    'href',
    expect.stringContaining('/admin/settings/performance#performance_bar_allowed_group_path'),
  );
});

test('what the server refuses stands at its field and in the list of changes, and nothing is lost', async () => {
  const { user, read } = await open('/admin/settings/wiki');
  const key = 'wiki_page_max_content_bytes';
  const before = await read(key);
  await retype(user, key, '5');
  await user.click(screen.getByText(words.changes.save(1)));
  await waitFor(() =>
    expect(screen.getAllByText('Must be greater than or equal to 1024')).toHaveLength(2),
  );
  expect(control(key)).toHaveProperty('value', '5');
  expect(await read(key)).toBe(before);
});

test('the history shows each change beside the list, and takes it back', async () => {
  await set({ default_projects_limit: 5 });
  await set({ default_projects_limit: 6 });
  const { user, read } = await open('/admin/settings/history?key=default_projects_limit');
  const [latest] = await screen.findAllByRole('link', { name: 'default_projects_limit' });
  if (latest === undefined) throw new Error('no change is listed');
  await user.click(latest);
  const panel = await screen.findByRole('complementary');
  expect(within(panel).getByText('+ 6')).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: words.history.revert }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('+ 5')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: words.history.revert }));
  expect(await screen.findByText(words.history.reverted)).toBeTruthy();
  expect(await read('default_projects_limit')).toBe(5);
  await set({ default_projects_limit: 100_000 });
});

test('an import says first what it would do, and sets what is not refused', async () => {
  const { user, read } = await open('/admin/settings/wiki');
  await user.click(screen.getByText(words.transfer.import));
  const dialog = await screen.findByRole('dialog');
  const settings = {
    default_projects_limit: 9,
    sails: 1,
    max_attachment_size: 'big',
    terms: null,
  };
  const file = new File([JSON.stringify({ settings })], 'settings.json');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no field for the file');
  await user.upload(input, new File(['{'], 'broken.json'));
  expect(await within(dialog).findByText(words.transfer.notJson)).toBeTruthy();
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // Holds the answer back, then lets the server give it.
  backend().override(http.post('*/bff/settings/import', () => held, { once: true }));
  await user.upload(input, file);
  expect(await within(dialog).findByText(words.transfer.reading('settings.json'))).toBeTruthy();
  answer();
  expect(await within(dialog).findByText(words.transfer.refused(1))).toBeTruthy();
  expect(within(dialog).queryByText(words.transfer.reading('settings.json'))).toBeNull();
  expect(within(dialog).getByText('sails')).toBeTruthy();
  expect(within(dialog).getByText('+ 9')).toBeTruthy();
  expect(within(dialog).getByText(words.transfer.unchanged(1))).toBeTruthy();
  expect(await read('default_projects_limit')).toBe(100_000);
  await user.click(within(dialog).getByRole('button', { name: words.transfer.apply(1) }));
  await waitFor(async () => expect(await read('default_projects_limit')).toBe(9));
});
