import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { openapiWords as words } from '../../words/openapi.ts';
import { shellWords } from '../../words/shell.ts';

const backend = startBackend();

const answer = () => screen.findByRole('region', { name: words.answer });

test('an operation is found by a parameter, shown by its URL, and answers as oneself', async () => {
  const user = await backend().signIn('first');
  const json = { name: 'Tide', path: 'tide' };
  await backend().app.call('POST /projects', { token: user.token, json });
  // A search from the start: roles are slow to find among hundreds of links.
  const router = openConsole('/help/api?q=min_access_lev');
  const mouse = userEvent.setup();
  const list = await screen.findByRole('navigation', { name: words.list });
  await mouse.type(screen.getByRole('searchbox', { name: words.search }), 'el get');
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ q: 'min_access_level get' }),
  );
  await mouse.click(
    await within(list).findByRole('link', { name: /Projects that the caller may see/ }),
  );
  expect(router.state.location.search).toMatchObject({ operation: 'projects.list' });
  const article = await screen.findByRole('article', { name: 'Projects that the caller may see' });
  await mouse.type(within(article).getByLabelText('search'), 'tide');
  expect(within(article).getByText('GET /api/v4/projects?search=tide')).toBeTruthy();
  await mouse.click(within(article).getByRole('button', { name: words.send }));
  const shown = await answer();
  expect(within(shown).getByText(/^200/)).toBeTruthy();
  expect(within(shown).getByText(/"path_with_namespace": "first\/tide"/)).toBeTruthy();
  expect(within(shown).getByText(/^Request /)).toBeTruthy();
  expect(within(shown).getByText(/x-total: 1/)).toBeTruthy();
  // What is closed is written when it is opened.
  const fields = within(article);
  expect(fields.queryByText('full_path')).toBeNull();
  await mouse.click(fields.getByText('namespace'));
  expect(await fields.findByText('full_path')).toBeTruthy();
});

test('what writes asks first, and what is refused is shown as it came', async () => {
  const user = await backend().signIn('second');
  openConsole('/help/api?q=group&operation=groups.create');
  const mouse = userEvent.setup();
  await mouse.type(await screen.findByRole('textbox', { name: 'name' }), 'Fleet');
  const count = async () => {
    const { json } = await backend().app.call('GET /groups', { token: user.token });
    return json.length;
  };
  const send = async () => {
    await mouse.click(screen.getByRole('button', { name: words.send }));
    return screen.findByRole('dialog', { name: words.ask('POST') });
  };
  const dialog = await send();
  expect(await count()).toBe(0);
  await mouse.click(within(dialog).getByRole('button', { name: words.send }));
  const refused = await answer();
  expect(within(refused).getByText(/^400/)).toBeTruthy();
  expect(within(refused).getByText(/path is missing/)).toBeTruthy();

  await mouse.type(screen.getByRole('textbox', { name: 'path' }), 'fleet');
  await mouse.click(within(await send()).getByRole('button', { name: words.send }));
  expect(await within(await answer()).findByText(/^201/)).toBeTruthy();
  expect(await count()).toBe(1);
});

test('a path that is not filled in is not sent; help leads here, and so does the palette', async () => {
  await backend().signIn('third');
  const router = openConsole('/projects');
  const mouse = userEvent.setup();
  await mouse.click(await screen.findByRole('button', { name: shellWords.help.entry }));
  await mouse.click(await screen.findByRole('link', { name: shellWords.help.api }));
  expect(await screen.findByText(words.choose)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await router.navigate({ to: '/help/api', search: { q: 'fork', operation: 'projects.show' } });
  await mouse.click(await screen.findByRole('button', { name: words.send }));
  expect(await screen.findByText(words.missing)).toBeTruthy();
  expect(screen.queryByRole('region', { name: words.answer })).toBeNull();
  await mouse.keyboard('{Control>}k{/Control}');
  await mouse.type(await screen.findByRole('combobox', { name: shellWords.palette.title }), 'help');
  expect(await screen.findByRole('option', { name: /Help \/ API$/ })).toBeTruthy();
});
