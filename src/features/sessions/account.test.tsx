import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { updateSettings } from '../../../bff/modules/application-settings/rules.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { accountWords as words } from '../../words/account.ts';

const backend = startBackend();
const field = (label: string) =>
  screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input, textarea' });

test("one's own profile is edited, and the password asked for where it is needed", async () => {
  const { token, password } = await backend().signIn('fathom');
  const stored = async () => (await backend().app.call('GET /user', { token })).json;
  openConsole('/profile/account');
  await screen.findByText(words.save);
  const user = userEvent.setup();
  const retype = async (label: string, text: string) => {
    await user.clear(field(label));
    if (text !== '') await user.type(field(label), text);
  };
  const passwords = () => screen.getAllByLabelText(new RegExp(`^${words.password}`)).length;
  const unasked = passwords();
  await retype(words.name, 'Wren Fathom');
  await retype(words.bio, 'Sounds');
  await user.click(screen.getByText(words.save));
  // The menu of the user bears the new name.
  await screen.findByLabelText(common.user.menu('Wren Fathom'));
  expect(await stored()).toMatchObject({ name: 'Wren Fathom', bio: 'Sounds', username: 'fathom' });

  await retype(words.username, 'wren');
  expect(passwords()).toBe(unasked + 1);
  const [secret] = screen.getAllByLabelText(new RegExp(`^${words.password}`));
  await user.type(secret!, 'guessed');
  await user.click(screen.getByText(words.save));
  expect(await screen.findByText('Is invalid')).toBeTruthy();
  await user.clear(secret!);
  await user.type(secret!, password);
  await user.click(screen.getByText(words.save));
  await waitFor(() => expect(passwords()).toBe(unasked));
  expect(await stored()).toMatchObject({ username: 'wren', bio: 'Sounds' });
  await retype(words.bio, '');
  await user.click(screen.getByText(words.save));
  await waitFor(async () => expect(await stored()).toMatchObject({ bio: '' }));
  // Where the settings forbid to delete it, nobody types a password in vain.
  expect(screen.getByRole('button', { name: words.removal })).toBeTruthy();
  await updateSettings(backend().app.ctx, { allow_account_deletion: false });
  cleanup();
  queryClient.clear();
  openConsole('/profile/account');
  expect(await screen.findByText(words.removalClosed)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.removal })).toBeNull();
});
