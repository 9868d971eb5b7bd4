import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';
import { memberWords } from '../../words/members.ts';
import { projectWords } from '../../words/projects.ts';
import { keyWords } from '../../words/keys.ts';
import { shellWords } from '../../words/shell.ts';

const backend = startBackend();
const { palette, help, curl } = shellWords;

const atProjects = () => screen.findByRole('heading', { level: 1, name: projectWords.title });

async function openPalette() {
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: palette.title });
  return { user, field };
}

const option = (name: string | RegExp) => screen.findByRole('option', { name });

test('the palette finds screens by a part of their name and jumps by Enter', async () => {
  await backend().signIn('first');
  const router = openConsole('/projects');
  await atProjects();
  const { user, field } = await openPalette();
  await user.type(field, 'access tok');
  const hit = await option(/Access tokens$/);
  expect(hit.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(hit.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/tokens'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the palette keeps the screens of administrators to them', async () => {
  await backend().signIn('second');
  openConsole('/projects');
  await atProjects();
  const { user, field } = await openPalette();
  await user.type(field, 'users');
  expect(await screen.findByText(palette.nothing)).toBeTruthy();
});

test('the palette finds what the server finds, and the arrows choose', async () => {
  const owner = await backend().signIn('third');
  const json = { name: 'Tide gauges', path: 'gauges' };
  await backend().app.call('POST /groups', { token: owner.token, json });
  const router = openConsole('/projects');
  await atProjects();
  const { user, field } = await openPalette();
  await user.type(field, 'gauges');
  await option('gauges');
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups/gauges'));
});

test('the palette says when the server does not answer, and screens still work', async () => {
  await backend().signIn('fourth');
  openConsole('/projects');
  await atProjects();
  backend().override(
    http.get('*/bff/search', () => HttpResponse.json({ message: 'no' }, { status: 400 })),
  );
  const { user, field } = await openPalette();
  await user.type(field, 'sessions');
  expect(await screen.findByText(palette.failed)).toBeTruthy();
  expect(await option(/Sessions$/)).toBeTruthy();
});

test('the sheet opens with ?, and not once single keys are switched off', async () => {
  await backend().signIn('fifth');
  openConsole('/projects');
  await atProjects();
  const user = userEvent.setup();
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: help.title });
  await user.click(within(sheet).getByRole('switch'));
  await user.click(within(sheet).getByRole('button', { name: common.actions.close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  expect(localStorage.getItem('qd-single-keys')).toBe('false');
  // The entry of the rail still opens it; had the key, there would be two.
  await user.click(screen.getByRole('button', { name: help.entry }));
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await user.click(screen.getByRole('switch'));
  expect(localStorage.getItem('qd-single-keys')).toBe('true');
});

test('a key is chosen anew, refused where it does something else, switched off and brought back', async () => {
  await backend().signIn('twelfth');
  openConsole('/projects');
  await atProjects();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: help.entry }));
  const sheet = within(await screen.findByRole('dialog', { name: help.title }));
  const label = keyWords.names.approve;
  const press = () => user.click(sheet.getByRole('button', { name: keyWords.changeOf(label) }));
  await press();
  await user.keyboard('v');
  expect(await sheet.findByText(keyWords.taken('v', keyWords.names.viewed))).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(localStorage.getItem('qd-keys') ?? '{}').toBe('{}');
  await press();
  await user.keyboard('g');
  expect(await sheet.findByText('g')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('qd-keys') ?? '')).toEqual({ approve: 'g' });
  // What is free again may be taken.
  const other = keyWords.names.viewed;
  await user.click(sheet.getByRole('button', { name: keyWords.changeOf(other) }));
  await user.keyboard('a');
  await user.click(sheet.getByRole('button', { name: keyWords.restoreOf(other, 'v') }));
  await user.click(sheet.getByRole('button', { name: keyWords.switchOffOf(label) }));
  expect(await sheet.findByText(keyWords.off)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: keyWords.restoreOf(label, 'a') }));
  await waitFor(() => expect(localStorage.getItem('qd-keys')).toBe('{}'));
  // The sheet itself listens to another key from then on.
  await user.click(sheet.getByRole('button', { name: keyWords.changeOf(help.sheet) }));
  await user.keyboard('h');
  await user.click(sheet.getByRole('button', { name: common.actions.close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('h');
  expect(await screen.findByRole('dialog', { name: help.title })).toBeTruthy();
  localStorage.removeItem('qd-keys');
});

test('what the screen can do stands in the palette and is done from there', async () => {
  await backend().signIn('tenth');
  openConsole('/groups/new');
  await screen.findByRole('button', { name: groupWords.form.submit });
  const { user } = await openPalette();
  await user.click(await option(groupWords.form.submit));
  expect(await screen.findAllByText(common.required)).toHaveLength(2);
});

test('keys do nothing while one types', async () => {
  await backend().signIn('sixth');
  openConsole('/groups/new');
  const name = await screen.findByRole('textbox', { name: new RegExp(`^${groupWords.form.name}`) });
  await userEvent.setup().type(name, 'who?');
  expect(name).toHaveProperty('value', 'who?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a screen is copied as curl with the calls that it makes', async () => {
  await backend().signIn('seventh');
  openConsole('/projects?search=tide');
  await atProjects();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: curl.open }));
  const dialog = await screen.findByRole('dialog', { name: curl.title });
  expect(within(dialog).getByText(/\/api\/v4\/projects\?.*search=tide/)).toBeTruthy();
  const copy = within(dialog).getByRole('button', { name: curl.copy('GET /api/v4/projects') });
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toMatch(/^curl .*PRIVATE-TOKEN.*search=tide/);
});

test('a form is copied as curl with what is typed, without its secrets', async () => {
  await backend().signIn('eighth', { admin: true });
  openConsole('/admin/users/new');
  const user = userEvent.setup();
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.type(name, 'Ann Ebb');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'hush hush');
  await user.click(screen.getByRole('button', { name: curl.open }));
  const dialog = await screen.findByRole('dialog', { name: curl.title });
  const call = within(dialog).getByText(/--request POST/);
  expect(call.textContent).toContain('"name":"Ann Ebb"');
  expect(call.textContent).toContain(`"password":"${curl.secret}"`);
  expect(call.textContent).not.toContain('hush');
});

test('the menu of the user opens with the first press', async () => {
  await backend().signIn('ninth');
  openConsole('/projects');
  await atProjects();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: common.user.menu('Ninth') }));
  expect(await screen.findByRole('menuitem', { name: common.navigation.sessions })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: common.user.signOut })).toBeTruthy();
});

test('what is not there has no screens around it', async () => {
  const { token } = await backend().signIn('lost');
  await backend().app.call('POST /groups', { token, json: { name: 'Shore', path: 'shore' } });
  const router = openConsole('/groups/shore/members');
  // The rail is a popover where it is narrow.
  const settings = { name: common.navigation.settings, hidden: true };
  expect(await screen.findByRole('link', settings)).toBeTruthy();
  await router.navigate({ to: '/groups/$group/members', params: { group: 'nowhere' } });
  await screen.findByRole('heading', { name: common.states.notFoundTitle });
  expect(screen.queryByRole('link', settings)).toBeNull();
});

test('the breadcrumb calls a user by name', async () => {
  await backend().signIn('boss', { admin: true });
  const { id } = await backend().app.user('navigator');
  openConsole(`/admin/users/${id}`);
  const crumbs = await screen.findByRole('navigation', { name: common.navigation.breadcrumb });
  expect((await within(crumbs).findByText('Navigator')).getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(document.title).toContain('Navigator'));
});

test('where all members are inherited, the empty list leads to them', async () => {
  const { token } = await backend().signIn('heir');
  const create = (request: string, json: object) => backend().app.call(request, { token, json });
  const group = (await create('POST /groups', { name: 'Estate', path: 'estate' })).json;
  await create('POST /projects', { name: 'cellar', namespace_id: group.id });
  openConsole('/projects/estate%2Fcellar/members');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: memberWords.showAll }));
  expect(await screen.findByRole('row', { name: /heir/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: memberWords.showAll })).toBeNull();
});

test('the rail of a project leads to its issue tracker and to a new issue there', async () => {
  const { token } = await backend().signIn('tracked');
  const call = (request: string, json: object) => backend().app.call(request, { token, json });
  const { json: project } = await call('POST /projects', { name: 'Tracked', path: 'tracked' });
  const urls = {
    issues_url: 'https://bugs.example.test/:id',
    project_url: 'https://bugs.example.test/',
    new_issue_url: 'https://bugs.example.test/new',
  };
  await call(`PUT /projects/${project.id}/integrations/bugzilla`, urls);
  openConsole(`/projects/${encodeURIComponent(project.path_with_namespace)}`);
  const link = await screen.findByRole('link', { name: 'Bugzilla', hidden: true });
  expect(link.getAttribute('href')).toBe(urls.project_url);
  const fresh = screen.getByRole('link', {
    name: common.navigation.newIssueIn('Bugzilla'),
    hidden: true,
  });
  expect(fresh.getAttribute('href')).toBe(urls.new_issue_url);
});
