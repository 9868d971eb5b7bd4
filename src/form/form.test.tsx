import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../testing/backend.ts';
import { openConsole } from '../testing/open-console.tsx';
import { common } from '../words/common.ts';
import { formWords } from '../words/form.ts';
import { groupWords } from '../words/groups.ts';
import { sessionWords } from '../words/sessions.ts';

const backend = startBackend();
const words = groupWords.form;

async function openForm() {
  const router = openConsole('/groups/new');
  const name = await screen.findByRole('textbox', { name: new RegExp(`^${words.name}`) });
  const path = screen.getByRole('textbox', { name: new RegExp(`^${words.path}`) });
  return { router, name, path, user: userEvent.setup() };
}

const save = () => screen.getByRole('button', { name: words.submit });

test('a field that is needed says so and nothing is sent', async () => {
  await backend().signIn('first');
  const { user, name } = await openForm();
  await user.click(save());
  await waitFor(() => expect(name).toHaveProperty('ariaInvalid', 'true'));
  expect(screen.getAllByText(common.required)).toHaveLength(2);
  expect(screen.getByText(formWords.fixFirst(2))).toBeTruthy();
});

test('the path follows the name until it is edited', async () => {
  await backend().signIn('second');
  const { user, name, path } = await openForm();
  await user.type(name, 'Tide Watch');
  expect(path).toHaveProperty('value', 'tide-watch');
  await user.clear(path);
  await user.type(path, 'tides');
  await user.type(name, 'ers');
  expect(path).toHaveProperty('value', 'tides');
});

test('a refusal lands on its field, and what was typed stays', async () => {
  await backend().signIn('third');
  await backend().app.call('POST /groups', {
    token: (await backend().app.user('owner')).token,
    json: { name: 'Taken', path: 'taken' },
  });
  const { user, name, path } = await openForm();
  await user.type(name, 'Taken');
  await user.click(save());
  expect(await screen.findByText('Has already been taken')).toBeTruthy();
  expect(path).toHaveProperty('value', 'taken');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal about no field is said word for word with its request id', async () => {
  await backend().signIn('fourth');
  backend().override(
    http.post('*/groups', () =>
      HttpResponse.json(
        { message: '500 Internal Server Error' },
        { status: 500, headers: { 'x-request-id': 'request-7' } },
      ),
    ),
  );
  const { user, name } = await openForm();
  await user.type(name, 'Storm');
  await user.click(save());
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('500 Internal Server Error')).toBeTruthy();
  expect(within(alert).getByText(/request-7/)).toBeTruthy();
  expect(name).toHaveProperty('value', 'Storm');
});

test('leaving with unsaved changes is asked about, and staying keeps them', async () => {
  await backend().signIn('fifth');
  const { user, name, router } = await openForm();
  await user.type(name, 'Half done');
  await user.click(screen.getAllByRole('link', { name: 'Projects' })[0]!);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: formWords.stay }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/groups/new');
  expect(name).toHaveProperty('value', 'Half done');
});

test('what is saved leads on without a question', async () => {
  await backend().signIn('sixth');
  const { user, name } = await openForm();
  await user.type(name, 'Moorings');
  await user.click(save());
  expect(await screen.findByRole('heading', { name: 'Moorings' })).toBeTruthy();
});

test('a session that ended meanwhile is renewed in place, and what was typed is saved', async () => {
  await backend().signIn('seventh');
  const { user, name } = await openForm();
  await user.type(name, 'Breakwater');
  backend().loseSession();
  await user.click(save());
  const dialog = await screen.findByRole('dialog', { name: sessionWords.againTitle });
  expect(name).toHaveProperty('value', 'Breakwater');
  const password = await within(dialog).findByLabelText(new RegExp(`^${sessionWords.password}`), {
    selector: 'input',
  });
  await user.type(password, 'secret of seventh');
  await user.click(within(dialog).getByRole('button', { name: sessionWords.signIn }));
  expect(await screen.findByRole('heading', { name: 'Breakwater' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
