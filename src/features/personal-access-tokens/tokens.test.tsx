import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { tokenWords as words } from '../../words/personal-access-tokens.ts';

const backend = startBackend();

test('a token is shown this once, opens what its scopes say, and nothing once it is revoked', async () => {
  const { app } = backend();
  await backend().signIn('keeper');
  openConsole('/profile/tokens/new');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'laptop');
  expect(screen.queryByRole('checkbox', { name: /^sudo/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /^read_user/ }));
  await user.click(screen.getByRole('button', { name: words.form.submit }));
  await screen.findByRole('heading', { name: words.made.title('laptop') });
  const token = document.querySelector('code')?.textContent ?? '';
  expect((await app.call('GET /user', { token })).json.username).toBe('keeper');
  expect((await app.call('GET /projects', { token })).status).toBe(403);
  await user.click(screen.getByRole('link', { name: words.made.done }));
  const [ask] = await screen.findAllByRole('button', { name: words.revokeLabel('laptop') });
  expect(document.body.textContent).not.toContain(token);
  if (ask === undefined) throw new Error('found above');
  await user.click(ask);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: words.revoke }));
  await waitFor(async () => expect((await app.call('GET /user', { token })).status).toBe(401));
});
