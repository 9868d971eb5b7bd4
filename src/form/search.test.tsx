import { screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../testing/backend.ts';
import { openConsole } from '../testing/open-console.tsx';
import { memberWords } from '../words/members.ts';

const backend = startBackend();

test('what can be chosen stays under the pointer until the server has searched', async () => {
  const { app } = backend();
  const owner = await backend().signIn('skipper');
  await app.user('juno');
  await app.user('pike');
  await app.call('POST /groups', { token: owner.token, json: { name: 'Harbor', path: 'harbor' } });
  openConsole('/groups/harbor/members');
  const user = userEvent.setup();
  const field = await screen.findByRole('combobox', { name: memberWords.form.user });
  await user.click(field);
  await screen.findByRole('option', { name: /juno/ });

  let isAsked = false;
  backend().override(
    http.get('*/users', () => {
      isAsked = true;
      return new Promise<HttpResponse<null>>(() => {});
    }),
  );
  const others = waitForElementToBeRemoved(() => screen.queryByRole('option', { name: /pike/ }));
  await user.type(field, 'jun');
  await others;
  await waitFor(() => expect(isAsked).toBe(true));
  await user.click(screen.getByRole('option', { name: /juno/ }));
  expect(field).toHaveProperty('value', 'Juno (juno)');
});
