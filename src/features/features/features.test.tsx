import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { featureWords as words } from '../../words/features.ts';

const backend = startBackend();

test('flags are switched, brought back to their default and shown with whom they are on for', async () => {
  const { token } = await backend().signIn('flagger', { admin: true });
  const json = { value: true, user: 'flagger' };
  await backend().app.call('POST /features/own_flag', { token, json });
  openConsole('/admin/features');
  const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  const name = 'mr_approved_filter';
  expect(within(await row(name)).getByText(words.byDefault(words.states.off))).toBeTruthy();
  expect(within(await row('own_flag')).getByText(/flagger|User/)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('switch', { name: words.switch(name) }));
  expect(await within(await row(name)).findByText(words.states.on)).toBeTruthy();
  const list = async () => (await backend().app.call('GET /features', { token })).json;
  expect(await list()).toMatchObject([{ name, state: 'on' }, { name: 'own_flag' }]);
  await user.click(within(await row(name)).getByRole('button', { name: words.reset }));
  expect(await within(await row(name)).findByText(words.byDefault(words.states.off))).toBeTruthy();
  expect(await list()).toMatchObject([{ name: 'own_flag' }]);
});
