import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { csvHeader, csvLine, importedGroup } from '../../../bff/testing/strangers.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { homeWords } from '../../words/home.ts';
import { reassignmentWords } from '../../words/reassignments.ts';

const backend = startBackend();
const words = reassignmentWords.files;
const patient = { timeout: 20_000 };

// The server that is called here is node's, which knows node's forms and files.
beforeAll(async () => {
  const { constructor: NodeForm } = await new Response(new URLSearchParams()).formData();
  const natives = { Blob: NodeBlob, File: NodeFile, FormData: NodeForm };
  for (const [name, native] of Object.entries(natives)) vi.stubGlobal(name, native);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('a file is tried first, says which lines are wrong, and only then asks people', async () => {
  const { app } = backend();
  const group = await importedGroup(app, 'ella');
  const owner = await backend().signIn('olga');
  await group.call(`POST ${group.group}/members`, { user_id: owner.id, access_level: 50 });
  for (const identifier of ['1', '2', '3']) await group.person(identifier);
  await app.user('uma');
  const statusOf = async (identifier: string) => (await group.people()).get(identifier)?.status;

  const sheet = [csvHeader, csvLine('1', 'uma'), csvLine('2', 'nobody'), csvLine('3'), ''];
  const body = new FormData();
  body.set('file', new Blob([sheet.join('\n')]), 'crew.csv');
  const request = `POST /bff${group.path}/reassignment_files?dry_run=true`;
  const { json } = await app.call(request, { token: owner.token, body });

  const user = userEvent.setup();
  const router = openConsole(`/groups/at-ella/reassignments?file=${json.id}`);
  const report = await screen.findByRole('dialog', { name: 'crew.csv' }, patient);
  expect(within(report).getByText(words.queued)).toBeTruthy();
  expect(within(report).getByRole('button', { name: words.stop })).toBeTruthy();
  await app.drain();
  expect(await within(report).findByText(words.finishedDry, {}, patient)).toBeTruthy();
  const errors = within(report).getByRole('table', { name: words.errors });
  expect(within(errors).getAllByRole('row')).toHaveLength(2);
  for (const text of ['3', 'nobody', 'No matching user for provided information.']) {
    expect(within(errors).getByRole('cell', { name: text })).toBeTruthy();
  }
  const dry = (router.latestLocation.search as { file?: string }).file;
  const download = within(report).getByRole('link', { name: words.downloadErrors });
  expect(download.getAttribute('href')).toBe(
    `/bff/groups/at-ella/reassignment_files/${dry}/errors.csv`,
  );
  expect(await statusOf('1')).toBe('pending_reassignment');

  await user.click(within(report).getByRole('button', { name: words.apply(1) }));
  await waitFor(() => {
    expect(router.latestLocation.search).not.toHaveProperty('file', dry);
  }, patient);
  await app.drain();
  expect(await screen.findByText(words.finished, {}, patient)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.apply(1) })).toBeNull();
  expect(await statusOf('1')).toBe('awaiting_approval');
  expect(await statusOf('2')).toBe('pending_reassignment');

  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('link', { name: words.files }, patient));
  await waitFor(() => {
    expect(screen.getAllByRole('link', { name: 'crew.csv' })).toHaveLength(2);
  }, patient);
});

test('the link of the mail opens the report of its file, and one that is not there says so', async () => {
  const { app } = backend();
  const group = await importedGroup(app, 'finn');
  const owner = await backend().signIn('otto');
  await group.call(`POST ${group.group}/members`, { user_id: owner.id, access_level: 50 });
  const { json } = await group.run([csvHeader, csvLine('7', 'nobody'), ''].join('\n'));
  const router = openConsole(`/groups/at-finn/reassignments?file=${json.id}`);
  const report = await screen.findByRole('dialog', { name: 'people.csv' }, patient);
  expect(within(report).getByText(words.finished)).toBeTruthy();
  expect(within(report).queryByRole('button', { name: words.stop })).toBeNull();
  await router.navigate({ to: '.', search: { file: '999999' } as never });
  expect(await screen.findByText(common.states.notFoundTitle, {}, patient)).toBeTruthy();
});

test('a person is chosen in the row itself, and the home page says what is left to do', async () => {
  const { app } = backend();
  const group = await importedGroup(app, 'gwen');
  const owner = await backend().signIn('odin');
  await group.call(`POST ${group.group}/members`, { user_id: owner.id, access_level: 50 });
  await group.person('1');
  await group.person('2');
  await app.user('ursula');
  const user = userEvent.setup();
  const router = openConsole('/');
  const block = await screen.findByRole('link', { name: 'gwen' }, patient);
  expect(screen.getByText(homeWords.unassigned(2))).toBeTruthy();
  await user.click(block);
  const button = { name: reassignmentWords.choose('Person 2') };
  await user.click(await screen.findByRole('button', button, patient));
  await user.type(await screen.findByRole('combobox', button), 'ursul');
  await user.click(await screen.findByRole('option', { name: /ursula/ }, patient));
  await waitFor(() => expect(screen.queryByRole('button', button)).toBeNull(), patient);
  expect((await group.people()).get('2')).toMatchObject({
    status: 'awaiting_approval',
    reassign_to_user: { username: 'ursula' },
  });
  await router.navigate({ to: '/' });
  expect(await screen.findByText(homeWords.unassigned(1), {}, patient)).toBeTruthy();
});

test('somebody whose work is being moved is looked at again until it is there', async () => {
  const { app } = backend();
  const group = await importedGroup(app, 'hugo');
  const owner = await backend().signIn('oona');
  await group.call(`POST ${group.group}/members`, { user_id: owner.id, access_level: 50 });
  const { id } = await group.person('1', { status: 'reassignment_in_progress' });
  openConsole('/groups/at-hugo/reassignments');
  const { statuses } = reassignmentWords;
  expect(await screen.findByText(statuses.reassignment_in_progress, {}, patient)).toBeTruthy();
  const change = { status: 'completed' } as const;
  const people = app.deps.db.updateTable('import_source_users');
  await people.set(change).where('id', '=', id).execute();
  expect(await screen.findByText(statuses.completed, {}, patient)).toBeTruthy();
});
