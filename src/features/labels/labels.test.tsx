import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { labelWords } from '../../words/labels.ts';
import { milestoneWords } from '../../words/milestones.ts';
import { tableWords } from '../../words/table.ts';

const backend = startBackend();

/** A group with a project in it; whoever is named owns both. */
async function fleet(owner: { token: string }, path: string) {
  const { app } = backend();
  const group = await app.call('POST /groups', { token: owner.token, json: { name: path, path } });
  const inside = { name: 'Hull', path: 'hull', namespace_id: group.json.id };
  await app.call('POST /projects', { token: owner.token, json: inside });
  return { group: path, project: `${path}/hull` };
}

test('a label is created, changed and deleted; that of the group above only serves', async () => {
  const owner = await backend().signIn('first');
  const { group, project } = await fleet(owner, 'fleet');
  await backend().app.call(`POST /groups/${group}/labels`, {
    token: owner.token,
    json: { name: 'rigging', color: '#112233' },
  });
  openConsole(`/projects/${encodeURIComponent(project)}/labels`);
  const user = userEvent.setup();
  expect(await screen.findByText('rigging')).toBeTruthy();
  expect(screen.queryByRole('button', { name: labelWords.editLabel('rigging') })).toBeNull();

  await user.click(screen.getByRole('button', { name: labelWords.create }));
  const dialog = await screen.findByRole('dialog', { name: labelWords.create });
  await user.type(within(dialog).getByRole('textbox', { name: labelWords.form.name }), 'leak');
  await user.click(within(dialog).getByRole('button', { name: labelWords.form.submit }));
  await user.click(await screen.findByRole('button', { name: labelWords.editLabel('leak') }));

  const edit = await screen.findByRole('dialog', { name: labelWords.editTitle('leak') });
  const name = within(edit).getByRole('textbox', { name: labelWords.form.name });
  await user.clear(name);
  await user.type(name, 'drip');
  await user.click(within(edit).getByRole('button', { name: labelWords.form.save }));
  await screen.findByRole('button', { name: labelWords.editLabel('drip') });

  const path = `GET /projects/${encodeURIComponent(project)}/labels`;
  const kept = await backend().app.call(path, { token: owner.token });
  const rows: { name: string }[] = kept.json;
  expect(rows.map((row) => row.name).sort()).toEqual(['drip', 'rigging']);
});

test('a group lists its own labels, which it may change; those above are changed there', async () => {
  const owner = await backend().signIn('captain');
  const { app } = backend();
  const call = (path: string, json: object) => app.call(path, { token: owner.token, json });
  const { group } = await fleet(owner, 'squadron');
  const above = await app.call(`GET /groups/${group}`, { token: owner.token });
  await call('POST /groups', { name: 'Wing', path: 'wing', parent_id: above.json.id });
  await call(`POST /groups/${group}/labels`, { name: 'above', color: '#112233' });
  await call(`POST /groups/${group}%2Fwing/labels`, { name: 'own', color: '#112233' });
  openConsole(`/groups/${group}%2Fwing/labels`);
  expect(await screen.findByRole('button', { name: labelWords.editLabel('own') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: labelWords.editLabel('above') })).toBeNull();
});

test('who may not change labels and milestones is offered nothing to do', async () => {
  const owner = await backend().app.user('second');
  const { project } = await fleet(owner, 'convoy');
  const at = encodeURIComponent(project);
  const guest = await backend().signIn('third');
  await backend().app.call(`POST /projects/${at}/members`, {
    token: owner.token,
    json: { user_id: guest.id, access_level: 10 },
  });
  openConsole(`/projects/${at}/labels`);
  expect(await screen.findByText(labelWords.empty.title)).toBeTruthy();
  expect(screen.queryByRole('button', { name: labelWords.create })).toBeNull();
});

test('a milestone of a group is created, closed in bulk and opened again by undo', async () => {
  const owner = await backend().signIn('fourth');
  const { group } = await fleet(owner, 'armada');
  openConsole(`/groups/${group}/milestones`);
  const user = userEvent.setup();
  const [create] = await screen.findAllByRole('button', { name: milestoneWords.create });
  if (create === undefined) throw new Error('no button');
  await user.click(create);
  const dialog = await screen.findByRole('dialog', { name: milestoneWords.create });
  await user.type(within(dialog).getByRole('textbox', { name: /^Title/ }), 'Launch');
  await user.click(within(dialog).getByRole('button', { name: milestoneWords.form.submit }));
  const state = async () => {
    const answer = await backend().app.call(`GET /groups/${group}/milestones`, {
      token: owner.token,
    });
    return answer.json[0]?.state;
  };
  await screen.findByRole('button', { name: milestoneWords.editLabel('Launch') });
  await user.click(screen.getByRole('checkbox', { name: tableWords.select('Launch') }));
  await user.click(await screen.findByRole('button', { name: milestoneWords.close }));
  await expect.poll(state).toBe('closed');
  await user.click(await screen.findByRole('button', { name: tableWords.results.undo }));
  await expect.poll(state).toBe('active');
});
