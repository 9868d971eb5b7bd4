import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { formatMoment } from '../../lib/format.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { exportWords as words } from '../../words/dependency-list-exports.ts';

const backend = startBackend();

const lock = JSON.stringify({
  packages: {
    'node_modules/tide': { version: '1.0.0', license: 'MIT' },
    'node_modules/ebb': { version: '2.0.0', license: 'ISC' },
  },
});

/** A project with two dependencies, and somebody who is signed in and has this role there. */
async function stage(name: string, level: number) {
  const place = await ciProject(backend().app, name, { 'package-lock.json': lock });
  await backend().app.drain();
  const reader = await backend().signIn(`${name}-reader`);
  const role = { user_id: reader.id, access_level: level };
  await place.call(`POST ${place.path}/members`, { json: role });
  const at = `/projects/${encodeURIComponent(place.fullPath)}/exports`;
  return { ...place, reader, at };
}

test('a running export tells how far it is by itself, a failed one why, and is begun again until it is ready', async () => {
  const { app } = backend();
  const { path, reader, at } = await stage('abel', 30);
  const asked = { token: reader.token, json: { export_type: 'csv' } };
  const { id } = (await app.call(`POST ${path}/dependency_list_exports`, asked)).json;
  const put = (change: object) =>
    app.deps.db.updateTable('dependency_list_exports').set(change).where('id', '=', id).execute();
  await put({ components_done: 1500 });
  openConsole(at);
  expect(await screen.findByText(words.running(1500))).toBeTruthy();
  expect(screen.getByText(words.note, { exact: false })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
  await put({ components_done: 12_500 });
  expect(await screen.findByText('Running: 12,500 written')).toBeTruthy();

  const failure_reason = 'There is no space left on the disk of the server';
  await put({ status: 'failed', failure_reason });
  expect(await screen.findByText(`${words.states.failed}: ${failure_reason}`)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: words.retryLabel(words.types.csv) }));
  expect(await screen.findByText(words.running(0))).toBeTruthy();
  expect(screen.queryByText(failure_reason, { exact: false })).toBeNull();
  await app.drain();
  expect(await screen.findByText('Ready: 2 dependencies')).toBeTruthy();
  const [made] = (
    await app.call(`GET /bff${path}/dependency_list_exports`, { token: reader.token })
  ).json;
  const link = screen.getByRole('link', { name: words.downloadLabel(made.file_name) });
  expect(link.getAttribute('href')).toBe(`/api/v4/dependency_list_exports/${id}/download`);
  // How long it is kept is counted down, the moment itself is the title.
  expect(screen.getByTitle(formatMoment(made.expires_at)).textContent).toMatch(/^in \d+ \w+$/);
});

test('an export is begun in the format, with the columns and the mail that are chosen', async () => {
  const { app } = backend();
  const { reader, at, projectId } = await stage('bea', 30);
  openConsole(at);
  const user = userEvent.setup();
  await user.click((await screen.findAllByRole('button', { name: words.create }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: words.create });
  const choose = async (label: string, option: string) => {
    await user.click(within(dialog).getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(words.form.columns, words.form.columnChoices.purl);
  await user.click(within(dialog).getByRole('switch'));
  await user.click(within(dialog).getByRole('button', { name: words.form.submit }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(words.running(0))).toBeTruthy();
  const rows = await app.deps.db
    .selectFrom('dependency_list_exports')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  expect(rows).toMatchObject([
    { author_id: reader.id, export_type: 'csv', columns: '["purl"]', send_email: 1 },
  ]);
});

test('exports of a group offer its formats, and whoever may not read dependencies is told so', async () => {
  const { app } = backend();
  const owner = await app.user('cid');
  const json = { name: 'Fleet', path: 'fleet-of-cid' };
  const group = (await app.call('POST /groups', { token: owner.token, json })).json;
  const join = async (name: string, access_level: number) => {
    const reader = await backend().signIn(name);
    const role = { user_id: reader.id, access_level };
    await app.call(`POST /groups/${group.id}/members`, { token: owner.token, json: role });
  };
  await join('cid-developer', 30);
  openConsole('/groups/fleet-of-cid/exports');
  const user = userEvent.setup();
  await user.click((await screen.findAllByRole('button', { name: words.create }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: words.create });
  await user.click(within(dialog).getByRole('combobox', { name: words.form.type }));
  const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
  const { json_array, csv, spdx_2_3_json } = words.types;
  expect(options).toEqual([json_array, csv, spdx_2_3_json]);
});

test('a Reporter is told that exports are not theirs to see', async () => {
  const { at } = await stage('dan', 20);
  openConsole(at);
  expect(await screen.findByText(common.states.forbiddenTitle)).toBeTruthy();
});
