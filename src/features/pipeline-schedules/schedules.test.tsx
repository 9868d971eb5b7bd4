import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { exportWords } from '../../words/dependency-list-exports.ts';
import { scheduleWords as words } from '../../words/pipeline-schedules.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();
const { editor, variable, next, findings, instance } = words;

/** A project whose owner has a schedule; whoever looks has a role in it. */
async function stage(name: string, level: number) {
  const { app } = backend();
  const place = await ciProject(app, name, { '.gitlab-ci.yml': 'unit: { script: x }' });
  const made = await place.call(`POST ${place.path}/pipeline_schedules`, {
    json: { description: `of ${name}`, ref: 'main', cron: '0 4 * * *' },
  });
  const one = `${place.path}/pipeline_schedules/${made.json.id}`;
  await place.call(`POST ${one}/variables`, { json: { key: 'TIDE', value: 'low' } });
  const reader = await backend().signIn(`${name}-mate`, { admin: level === 60 });
  if (level < 60) {
    const role = { user_id: reader.id, access_level: level };
    await place.call(`POST ${place.path}/members`, { json: role });
  }
  const stored = async () => (await place.call(`GET ${one}`)).json;
  const at = `/projects/${encodeURIComponent(place.fullPath)}/schedules`;
  return { ...place, reader, stored, at, id: Number(made.json.id) };
}

/** Adds one in its dialog; the form behind it saves it. */
async function addVariable(user: UserEvent, key: string, value: string) {
  await user.click(screen.getByRole('button', { name: editor.addVariable }));
  const dialog = await screen.findByRole('dialog', { name: editor.addVariable });
  await user.click(within(dialog).getByRole('textbox', { name: /^Key/ }));
  await user.paste(key);
  await user.click(within(dialog).getByRole('textbox', { name: variable.value }));
  await user.paste(value);
  await user.click(within(dialog).getByRole('button', { name: variable.set }));
}

test('a schedule is written with its next runs beside it, and made with its variables', async () => {
  const { at, call, path } = await stage('abel', 40);
  const router = openConsole(`${at}/new`);
  const user = userEvent.setup();
  const cron = await screen.findByRole('textbox', { name: /^Cron/ });
  await user.clear(cron);
  await user.click(cron);
  await user.paste('30 2 31 2 *');
  expect(await screen.findByText(editor.neverRuns)).toBeTruthy();
  expect(screen.queryByText(editor.syntax)).toBeNull();
  const zone = screen.getByRole('combobox', { name: /^Time zone/ });
  await user.clear(zone);
  await user.click(zone);
  await user.paste('Europe/Berl');
  await user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  // The last Sunday of March is when the clocks of Berlin go forward.
  await user.clear(cron);
  await user.click(cron);
  await user.paste('30 2 * 3 sun#L');
  expect((await screen.findAllByText(next.gap('03:00'))).length).toBeGreaterThan(0);
  expect(screen.getByText(findings.gapTitle)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: findings.use('03:00') }));
  await waitFor(() => expect(screen.queryByText(findings.gapTitle)).toBeNull());
  expect(cron).toHaveProperty('value', '0 3 * 3 sun#L');

  await user.click(screen.getByRole('textbox', { name: /^Description/ }));
  await user.paste('Yearly');
  await addVariable(user, 'STATIONS', 'all');
  await user.click(screen.getByRole('button', { name: editor.create }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/schedules\/\d+$/));
  const id = router.state.location.pathname.split('/').at(-1);
  const list = (await call(`GET ${path}/pipeline_schedules`)).json;
  expect(list.map(({ description }: { description: string }) => description)).toContain('Yearly');
  const made = (await call(`GET ${path}/pipeline_schedules/${id}`)).json;
  expect(made).toMatchObject({
    cron: '0 3 * 3 sun#L',
    cron_timezone: 'Europe/Berlin',
    ref: 'refs/heads/main',
    variables: [{ key: 'STATIONS', value: 'all' }],
  });
});

test('a variable that is refused leaves no schedule behind', async () => {
  const { at, call, path } = await stage('eve', 40);
  const json = { ci_pipeline_variables_minimum_override_role: 'owner' };
  expect((await call(`PUT ${path}`, { json })).status).toBe(200);
  openConsole(`${at}/new`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('textbox', { name: /^Description/ }));
  await user.paste('Refused');
  await addVariable(user, 'STATIONS', 'all');
  await user.click(screen.getByRole('button', { name: editor.create }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  const list: { description: string }[] = (await call(`GET ${path}/pipeline_schedules`)).json;
  expect(list.map(({ description }) => description)).toEqual(['of eve']);
});

test('what an administrator has typed outlives taking over, and what changed meanwhile arrives', async () => {
  const { at, id, stored, call, path } = await stage('fay', 60);
  openConsole(`${at}/${id}`);
  const user = userEvent.setup();
  const description = await screen.findByRole('textbox', { name: /^Description/ });
  await user.click(description);
  await user.paste(', typed');
  expect(screen.getByRole('switch', { name: /^Active/ })).toHaveProperty('checked', true);
  await call(`PUT ${path}/pipeline_schedules/${id}`, { json: { active: false } });
  await user.click(screen.getByRole('button', { name: words.takeLabel('of fay') }));
  const dialog = await screen.findByRole('dialog', { name: words.takeTitle('of fay') });
  await user.click(within(dialog).getByRole('button', { name: words.take }));
  expect(await screen.findByText(editor.ownOwner)).toBeTruthy();
  const active = () => screen.getByRole('switch', { name: /^Active/, hidden: true });
  await waitFor(() => expect(active()).toHaveProperty('checked', false));
  await user.click(await screen.findByRole('button', { name: editor.submit }));
  await expect.poll(stored).toMatchObject({ description: 'of fay, typed', active: false });
});

test('somebody else’s schedule is taken over before it is changed; a variable is saved with it', async () => {
  const { at, id, stored, reader } = await stage('bea', 40);
  openConsole(`${at}/${id}`);
  const user = userEvent.setup();
  expect(await screen.findByText(editor.notYours)).toBeTruthy();
  expect(screen.queryByRole('button', { name: editor.addVariable })).toBeNull();
  await user.click(screen.getByRole('button', { name: words.takeLabel('of bea') }));
  const dialog = await screen.findByRole('dialog', { name: words.takeTitle('of bea') });
  await user.click(within(dialog).getByRole('button', { name: words.take }));
  await user.click(await screen.findByRole('button', { name: variable.edit('TIDE') }));
  const edit = await screen.findByRole('dialog', { name: variable.edit('TIDE') });
  const value = within(edit).getByRole('textbox', { name: variable.value });
  await user.clear(value);
  await user.click(value);
  await user.paste('high');
  await user.click(within(edit).getByRole('button', { name: variable.set }));
  expect(await screen.findByRole('img', { name: variable.unsaved })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: editor.submit }));
  await expect.poll(stored).toMatchObject({ owner: { id: reader.id } });
  await waitFor(() => expect(screen.queryByRole('img', { name: variable.unsaved })).toBeNull());
  expect((await stored()).variables ?? []).toMatchObject([{ key: 'TIDE', value: 'high' }]);
});

test('a Reporter sees when it runs, and neither variables nor anything to do', async () => {
  const { at, id } = await stage('cal', 20);
  openConsole(`${at}/${id}`);
  expect(await screen.findByText(editor.variablesHidden)).toBeTruthy();
  expect(screen.queryByText('TIDE')).toBeNull();
  expect(screen.queryByRole('button', { name: words.run })).toBeNull();
  openConsole(`${at}/${id}/history`);
  expect(await screen.findByText(words.history.empty.title)).toBeTruthy();
  // What comes by the clock is asked for again without anybody's doing.
  const runs = [pipelineSchedules.runs, pipelineSchedules.listPipelines].flatMap(({ id: key }) =>
    queryClient.getQueryCache().findAll({ queryKey: [key], type: 'active' }),
  );
  const beats = runs.flatMap(({ observers }) =>
    observers.map((one) => one.options.refetchInterval),
  );
  expect(beats.length).toBeGreaterThan(2);
  expect(beats).not.toContain(undefined);
  openConsole(at);
  const active = await screen.findByRole('switch', { name: words.activeLabel('of cal') });
  expect(active).toHaveProperty('disabled', true);
  const week = await screen.findByRole('table', { name: words.timeline.title });
  expect(within(week).getAllByText(/^1 run: 0?4:00|^1 run: \d\d:00/).length).toBeGreaterThan(5);
});

test('an administrator hands schedules over to anybody, and takes it back', async () => {
  const { stored, reader } = await stage('dot', 60);
  // By name they all come before the one who is looked for.
  for (let at = 0; at < 21; at += 1) await backend().app.user(`aa${at}`);
  openConsole('/admin/schedules?search=of dot');
  const user = userEvent.setup();
  const before = (await stored()).owner.id;
  const name = /^Select of dot/;
  await user.click(await screen.findByRole('checkbox', { name }));
  await user.click(await screen.findByRole('button', { name: instance.handOver }));
  expect(await screen.findByRole('option', { name: /aa1\b/ })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /dot-mate/ })).toBeNull();
  await user.paste('dot-ma');
  await user.click(await screen.findByRole('option', { name: /dot-mate/ }));
  const dialog = await screen.findByRole('dialog', { name: instance.handTitle(1) });
  await user.click(within(dialog).getByRole('button', { name: instance.handOver }));
  await expect.poll(async () => (await stored()).owner.id).toBe(reader.id);
  await user.click(await screen.findByRole('button', { name: tableWords.results.undo }));
  await expect.poll(async () => (await stored()).owner.id).toBe(before);
});

test('what of one’s own cannot run is on the home page with its reason, as are one’s exports', async () => {
  const { app } = backend();
  const { reader, id, path, fullPath } = await stage('ruth', 40);
  const { token } = reader;
  const json = { export_type: 'csv' };
  await app.call(`POST ${path}/dependency_list_exports`, { token, json });
  const change = {
    owner_id: reader.id,
    problem: 'owner_role',
    problem_text: 'No right',
    problem_since: '2026-11-27T01:00:00.000Z',
  } as const;
  await app.deps.db.updateTable('pipeline_schedules').set(change).where('id', '=', id).execute();
  openConsole('/');
  const schedule = await screen.findByRole('link', { name: 'of ruth' });
  expect(schedule.getAttribute('href')).toMatch(new RegExp(`/schedules/${id}/history$`));
  expect(screen.getByText(words.problems.owner_role)).toBeTruthy();
  const line = screen.getByText(exportWords.types.csv, { exact: false });
  expect(within(line).getByRole('link', { name: fullPath })).toBeTruthy();
});
