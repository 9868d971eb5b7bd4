import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, moveBranch } from '../../../bff/testing/scratch.ts';
import { type Workshop, workshop } from '../../../bff/testing/workshop.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { noteWords } from '../../words/notes.ts';
import { reviewWords } from '../../words/reviews.ts';

const backend = startBackend();
const { head, history, suggestions, time } = reviewWords;
const { box, review } = mergeRequestWords;

/** A project with one open merge request, and a developer who is signed in. */
async function stage(settings: Record<string, unknown> = {}) {
  const shop = await workshop(backend().app, settings);
  const made = await shop.open({ title: 'Dredge' });
  await shop.settled(1);
  const user = await backend().signIn(`deckhand${shop.project.id}`);
  await backend().app.call(`POST ${shop.path}/members`, {
    token: shop.owner.token,
    json: { user_id: user.id, access_level: accessLevels.developer },
  });
  return { shop, made, user };
}

const open = (shop: Workshop, rest = '') =>
  openConsole(`/projects/${shop.project.id}/merge-requests/1${rest}`);
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: review.tabs })).getByRole('link', {
    name: new RegExp(`^${name}`),
  });

test('what is typed outlives its tab and what others add, and is gone once it is cancelled', async () => {
  const { shop } = await stage();
  await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
  const name = (await shop.call('GET 1')).json.author.name;
  open(shop);
  const hand = userEvent.setup();
  await hand.click(await screen.findByRole('button', { name: noteWords.reply }));
  await hand.type(screen.getByRole('textbox', { name: noteWords.replyTo(name) }), 'Because');
  await hand.click(tab(review.commits));
  await waitFor(() => expect(screen.queryByText('Why?')).toBeNull());
  await hand.click(tab(review.overview));
  const field = await screen.findByRole('textbox', { name: noteWords.replyTo(name) });
  await waitFor(() => expect(field).toHaveProperty('value', 'Because'));
  // Somebody else writes: it comes, and what is typed stays.
  await shop.call('POST 1/discussions', { json: { body: 'Another thing' } });
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Another thing')).toBeTruthy();
  expect(field).toHaveProperty('value', 'Because');
  await hand.click(screen.getByRole('button', { name: common.actions.cancel }));
  const [reply] = screen.getAllByRole('button', { name: noteWords.reply });
  if (reply) await hand.click(reply);
  expect(screen.getByRole('textbox', { name: noteWords.replyTo(name) })).toHaveProperty(
    'value',
    '',
  );
});

test('several suggestions become one commit, with the message that is typed', async () => {
  const { shop, made } = await stage();
  const new_path = 'depths.txt';
  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { [new_path]: 'one\ntwo\nthree\n' },
  });
  const { base_sha, start_sha, head_sha } = (await shop.settled(1)).diff_refs;
  for (const [new_line, text] of [
    [1, 'uno'],
    [2, 'due'],
    [3, 'tre'],
  ] as const) {
    const at = { position_type: 'text', new_path, new_line };
    const position = { base_sha, start_sha, head_sha, ...at };
    const body = `\`\`\`suggestion\n${text}\n\`\`\``;
    await shop.call('POST 1/discussions', { json: { body, position } });
  }
  open(shop);
  const hand = userEvent.setup();
  for (const line of [1, 2, 3]) {
    const one = await screen.findByRole('region', { name: suggestions.label(line, line) });
    await hand.click(within(one).getByRole('button', { name: suggestions.takeAlong }));
  }
  const second = within(screen.getByRole('region', { name: suggestions.label(2, 2) }));
  await hand.click(second.getByRole('button', { name: suggestions.leaveOut }));
  const [apply] = screen.getAllByRole('button', { name: suggestions.applyAll(2) });
  if (apply) await hand.click(apply);
  const dialog = await screen.findByRole('dialog', { name: suggestions.applyAll(2) });
  await hand.type(
    within(dialog).getByRole('textbox', { name: suggestions.message }),
    'Italian depths',
  );
  await hand.click(within(dialog).getByRole('button', { name: suggestions.applyAll(2) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findAllByText(suggestions.isApplied)).toHaveLength(2);
  const { json: threads } = await shop.call('GET 1/discussions');
  const applied = threads.flatMap((thread: { notes: { suggestions?: { applied: boolean }[] }[] }) =>
    thread.notes.flatMap((note) => note.suggestions?.map((one) => one.applied) ?? []),
  );
  expect(applied).toEqual([true, false, true]);
  await shop.settled(1);
  const { json: commits } = await shop.call('GET 1/commits');
  expect(commits[0]).toMatchObject({ title: 'Italian depths' });
});

test('time is estimated, logged and taken back beside the box', async () => {
  const { shop } = await stage();
  open(shop);
  const hand = userEvent.setup();
  const part = within(await screen.findByRole('region', { name: time.label }));
  await hand.click(part.getByRole('button', { name: time.estimate }));
  await hand.type(part.getByRole('textbox', { name: time.duration }), 'soon');
  await hand.click(part.getByRole('button', { name: time.estimate }));
  expect(await part.findByText(/^is invalid/i)).toBeTruthy();
  await hand.clear(part.getByRole('textbox', { name: time.duration }));
  await hand.type(part.getByRole('textbox', { name: time.duration }), '2h');
  await hand.click(part.getByRole('button', { name: time.estimate }));
  expect(await part.findByRole('heading', { name: time.spent(null, '2h') })).toBeTruthy();
  await hand.click(part.getByRole('button', { name: time.log }));
  await hand.type(part.getByRole('textbox', { name: time.duration }), '3h');
  await hand.type(part.getByRole('textbox', { name: time.summary }), 'Sounding');
  await hand.click(part.getByRole('button', { name: time.log }));
  expect(await part.findByText(time.over)).toBeTruthy();
  expect((await shop.call('GET 1/discussions')).text).toContain('Sounding');
  await hand.click(part.getByRole('button', { name: time.reset }));
  const dialog = await screen.findByRole('dialog', { name: time.resetTitle });
  await hand.click(within(dialog).getByRole('button', { name: time.reset }));
  expect(await part.findByRole('heading', { name: time.spent(null, '2h') })).toBeTruthy();
  await hand.click(part.getByRole('button', { name: time.dropEstimate }));
  expect(await part.findByRole('heading', { name: time.none })).toBeTruthy();
  expect((await shop.call('GET 1/time_stats')).json).toMatchObject({
    time_estimate: 0,
    total_time_spent: 0,
  });
});

test('the history tells who put which label when, of states and versions, and is filtered', async () => {
  const { shop, made } = await stage();
  await shop.call('PUT 1', { json: { add_labels: 'tide,moon' } });
  await shop.call('PUT 1', { json: { remove_labels: 'moon' } });
  await shop.call('PUT 1', { json: { title: 'Dredge deeper' } });
  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { 'late.txt': 'late' },
  });
  await shop.settled(1);
  open(shop, '/history');
  const hand = userEvent.setup();
  const list = await screen.findByRole('list', { name: history.label });
  const told = () => within(list).getAllByRole('listitem');
  expect(await within(list).findByText(history.version(2))).toBeTruthy();
  expect(within(list).getByText(/changed title/)).toBeTruthy();
  await hand.click(screen.getByRole('radio', { name: history.kinds.labels }));
  await waitFor(() => expect(told()).toHaveLength(3));
  expect(told()[0]?.textContent).toMatch(/removed.*moon/);
  await hand.type(screen.getByRole('searchbox', { name: history.filter }), 'tide');
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(told()[0]?.textContent).toMatch(/added.*tide/);
});

test('a head that was not seen is told with what came and what is gone, before anything is merged', async () => {
  const { shop, made } = await stage();
  open(shop, '/commits');
  const merging = within(await screen.findByRole('region', { name: box.label }));
  await merging.findByRole('heading', { name: box.notReady });
  const { sha } = (await shop.call('GET 1')).json;
  const { json: main } = await backend().app.call(`GET ${shop.path}/repository/branches/main`, {
    token: shop.owner.token,
  });
  const to = main.commit.id;
  await moveBranch(backend().app, shop.project, { branch: made.source_branch, to });
  const fresh = await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { 'instead.txt': 'instead' },
    message: 'Something else',
  });
  await shop.settled(1);
  await queryClient.invalidateQueries();
  expect(await merging.findByText(head.came(1, 1))).toBeTruthy();
  expect(merging.getByText(/Something else/)).toBeTruthy();
  expect(await merging.findByText(head.gone(1))).toBeTruthy();
  expect(merging.getByText(fresh.slice(0, 8))).toBeTruthy();
  expect(merging.getByText(sha.slice(0, 8))).toBeTruthy();
  const link = await merging.findByRole('link', { name: head.lookAtNew });
  expect(link.getAttribute('href')).toMatch(/changes\?from=\d+$/);
  await userEvent.setup().click(link);
  const from = await screen.findByRole('combobox', { name: reviewWords.changes.from });
  await waitFor(() =>
    expect(from).toHaveProperty('value', expect.stringMatching(new RegExp(sha.slice(0, 8)))),
  );
  await waitFor(() => expect(merging.queryByText(head.came(1, 1))).toBeNull());
});
