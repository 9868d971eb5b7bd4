import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { harbor } from '../../../bff/testing/harbor.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { issueWords } from '../../words/issues.ts';
import { labelEventWords } from '../../words/label-events.ts';
import { noteWords } from '../../words/notes.ts';
import { planningWords } from '../../words/planning.ts';

const backend = startBackend();
const { form } = issueWords;

afterEach(() => notifications.clean());

/** A project with a label and a milestone; whoever looks has a role in it. */
async function stage(owner: string, level: number = accessLevels.reporter) {
  const place = await harbor(backend().app, owner);
  const user = await backend().signIn(`${owner}-reader`);
  await place.call(`POST ${place.project}/members`, { user_id: user.id, access_level: level });
  await place.call(`POST ${place.project}/labels`, { name: 'leak', color: '#cc0000' });
  const milestone = await place.call(`POST ${place.project}/milestones`, { title: 'Launch' });
  const stored = async (iid: number) =>
    (await place.call(`GET ${place.project}/issues/${iid}`)).json;
  const at = `/projects/at-${owner}%2Fquay/issues`;
  const open = (rest = '') => openConsole(at + rest);
  const reader = { id: user.id, name: user.user.name };
  return { ...place, reader, milestone: milestone.json.id, stored, open };
}

test('an issue is opened with all that plans it', async () => {
  const { open, stored, reader } = await stage('abel');
  const router = open('/new');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('textbox', { name: /^Title/ }));
  await user.paste('The hull leaks');
  await user.click(screen.getByRole('checkbox', { name: form.confidential }));
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(planningWords.assignees, reader.name);
  await choose(planningWords.labels, 'leak');
  await choose(planningWords.milestone, 'Launch');
  await user.click(screen.getByRole('button', { name: form.submit }));

  expect(await screen.findByRole('heading', { name: /^The hull leaks/ })).toBeTruthy();
  expect(router.state.location.pathname).toMatch(/\/issues\/1$/);
  expect(screen.getByText(planningWords.confidential)).toBeTruthy();
  expect(await stored(1)).toMatchObject({
    labels: ['leak'],
    assignees: [{ id: reader.id }],
    milestone: { title: 'Launch' },
    confidential: true,
  });
});

test('what is emptied in the form is gone, and the rest stays', async () => {
  const { open, issue, stored, reader, milestone } = await stage('adam');
  await issue({
    title: 'The hull leaks',
    description: 'At **low** water',
    labels: ['leak'],
    assignee_ids: [reader.id],
    milestone_id: milestone,
  });
  open('/1/edit');
  const user = userEvent.setup();
  await screen.findByRole('textbox', { name: /^Title/ });
  for (const name of [planningWords.assignees, planningWords.labels]) {
    await user.click(screen.getByRole('combobox', { name }));
    await user.keyboard('{Backspace}{Escape}');
  }
  await user.click(screen.getByRole('combobox', { name: planningWords.milestone }));
  await user.click(await screen.findByRole('option', { name: planningWords.noMilestone }));
  await user.click(screen.getByRole('button', { name: form.save }));
  expect(await screen.findByText('low', { selector: 'strong' })).toBeTruthy();
  expect(await stored(1)).toMatchObject({
    title: 'The hull leaks',
    labels: [],
    assignees: [],
    milestone: null,
  });
});

test('comments are added, changed and deleted; closing and reopening is one press', async () => {
  const { open, issue, stored, call, project, reader } = await stage('bela');
  await issue({ title: 'Crane', description: '' });
  open('/1');
  const user = userEvent.setup();
  expect(await screen.findByText(noteWords.none)).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: noteWords.write }));
  await user.paste('Who looks?');
  await user.click(screen.getByRole('checkbox', { name: noteWords.internal }));
  await user.click(screen.getByRole('button', { name: noteWords.comment }));
  const note = await screen.findByRole('article');
  expect(within(note).getByText('Who looks?')).toBeTruthy();
  expect(within(note).getByText(noteWords.internalMark)).toBeTruthy();

  const act = async (name: string) => {
    await user.click(within(screen.getByRole('article')).getByRole('button', { name: /^More/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await act(noteWords.editNote(reader.name));
  const text = within(note).getByRole('textbox', { name: noteWords.change });
  await user.clear(text);
  await user.paste('I look.');
  await user.click(within(note).getByRole('button', { name: noteWords.save }));
  expect(await within(note).findByText('I look.')).toBeTruthy();
  await act(noteWords.removeNote(reader.name));
  const dialog = await screen.findByRole('dialog', { name: noteWords.removeTitle });
  await user.click(within(dialog).getByRole('button', { name: common.actions.remove }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect((await call(`GET ${project}/issues/1/notes?activity_filter=only_comments`)).json).toEqual(
    [],
  );

  await user.click(screen.getByRole('button', { name: issueWords.close }));
  await user.click(await screen.findByRole('button', { name: issueWords.reopen }));
  await screen.findByRole('button', { name: issueWords.close });
  expect(await stored(1)).toMatchObject({ state: 'opened' });
});

test('the list is filtered by the URL, and bulk changes can be undone', async () => {
  const { open, issue, stored, reader, milestone } = await stage('cora');
  await issue({ title: 'One', labels: ['leak'], milestone_id: milestone });
  await issue({ title: 'Two', weight: 3 });
  await issue({ title: 'Three', state_event: 'close' });
  const router = open('?not_labels=leak&weight=Any');
  expect(await screen.findByRole('link', { name: 'Two' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Three' })).toBeNull();

  await router.navigate({
    to: '/projects/$project/issues',
    params: { project: 'at-cora/quay' },
    search: { search: 'One' },
  });
  const user = userEvent.setup();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Two' })).toBeNull());
  const act = async (action: string, choice: string) => {
    await user.click(await screen.findByRole('checkbox', { name: 'Select One #1' }));
    const bar = screen.getByRole('region', { name: 'Selected rows' });
    await user.click(await within(bar).findByRole('button', { name: action }));
    await user.click(await screen.findByRole('menuitem', { name: choice }));
    const result = await screen.findByRole('region', { name: `Result of: ${action}` });
    const undo = await within(result).findByRole('button', { name: 'Undo' });
    return async () => {
      await user.click(undo);
      await within(result).findByText('1 row as before');
    };
  };
  let undo = await act(planningWords.bulk.assign, reader.name);
  expect(await stored(1)).toMatchObject({ assignees: [{ id: reader.id }] });
  await undo();
  expect(await stored(1)).toMatchObject({ assignees: [] });
  undo = await act(planningWords.bulk.milestone, planningWords.noMilestone);
  expect(await stored(1)).toMatchObject({ milestone: null });
  await undo();
  expect(await stored(1)).toMatchObject({ milestone: { title: 'Launch' } });
});

test('the history of labels shows what the address asks for', async () => {
  const { open, issue, call, project } = await stage('lena');
  await issue({ title: 'The hull leaks', labels: ['leak'] });
  await call(`PUT ${project}/issues/1`, { remove_labels: 'leak' });
  open(`/1?came=${labelEventWords.remove}`);
  const told = await screen.findByRole('list', { name: labelEventWords.history });
  const [line, ...others] = within(told).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(line?.textContent).toContain(labelEventWords.remove);
});

test('who may only read is offered nothing else, and is told why', async () => {
  const { open, issue, call, project } = await stage('dora', accessLevels.guest);
  await issue({ title: 'Seen' });
  await issue({ title: 'Hidden', confidential: true });
  const router = open();
  expect(await screen.findByRole('link', { name: 'Seen' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Hidden' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  const at = '/projects/at-dora%2Fquay/issues';
  await router.navigate({ href: `${at}/1` });
  expect(await screen.findByRole('button', { name: noteWords.comment })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: noteWords.internal })).toBeNull();
  expect(screen.queryByRole('link', { name: issueWords.edit })).toBeNull();
  expect(screen.queryByRole('button', { name: issueWords.close })).toBeNull();
  await router.navigate({ href: `${at}/1/edit` });
  expect(await screen.findByText(form.mayNotEditHelp)).toBeTruthy();
  await router.navigate({ href: `${at}/2` });
  expect(await screen.findByText(common.states.notFoundTitle)).toBeTruthy();
  await call(`PUT ${project}`, { issues_enabled: false });
  await router.navigate({ href: `${at}/new` });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(issueWords.off)).toBeTruthy();
});
