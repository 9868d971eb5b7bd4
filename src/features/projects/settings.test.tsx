import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { formWords } from '../../words/form.ts';
import { groupSettingsWords } from '../../words/group-settings.ts';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { protectedBranchWords } from '../../words/protected-branches.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();

/** A project of this path in a group of the same, both of `owner`. */
async function shipOf(owner: { token: string }, path: string) {
  const { app } = backend();
  const { token } = owner;
  const group = await app.call('POST /groups', { token, json: { name: path, path } });
  const made = await app.call('POST /projects', {
    token,
    json: { name: 'Hull', path: 'hull', namespace_id: group.json.id, initialize_with_readme: true },
  });
  const at = `/projects/${encodeURIComponent(`${path}/hull`)}`;
  const read = async () => (await app.call(`GET /projects/${made.json.id}`, { token })).json;
  return { at, id: Number(made.json.id), read };
}

test('settings send what was changed, and the form goes on from there', async () => {
  const owner = await backend().signIn('first');
  const { at, read } = await shipOf(owner, 'fleet');
  openConsole(`${at}/settings`);
  const user = userEvent.setup();
  const name = await screen.findByRole('textbox', { name: words.name });
  await user.type(name, ' II');
  await user.type(screen.getByRole('combobox', { name: words.topics }), 'tides{Enter}');
  await user.click(screen.getByRole('switch', { name: words.issues }));
  await user.click(screen.getByRole('button', { name: words.save }));
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();
  expect(await read()).toMatchObject({
    name: 'Hull II',
    topics: ['tides'],
    issues_enabled: false,
    merge_requests_enabled: true,
  });

  const tabs = within(screen.getByRole('navigation', { name: words.tabs }));
  await user.click(tabs.getByRole('link', { name: words.mergeRequests }));
  await user.click(await screen.findByRole('combobox', { name: words.method }));
  await user.click(await screen.findByRole('option', { name: words.methods.ff, hidden: true }));
  await user.click(screen.getByRole('switch', { name: words.threads }));
  await user.click(screen.getByRole('button', { name: words.save }));
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();
  expect(await read()).toMatchObject({
    merge_method: 'ff',
    squash_option: 'default_off',
    only_allow_merge_if_all_discussions_are_resolved: true,
  });
});

test('a path that is taken is refused at its field; another one is where the project is', async () => {
  const owner = await backend().signIn('second');
  const { at, read } = await shipOf(owner, 'convoy');
  const json = { name: 'Keel', path: 'keel', namespace_id: (await read()).namespace.id };
  await backend().app.call('POST /projects', { token: owner.token, json });
  const router = openConsole(`${at}/settings/advanced`);
  const user = userEvent.setup();
  const path = await screen.findByRole('textbox', { name: words.path.field });
  await user.clear(path);
  await user.type(path, 'keel');
  await user.click(screen.getByRole('button', { name: words.path.submit }));
  expect(await screen.findByText('Has already been taken')).toBeTruthy();
  expect((await read()).path).toBe('hull');
  await user.type(path, '-two');
  await user.click(screen.getByRole('button', { name: words.path.submit }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/projects/convoy%2Fkeel-two/settings/advanced'),
  );
});

test('an archived project says where it is made writable, and is deleted by its typed path, taken back, and deleted at once', async () => {
  const owner = await backend().signIn('third');
  const { at, id, read } = await shipOf(owner, 'armada');
  const router = openConsole(`${at}/settings/advanced`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: words.archive.action }));
  const ask = await screen.findByRole('dialog', { name: words.archive.ask('Hull') });
  await user.click(within(ask).getByRole('button', { name: words.archive.action }));
  expect(await screen.findByRole('button', { name: words.unarchive.action })).toBeTruthy();
  expect(await read()).toMatchObject({ archived: true });

  await user.click(screen.getByRole('link', { name: words.general }));
  expect(await screen.findByText(words.frozen)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.save })).toBeNull();
  await user.click(screen.getByRole('link', { name: words.toAdvanced }));
  await user.click(await screen.findByRole('button', { name: words.unarchive.action }));
  expect(await screen.findByRole('button', { name: words.archive.action })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: words.remove.action }));
  const last = await screen.findByRole('dialog', { name: words.remove.ask('armada/hull') });
  const confirm = within(last).getByRole('button', { name: words.remove.action });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(within(last).getByLabelText(words.remove.typed('armada/hull')), 'armada/hull');
  await user.click(confirm);
  await user.click(await screen.findByRole('button', { name: words.restore.action }));
  expect(await screen.findByRole('button', { name: words.remove.action })).toBeTruthy();
  expect(await read()).toMatchObject({ marked_for_deletion_on: null });
  await user.click(screen.getByRole('button', { name: words.remove.action }));
  const again = await screen.findByRole('dialog', { name: words.remove.ask('armada/hull') });
  await user.type(within(again).getByLabelText(words.remove.typed('armada/hull')), 'armada/hull');
  await user.click(within(again).getByRole('button', { name: words.remove.action }));
  await user.click(await screen.findByRole('button', { name: words.removeNow.action }));
  const now = await screen.findByRole('dialog', { name: words.removeNow.ask('armada/hull') });
  await user.type(within(now).getByLabelText(words.removeNow.typed('armada/hull')), 'armada/hull');
  await user.click(within(now).getByRole('button', { name: words.removeNow.action }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
  const gone = await backend().app.call(`GET /projects/${id}`, { token: owner.token });
  expect(gone.status).toBe(404);
});

test('who may not change a project or group is told who may', async () => {
  const owner = await backend().app.user('fourth');
  const { at, id } = await shipOf(owner, 'harbour');
  const developer = await backend().signIn('fifth');
  await backend().app.call('POST /groups/harbour/members', {
    token: owner.token,
    json: { user_id: developer.id, access_level: 30 },
  });
  const router = openConsole(`${at}/settings`);
  expect(await screen.findByText(words.forbidden)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await router.navigate({ to: '/groups/$group/settings', params: { group: 'harbour' } });
  expect(await screen.findByText(groupSettingsWords.forbidden)).toBeTruthy();

  await backend().app.call(`PUT /groups/harbour/members/${developer.id}`, {
    token: owner.token,
    json: { access_level: 40 },
  });
  await router.navigate({
    to: '/projects/$project/settings/advanced',
    params: { project: String(id) },
  });
  const archive = await screen.findByRole('button', { name: words.archive.action });
  expect(archive).toHaveProperty('disabled', true);
  // To transfer, to archive, to delete.
  expect(screen.getAllByText(new RegExp(words.onlyOwners))).toHaveLength(3);
});

test('a branch is protected, opened to others, and unprotected with a way back', async () => {
  const owner = await backend().signIn('sixth');
  const { at, id } = await shipOf(owner, 'dock');
  openConsole(`${at}/settings/protected-branches`);
  const user = userEvent.setup();
  const rules = async () => {
    const { json } = await backend().app.call(`GET /projects/${id}/protected_branches`, {
      token: owner.token,
    });
    const rows: { name: string; push_access_levels: { access_level: number }[] }[] = json;
    return rows.map(({ name, push_access_levels: [push] }) => `${name} ${push?.access_level}`);
  };
  const { form } = protectedBranchWords;
  const [create] = await screen.findAllByRole('button', { name: protectedBranchWords.create });
  await user.click(create!);
  const dialog = await screen.findByRole('dialog', { name: protectedBranchWords.create });
  await user.type(within(dialog).getByRole('textbox', { name: form.name }), 'release/*');
  await user.click(within(dialog).getByRole('button', { name: form.submit }));
  await expect.poll(rules).toContain('release/* 40');

  const edit = protectedBranchWords.editLabel('release/*');
  await user.click(await screen.findByRole('button', { name: edit }));
  const title = protectedBranchWords.editTitle('release/*');
  const second = await screen.findByRole('dialog', { name: title });
  const push = within(second).getByRole('combobox', { name: form.push });
  await user.click(push);
  const developers = protectedBranchWords.levels[30]!;
  const choices = within(document.getElementById(push.getAttribute('aria-controls')!)!);
  await user.click(choices.getByRole('option', { name: developers, hidden: true }));
  await user.click(within(second).getByRole('button', { name: form.save }));
  await expect.poll(rules).toContain('release/* 30');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: tableWords.select('release/*') }));
  await user.click(await screen.findByRole('button', { name: protectedBranchWords.remove }));
  const ask = await screen.findByRole('dialog', { name: protectedBranchWords.bulk.title(1) });
  await user.click(within(ask).getByRole('button', { name: protectedBranchWords.remove }));
  await expect.poll(rules).not.toContain('release/* 30');
  await user.click(await screen.findByRole('button', { name: tableWords.results.undo }));
  await expect.poll(rules).toContain('release/* 30');
});

test('an owner changes a group, its path and who may create in it', async () => {
  const owner = await backend().signIn('seventh');
  await shipOf(owner, 'yard');
  const router = openConsole('/groups/yard/settings');
  const user = userEvent.setup();
  const name = await screen.findByRole('textbox', { name: groupSettingsWords.name });
  await user.type(name, ' of old');
  await user.click(screen.getByRole('combobox', { name: groupSettingsWords.projectCreation }));
  const nobody = groupSettingsWords.levels.noone;
  await user.click(await screen.findByRole('option', { name: nobody, hidden: true }));
  await user.click(screen.getByRole('button', { name: groupSettingsWords.save }));
  expect(await screen.findByText(formWords.nothingToSave)).toBeTruthy();

  await user.click(screen.getByRole('link', { name: groupSettingsWords.advanced }));
  const path = await screen.findByRole('textbox', { name: groupSettingsWords.path.field });
  await user.clear(path);
  await user.type(path, 'old-yard');
  await user.click(screen.getByRole('button', { name: groupSettingsWords.path.submit }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/groups/old-yard/settings/advanced'),
  );
  const kept = await backend().app.call('GET /groups/old-yard', { token: owner.token });
  expect(kept.json).toMatchObject({ name: 'yard of old', project_creation_level: 'noone' });
});

test('a project and a group are transferred by their typed paths, and are where they went', async () => {
  const owner = await backend().signIn('eighth');
  const { at, id } = await shipOf(owner, 'wharf');
  const call = (request: string, json?: object) =>
    backend().app.call(request, { token: owner.token, ...(json && { json }) });
  const { id: basin } = (await call('POST /groups', { name: 'Basin', path: 'basin' })).json;
  const router = openConsole(`${at}/settings/advanced`);
  const user = userEvent.setup();
  const move = async (
    of: typeof words.transfer | typeof groupSettingsWords.transfer,
    path: string,
    to: string,
  ) => {
    const button = (await screen.findByText(of.submit)).closest('button');
    if (button === null) throw new Error('no button');
    await waitFor(() => expect(button.disabled).toBe(true));
    await user.click(screen.getByLabelText(of.field, { selector: 'input' }));
    await user.click(await screen.findByText(to));
    await user.click(button);
    expect(await screen.findByText(of.askHelp(path, to))).toBeTruthy();
    await user.type(screen.getByLabelText(of.typed(path)), path);
    const dialog = within(screen.getByRole('dialog', { name: of.ask(path) }));
    await user.click(dialog.getByText(of.submit));
  };
  await move(words.transfer, 'wharf/hull', 'basin');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/projects/basin%2Fhull/settings/advanced'),
  );
  expect((await call(`GET /projects/${id}`)).json.namespace.id).toBe(basin);

  await router.navigate({
    to: '/groups/$group/settings/advanced',
    params: { group: 'wharf' },
  });
  await move(groupSettingsWords.transfer, 'wharf', 'basin');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/groups/basin%2Fwharf/settings/advanced'),
  );
  expect((await call('GET /groups/basin%2Fwharf')).json.parent_id).toBe(basin);
});
