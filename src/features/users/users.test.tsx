import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { userWords } from '../../words/users.ts';

const backend = startBackend();
const { removal, facts } = userWords;

test('an administrator deletes a user by the typed name, and reads whose tokens there are', async () => {
  const admin = await backend().signIn('harbourmaster', { admin: true });
  const leaver = await backend().app.user('leaver');
  const asked: string[] = [];
  backend().override(
    http.get('*/api/v4/users*', ({ request }) => {
      asked.push(new URL(request.url).pathname);
    }),
  );
  const router = openConsole('/admin/tokens');
  const mouse = userEvent.setup();
  const owner = await screen.findByRole('link', { name: leaver.user.name });
  // One call for the owners of a page, however many they are.
  expect(asked).toEqual(['/api/v4/users']);
  await mouse.click(owner);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/users/${leaver.id}`));
  expect((await screen.findByRole('link', { name: facts.showTokens })).getAttribute('href')).toBe(
    `/admin/tokens?user_id=${leaver.id}`,
  );

  await mouse.click(screen.getByRole('button', { name: removal.action }));
  const dialog = await screen.findByRole('dialog', { name: removal.title(leaver.user.name) });
  const confirm = within(dialog).getByRole('button', { name: removal.action });
  expect(confirm).toHaveProperty('disabled', true);
  await mouse.type(within(dialog).getByLabelText(removal.typed('leaver')), 'leaver');
  await mouse.click(confirm);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
  const gone = await backend().app.call(`GET /users/${leaver.id}`, { token: admin.token });
  expect(gone.status).toBe(404);
});

test('nobody deletes themselves', async () => {
  const admin = await backend().signIn('pilot', { admin: true });
  openConsole(`/admin/users/${admin.id}`);
  expect(await screen.findByRole('link', { name: facts.showAudit })).toBeTruthy();
  expect(screen.queryByRole('button', { name: removal.action })).toBeNull();
});
