import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { harbor } from '../../../bff/testing/harbor.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { epicWords } from '../../words/epics.ts';
import { labelEventWords } from '../../words/label-events.ts';
import { noteWords } from '../../words/notes.ts';
import { planningWords } from '../../words/planning.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();
const { form } = epicWords;

afterEach(() => notifications.clean());

/** A group with a label; whoever looks has a role in it. */
async function stage(owner: string, level: number) {
  const place = await harbor(backend().app, owner);
  const user = await backend().signIn(`${owner}-reader`);
  await place.call(`POST ${place.group}/members`, { user_id: user.id, access_level: level });
  await place.call(`POST ${place.group}/labels`, { name: 'deep', color: '#1a7a43' });
  const stored = async (iid: number) => (await place.call(`GET ${place.group}/epics/${iid}`)).json;
  const open = (rest = '') => openConsole(`/groups/at-${owner}/epics${rest}`);
  return { ...place, stored, open };
}

test('an epic is opened with a label, relabelled, closed and reopened, and its history says so', async () => {
  const { open, stored } = await stage('alma', accessLevels.reporter);
  const router = open();
  const user = userEvent.setup();
  expect(await screen.findByText(epicWords.empty.title)).toBeTruthy();
  const [create] = screen.getAllByRole('button', { name: epicWords.create });
  await user.click(create as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: epicWords.create });
  await user.click(within(dialog).getByRole('textbox', { name: /^Title/ }));
  await user.paste('A deeper harbour');
  await user.click(within(dialog).getByRole('textbox', { name: form.description }));
  await user.paste('For **large** ships');
  await user.click(within(dialog).getByRole('combobox', { name: planningWords.labels }));
  await user.click(await screen.findByRole('option', { name: 'deep' }));
  await user.click(within(dialog).getByRole('button', { name: form.submit }));

  expect(await screen.findByText('large', { selector: 'strong' })).toBeTruthy();
  expect(router.state.location.pathname).toMatch(/\/groups\/at-alma\/epics\/1$/);
  expect(await stored(1)).toMatchObject({
    title: 'A deeper harbour',
    labels: ['deep'],
    start_date: null,
  });
  const told = await screen.findByRole('list', { name: labelEventWords.history });
  expect(within(told).getByText(labelEventWords.add)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: epicWords.edit }));
  const editing = await screen.findByRole('dialog', { name: form.editTitle('&1') });
  await user.click(within(editing).getByRole('combobox', { name: planningWords.labels }));
  await user.keyboard('{Backspace}');
  await user.click(within(editing).getByRole('button', { name: form.save }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await within(told).findByText(labelEventWords.remove)).toBeTruthy();
  expect(await stored(1)).toMatchObject({
    labels: [],
    title: 'A deeper harbour',
    description: 'For **large** ships',
  });

  await user.click(screen.getByRole('button', { name: epicWords.close }));
  await screen.findByRole('button', { name: epicWords.reopen });
  expect(await stored(1)).toMatchObject({ state: 'closed' });
  await user.click(screen.getByRole('button', { name: epicWords.reopen }));
  await screen.findByRole('button', { name: epicWords.close });
  expect(await stored(1)).toMatchObject({ state: 'opened' });

  // Deleting is for owners.
  expect(screen.queryByRole('button', { name: epicWords.remove })).toBeNull();
});

test('an epic is talked about like an issue, and its history is filtered by the address', async () => {
  const { call, group, open } = await stage('anna', accessLevels.reporter);
  await call(`POST ${group}/epics`, { title: 'A deeper harbour', labels: 'deep' });
  await call(`PUT ${group}/epics/1`, { labels: '', state_event: 'close' });
  const router = open('/1');
  const user = userEvent.setup();
  expect(await screen.findAllByText(/(^| )closed$/)).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: noteWords.write }));
  await user.paste('Deep **enough**?');
  await user.click(screen.getByRole('button', { name: noteWords.comment }));
  expect(await screen.findByText('enough', { selector: 'strong' })).toBeTruthy();
  const told = await screen.findByRole('list', { name: labelEventWords.history });
  expect(within(told).getAllByRole('listitem')).toHaveLength(2);
  await router.navigate({
    to: '/groups/$group/epics/$iid',
    params: { group: 'at-anna', iid: '1' },
    search: { came: labelEventWords.remove },
  });
  await waitFor(() => expect(within(told).getAllByRole('listitem')).toHaveLength(1));
  expect(within(told).getByText(labelEventWords.remove)).toBeTruthy();
});

test('the list shows epics of groups below by their own address, and guests only read', async () => {
  const { open, call, group } = await stage('berta', accessLevels.guest);
  const parent = Number(group.split('/').at(-1));
  const made = await call('POST /groups', { name: 'Pier', path: 'pier', parent_id: parent });
  await call(`POST /groups/${made.json.id}/epics`, { title: 'A longer pier' });
  await call(`POST ${group}/epics`, { title: 'A deeper harbour', labels: 'deep' });
  await call(`POST ${group}/epics`, { title: 'Hidden', confidential: true });
  const router = open();
  const link = await screen.findByRole('link', { name: 'A longer pier' });
  expect(link.getAttribute('href')).toBe('/groups/at-berta%2Fpier/epics/1');
  expect(screen.queryByRole('link', { name: 'Hidden' })).toBeNull();
  expect(screen.queryByRole('button', { name: epicWords.create })).toBeNull();
  await router.navigate({
    to: '/groups/$group/epics',
    params: { group: 'at-berta' },
    search: { labels: 'deep' },
  });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'A longer pier' })).toBeNull());
  await userEvent.setup().click(screen.getByRole('link', { name: 'A deeper harbour' }));
  expect(await screen.findByText(planningWords.noDescription)).toBeTruthy();
  expect(screen.queryByRole('button', { name: epicWords.close })).toBeNull();
  expect(screen.queryByRole('button', { name: epicWords.edit })).toBeNull();
});

test('a group tells which labels came and went, filtered by the address, each leading to what it is of', async () => {
  const { call, group, project } = await stage('clara', accessLevels.reporter);
  await call(`POST ${group}/epics`, { title: 'A deeper harbour', labels: 'deep' });
  await call(`POST ${project}/issues`, { title: 'A leak', labels: 'deep,wet' });
  await call(`PUT ${project}/issues/1`, { remove_labels: 'wet' });
  const router = openConsole('/groups/at-clara/label-events');
  const links = await screen.findAllByRole('link', { name: 'A leak' });
  expect(links).toHaveLength(3);
  expect(links[0]?.getAttribute('href')).toBe('/projects/at-clara%2Fquay/issues/1');
  expect(screen.getByRole('link', { name: 'A deeper harbour' })).toBeTruthy();
  // A label of the project alone is among those to choose from.
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: tableWords.addFilter }));
  const { label } = labelEventWords.group.filters;
  await user.click(await screen.findByRole('menuitem', { name: `${label}: wet` }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'A leak' })).toHaveLength(2));
  await router.navigate({
    to: '/groups/$group/label-events',
    params: { group: 'at-clara' },
    search: { action: 'remove', resource_type: 'Issue' },
  });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'A leak' })).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'A deeper harbour' })).toBeNull();
});
