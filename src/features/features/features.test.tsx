import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { featureWords as words } from '../../words/features.ts';

const backend = startBackend();
/** The row of a flag; by text, for roles are slow to compute here. */
async function row(name: string): Promise<HTMLElement> {
  const found = (await screen.findByText(name)).closest('tr');
  if (found === null) throw new Error(`${name} is in no row`);
  return found;
}

async function open() {
  const { token, username } = await backend().signIn('flagger', { admin: true });
  const call = backend().app.call;
  const set = (name: string, json: object) => call(`POST /features/${name}`, { token, json });
  const list = async () => (await call('GET /features', { token })).json;
  const begin = async () => {
    openConsole('/admin/features');
    await row('mr_approved_filter');
    return userEvent.setup();
  };
  return { set, list, begin, username, token };
}

test('flags are switched and reset; what was set for some is named before it is lost, and can be edited', async () => {
  const { set, list, begin, token } = await open();
  const group = await backend().app.call('POST /groups', {
    token,
    json: { name: 'Crew', path: 'crew' },
  });
  const name = 'mr_approved_filter';
  await set('own_flag', { value: true, user: 'flagger' });
  await set('own_flag', { value: 30, key: 'percentage_of_actors' });
  const user = await begin();
  expect(within(await row(name)).getByText(words.byDefault(words.states.off))).toBeTruthy();

  // Nothing can be lost, so nothing is asked.
  await user.click(screen.getByLabelText(words.switch(name)));
  expect(await within(await row(name)).findByText(words.states.on)).toBeTruthy();
  await user.click(screen.getByLabelText(words.resetLabel(name)));
  expect(await within(await row(name)).findByText(words.byDefault(words.states.off))).toBeTruthy();
  expect(await list()).toMatchObject([{ name: 'own_flag', state: 'conditional' }]);

  const person = words.counts.User(1);
  const share = words.shares.percentage_of_actors(30);
  expect(within(await row('own_flag')).getByText(`${person}, ${share}`)).toBeTruthy();
  for (const [button, change] of [
    [screen.getByLabelText(words.switch('own_flag')), 'on'],
    [screen.getByLabelText(words.resetLabel('own_flag')), 'reset'],
  ] as const) {
    await user.click(button);
    const title = await screen.findByText(words.ask.titles[change]('own_flag'));
    expect(screen.getByText(person)).toBeTruthy();
    expect(screen.getByText(share)).toBeTruthy();
    await user.click(screen.getByText(common.actions.cancel));
    await waitFor(() => expect(title.isConnected).toBe(false));
  }
  expect(await list()).toMatchObject([{ name: 'own_flag', state: 'conditional' }]);

  await user.click(screen.getByLabelText(words.edit.label('own_flag')));
  const dialog = within(await screen.findByRole('dialog'));
  const add = dialog.getByText(words.edit.add);
  expect(add.closest('button')).toHaveProperty('disabled', true);
  await user.click(dialog.getByLabelText(words.edit.group, { selector: 'input' }));
  await user.click(await screen.findByText('crew'));
  await user.click(add);
  const crew = await dialog.findByLabelText(words.edit.remove('crew'));
  const flagger = await dialog.findByLabelText(words.edit.remove('Flagger (flagger)'));
  await user.click(flagger);
  await waitFor(() => expect(flagger.isConnected).toBe(false));
  const percent = dialog.getByLabelText(words.edit.percentage_of_actors);
  await user.clear(percent);
  await user.type(percent, '101{Enter}');
  await waitFor(() => expect(percent.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(percent);
  await user.type(percent, '5{Enter}');
  await waitFor(async () =>
    expect((await list())[0].gates).toEqual([
      { key: 'boolean', value: false },
      { key: 'percentage_of_actors', value: 5 },
      { key: 'actors', value: [`Group:${group.json.id}`] },
    ]),
  );
  expect(crew.isConnected).toBe(true);
});
