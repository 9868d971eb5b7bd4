import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { approvalSettingsWords as words } from '../../words/approval-settings.ts';
import { common } from '../../words/common.ts';
import { formWords } from '../../words/form.ts';

const backend = startBackend();
// What it means is part of the name.
const byPush = new RegExp(`^${words.reset}`);

test('approval rules are made, changed and deleted, and a push may take approvals away', async () => {
  const owner = await backend().signIn('keelson');
  const { app } = backend();
  const { token } = owner;
  const { json: project } = await app.call('POST /projects', { token, json: { name: 'Keel' } });
  const rules = async () =>
    (await app.call(`GET /projects/${project.id}/approval_rules`, { token })).json;
  openConsole(`/projects/${project.id}/settings/approvals`);
  const hand = userEvent.setup();
  expect(await screen.findByText(words.none)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: words.add }));
  const making = within(await screen.findByRole('dialog', { name: words.add }));
  await hand.type(making.getByRole('textbox', { name: words.name }), 'Anybody');
  await hand.click(making.getByRole('button', { name: words.add }));
  await hand.click(await screen.findByRole('button', { name: words.edit('Anybody') }));
  expect(await rules()).toMatchObject([{ rule_type: 'any_approver', approvals_required: 1 }]);
  const changing = within(await screen.findByRole('dialog', { name: words.edit('Anybody') }));
  await hand.clear(changing.getByRole('textbox', { name: words.required }));
  await hand.type(changing.getByRole('textbox', { name: words.required }), '2');
  await hand.click(changing.getByRole('button', { name: words.save }));
  await waitFor(async () => expect(await rules()).toMatchObject([{ approvals_required: 2 }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const manner = async () =>
    (await app.call(`GET /projects/${project.id}/approvals`, { token })).json;
  const { reset_approvals_on_push: before } = await manner();
  await hand.click(await screen.findByRole('switch', { name: byPush }));
  await hand.click(screen.getByRole('button', { name: words.save }));
  await waitFor(async () =>
    expect(await manner()).toMatchObject({ reset_approvals_on_push: !before }),
  );
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();
  expect(screen.getByRole('switch', { name: byPush })).toHaveProperty('checked', !before);
  const list = within(screen.getByRole('list', { name: words.rules }));
  await hand.click(list.getByRole('button', { name: words.remove('Anybody') }));
  const asking = within(await screen.findByRole('dialog', { name: words.remove('Anybody') }));
  await hand.click(asking.getByRole('button', { name: common.actions.remove }));
  expect(await screen.findByText(words.none)).toBeTruthy();
  expect(await rules()).toEqual([]);
});
