import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { testOrigin } from '../../bff/testing/test-app.ts';
import { startBackend } from '../testing/backend.ts';
import { openConsole } from '../testing/open-console.tsx';
import { common } from '../words/common.ts';
import { tokenWords } from '../words/personal-access-tokens.ts';
import { accountWords } from '../words/account.ts';

const backend = startBackend();

afterEach(() => notifications.clean());

const refusal = () =>
  HttpResponse.json(
    { message: '500 Internal Server Error' },
    { status: 500, headers: { 'x-request-id': 'request-9' } },
  );

test('a command without a form says what the server refused, with the request id', async () => {
  const { username, password } = await backend().signIn('sender');
  await backend().app.call('POST /bff/session', {
    headers: { origin: testOrigin },
    json: { username, password },
  });
  backend().override(http.delete('*/bff/sessions/:id', refusal));
  openConsole('/profile/sessions');
  const [end] = await screen.findAllByRole('button', { name: /^End the session/ });
  await userEvent.setup().click(end!);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('500 Internal Server Error')).toBeTruthy();
  expect(within(alert).getByText(common.states.requestId('request-9'))).toBeTruthy();
  expect(screen.queryByText(accountWords.list.ended)).toBeNull();
});

test('a command that shows its refusal in place says it once', async () => {
  const { token } = await backend().signIn('keeper');
  await backend().app.call('POST /user/personal_access_tokens', {
    token,
    json: { name: 'ci', scopes: ['read_user'] },
  });
  backend().override(http.delete('*/personal_access_tokens/:id', refusal));
  openConsole('/profile/tokens');
  const user = userEvent.setup();
  const [ask] = await screen.findAllByRole('button', { name: tokenWords.revokeLabel('ci') });
  await user.click(ask!);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: tokenWords.revoke }));
  await waitFor(() => expect(within(dialog).getByText('500 Internal Server Error')).toBeTruthy());
  expect(screen.getAllByText('500 Internal Server Error')).toHaveLength(1);
});
