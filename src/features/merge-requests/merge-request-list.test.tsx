import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { harbor } from '../../../bff/testing/harbor.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { planningWords } from '../../words/planning.ts';

const backend = startBackend();

test('chosen merge requests are labelled, closed and brought back as they were', async () => {
  const { project, call, commit } = await harbor(backend().app, 'rhea');
  await commit({ 'README.md': 'hello' });
  await call(`POST ${project}/labels`, { name: 'urgent', color: '#cc0000' });
  for (const [name, labels] of [
    ['one', ['kept']],
    ['two', ['urgent']],
  ] as const) {
    await commit({ [`${name}.txt`]: name }, name, { start_branch: 'main' });
    await call(`POST ${project}/merge_requests`, {
      source_branch: name,
      target_branch: 'main',
      title: `Add ${name}`,
      labels,
    });
  }
  const tess = await backend().signIn('tess');
  await call(`POST ${project}/members`, { user_id: tess.id, access_level: 40 });
  const stored = async () =>
    (await call(`GET ${project}/merge_requests?order_by=title&sort=asc&state=all`)).json.map(
      (record: { state: string; labels: string[] }) => [record.state, record.labels],
    );

  openConsole(`/projects/at-rhea%2Fquay/merge-requests`);
  const user = userEvent.setup();
  const act = async (action: string, choice?: string) => {
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    const bar = screen.getByRole('region', { name: 'Selected rows' });
    await user.click(await within(bar).findByRole('button', { name: action }));
    if (choice) await user.click(await screen.findByRole('menuitem', { name: choice }));
  };
  const undo = async (action: string) => {
    const result = await screen.findByRole('region', { name: `Result of: ${action}` });
    await user.click(await within(result).findByRole('button', { name: 'Undo' }));
    await within(result).findByText('2 rows as before');
  };

  await screen.findByRole('link', { name: 'Add one' });
  await act('Add label', 'urgent');
  await screen.findByText('Label added to 2 merge requests');
  expect(await stored()).toEqual([
    ['opened', ['kept', 'urgent']],
    ['opened', ['urgent']],
  ]);
  // Undo takes back what the action did, and nothing that was done since or before.
  await call(`PUT ${project}/merge_requests/1`, { add_labels: ['since'], remove_labels: ['kept'] });
  await undo('Add label');
  expect(await stored()).toEqual([
    ['opened', ['since']],
    ['opened', ['urgent']],
  ]);
  await act('Draft');
  await screen.findByText('2 merge requests marked as draft');
  const title = async () => (await call(`GET ${project}/merge_requests/1`)).json.title;
  expect(await title()).toBe('Draft: Add one');
  await undo('Draft');
  expect(await title()).toBe('Add one');
  await act('Reviewer', tess.user.name);
  await screen.findByText('Reviewer of 2 merge requests set');
  const reviewers = async () => (await call(`GET ${project}/merge_requests/1`)).json.reviewers;
  expect(await reviewers()).toMatchObject([{ username: 'tess' }]);
  await undo('Reviewer');
  expect(await reviewers()).toEqual([]);
  await act('Close');
  await screen.findByText('2 merge requests closed');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Add one' })).toBeNull());
  expect((await stored()).map(([state]: [string]) => state)).toEqual(['closed', 'closed']);
  await undo('Close');
  await screen.findByRole('link', { name: 'Add one' });
  expect((await stored()).map(([state]: [string]) => state)).toEqual(['opened', 'opened']);
});

test('over all projects too people are assigned in bulk, and it is undone', async () => {
  const { project, call, commit } = await harbor(backend().app, 'finn');
  await commit({ 'README.md': 'hello' });
  await commit({ 'one.txt': 'one' }, 'one', { start_branch: 'main' });
  await call(`POST ${project}/merge_requests`, {
    source_branch: 'one',
    target_branch: 'main',
    title: 'Add one of many',
  });
  const una = await backend().signIn('una');
  await call(`POST ${project}/members`, { user_id: una.id, access_level: 40 });
  openConsole('/merge-requests?author_username=finn&scope=all');
  const user = userEvent.setup();
  await screen.findByRole('link', { name: 'Add one of many' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  await user.click(await within(bar).findByRole('button', { name: planningWords.bulk.assign }));
  await user.click(await screen.findByRole('menuitem', { name: una.user.name }));
  const assignees = async () => (await call(`GET ${project}/merge_requests/1`)).json.assignees;
  await expect.poll(assignees, { timeout: 20_000 }).toMatchObject([{ id: una.id }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(assignees, { timeout: 20_000 }).toEqual([]);
});
