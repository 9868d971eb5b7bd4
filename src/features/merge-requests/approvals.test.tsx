import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles } from '../../../bff/testing/scratch.ts';
import { type Workshop, workshop } from '../../../bff/testing/workshop.ts';
import { queryClient } from '../../api/client.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { noteWords } from '../../words/notes.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { tableWords } from '../../words/table.ts';
import { reviewWords } from '../../words/reviews.ts';

const backend = startBackend();
const { approvals: words, drafts, finish, head, reviewers, suggestions } = reviewWords;
const { reactions, bulkMerge, filters } = mergeRequestWords;

/** A project with one open merge request, and a developer who is signed in. */
async function stage(level: number = accessLevels.developer) {
  const shop = await workshop(backend().app);
  const made = await shop.open({ title: 'Dredge' });
  await shop.settled(1);
  const user = await backend().signIn(`hand${shop.project.id}`);
  await backend().app.call(`POST ${shop.path}/members`, {
    token: shop.owner.token,
    json: { user_id: user.id, access_level: level },
  });
  return { shop, made, user };
}

const open = (shop: Workshop, rest = '') =>
  openConsole(`/projects/${shop.project.id}/merge-requests${rest}`);
const part = () => screen.findByRole('region', { name: words.label });

test('one approves and takes it back; who did and what rules still ask for is said', async () => {
  const { shop, user } = await stage();
  const rule = { name: 'Pilots', approvals_required: 1, user_ids: [user.id] };
  const made = await shop.call('POST 1/approval_rules', { json: rule });
  expect(made.status).toBe(201);
  open(shop, '/1');
  const hand = userEvent.setup();
  const region = await part();
  expect(await within(region).findByText(words.left(1))).toBeTruthy();
  expect(await within(region).findByText('Pilots')).toBeTruthy();
  expect(within(region).getByText(words.of(0, 1))).toBeTruthy();
  await hand.click(within(region).getByRole('button', { name: words.approve }));
  expect(await within(region).findByText(words.given(1))).toBeTruthy();
  expect(await within(region).findByText(words.of(1, 1))).toBeTruthy();
  expect(within(region).getByText(user.user.name)).toBeTruthy();
  expect(within(region).queryByRole('button', { name: words.approve })).toBeNull();
  await hand.click(within(region).getByRole('button', { name: words.revoke }));
  expect(await within(region).findByRole('button', { name: words.approve })).toBeTruthy();
  expect((await shop.call('GET 1/approvals')).json.approved_by).toEqual([]);
  // The other verdict stands in the way, and is said in the box.
  const write = screen.getByRole('textbox', { name: noteWords.write });
  await hand.type(write, 'Too shallow');
  await hand.click(screen.getByRole('button', { name: drafts.start }));
  expect(await screen.findByRole('article', { name: drafts.label })).toBeTruthy();
  expect(await screen.findByRole('button', { name: drafts.add })).toBeTruthy();
  expect((await shop.call('GET 1/discussions')).text).not.toContain('Too shallow');
  await hand.click(await screen.findByRole('button', { name: finish.beginWith(1) }));
  const ending = await screen.findByRole('region', { name: finish.label });
  await hand.click(within(ending).getByRole('combobox', { name: finish.verdict }));
  await hand.click(await screen.findByRole('option', { name: finish.verdicts.requested_changes }));
  await hand.click(within(ending).getByRole('button', { name: finish.submit }));
  const people = await screen.findByRole('region', { name: reviewers.label });
  expect(await within(people).findByText(reviewers.states.requested_changes)).toBeTruthy();
  expect(await screen.findByText(/^Changes are requested by/)).toBeTruthy();
  expect(screen.queryByRole('article', { name: drafts.label })).toBeNull();
  expect((await shop.call('GET 1/discussions')).text).toContain('Too shallow');
});

test('a head that was not seen is not approved until somebody has looked at what came', async () => {
  const { shop, made } = await stage();
  open(shop, '/1');
  const hand = userEvent.setup();
  const approve = await within(await part()).findByRole('button', { name: words.approve });
  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { 'late.txt': 'late' },
    message: 'Sneak this in',
  });
  await hand.click(approve);
  expect(await screen.findByText(/Sneak this in/)).toBeTruthy();
  expect(screen.getByText(head.came(1, 1))).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.approve })).toBeNull();
  expect((await shop.call('GET 1/approvals')).json.approved_by).toEqual([]);
  await hand.click(screen.getByRole('link', { name: head.look }));
  // The same box stands beside the changes.
  await hand.click(await within(await part()).findByRole('button', { name: words.approve }));
  expect(await within(await part()).findByText(words.given(1))).toBeTruthy();
});

test('a comment is sent or kept back as its button says; a review of a newer head leads there', async () => {
  const { shop, made } = await stage();
  open(shop, '/1');
  const hand = userEvent.setup();
  // Refused as it is empty: what is pressed next decides.
  await hand.click(await screen.findByRole('button', { name: drafts.start }));
  expect(await screen.findByText(common.required)).toBeTruthy();
  const write = screen.getByRole('textbox', { name: noteWords.write });
  await hand.click(write);
  await hand.paste('Sounded');
  await hand.click(screen.getByRole('button', { name: noteWords.comment }));
  await waitFor(async () =>
    expect((await shop.call('GET 1/discussions')).text).toContain('Sounded'),
  );

  await hand.click(write);
  await hand.paste('Too shallow');
  await hand.click(screen.getByRole('button', { name: drafts.start }));
  const draft = await screen.findByRole('article', { name: drafts.label });
  await hand.click(within(draft).getByRole('button', { name: common.actions.remove }));
  const dialog = await screen.findByRole('dialog', { name: drafts.removeTitle });
  expect(screen.getByText('Too shallow')).toBeTruthy();
  await hand.click(within(dialog).getByRole('button', { name: common.actions.remove }));
  await waitFor(() => expect(screen.queryByText('Too shallow')).toBeNull());

  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { 'late.txt': 'late' },
    message: 'Sneak this in',
  });
  await hand.click(await screen.findByRole('button', { name: finish.begin }));
  const ending = await screen.findByRole('region', { name: finish.label });
  await hand.click(within(ending).getByRole('combobox', { name: finish.verdict }));
  await hand.click(await screen.findByRole('option', { name: finish.verdicts.approved }));
  await hand.click(within(ending).getByRole('button', { name: finish.submit }));
  expect(await within(ending).findByRole('alert')).toBeTruthy();
  expect(await screen.findByRole('link', { name: head.look })).toBeTruthy();
  expect((await shop.call('GET 1/approvals')).json.approved_by).toEqual([]);
});

test('reactions are given and taken back, on the merge request and on a comment', async () => {
  const { shop } = await stage();
  await shop.call('POST 1/notes', { json: { body: 'Deep enough' } });
  // One call for the reactions of all comments.
  backend().override(
    http.get('*/notes/:note/award_emoji', () => HttpResponse.json({}, { status: 500 })),
  );
  await shop.call('POST 1/award_emoji', { json: { name: 'rocket' } });
  open(shop, '/1');
  const user = userEvent.setup();
  const given = await screen.findByRole('button', {
    name: reactions.givenBy('rocket', [shop.owner.user.name]),
  });
  expect(given.getAttribute('aria-pressed')).toBe('false');
  await user.click(given);
  await waitFor(async () => expect((await shop.call('GET 1/award_emoji')).json).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: /^rocket:/, pressed: true }));
  await waitFor(async () => expect((await shop.call('GET 1/award_emoji')).json).toHaveLength(1));
  const notes = (await shop.call('GET 1/notes')).json;
  const buttons = await screen.findAllByRole('button', { name: reactions.add });
  expect(buttons).toHaveLength(2);
  await user.click(buttons[1] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: 'Thumbs up' }));
  await waitFor(async () =>
    expect((await shop.call(`GET 1/notes/${notes[0].id}/award_emoji`)).json).toMatchObject([
      { name: 'thumbsup' },
    ]),
  );
  // Who may give none reads them.
  const { token } = shop.owner;
  await backend().app.call(`POST ${shop.path}/archive`, { token });
  cleanup();
  queryClient.clear();
  open(shop, '/1');
  for (const name of ['rocket', 'thumbsup']) {
    const reaction = await screen.findByRole('button', { name: new RegExp(`^${name}:`) });
    expect(reaction).toHaveProperty('disabled', true);
  }
  expect(screen.queryByRole('button', { name: reactions.add })).toBeNull();
});

test('what a comment suggests is shown and committed by a button', async () => {
  const { shop, made } = await stage();
  const { base_sha, start_sha, head_sha } = (await shop.settled(1)).diff_refs;
  const new_path = `${made.source_branch}.txt`;
  const position = { base_sha, start_sha, head_sha, position_type: 'text', new_path, new_line: 1 };
  const body = 'Deeper:\n```suggestion\nsix fathoms\n```';
  await shop.call('POST 1/discussions', { json: { body, position } });
  open(shop, '/1');
  const box = await screen.findByRole('region', { name: suggestions.label(1, 1) });
  expect(within(box).getByLabelText(suggestions.removed).textContent).toContain(made.source_branch);
  expect(within(box).getByLabelText(suggestions.added).textContent).toContain('six fathoms');
  await userEvent.setup().click(within(box).getByRole('button', { name: suggestions.apply }));
  expect(await within(box).findByText(suggestions.isApplied)).toBeTruthy();
  expect((await shop.call('GET 1/discussions')).json[0].notes[0].suggestions).toMatchObject([
    { applied: true },
  ]);
});

test('a bulk merge says before what will happen to each row, and leaves the others alone', async () => {
  const { shop } = await stage(accessLevels.maintainer);
  await shop.open({ title: 'Draft: Buoys' });
  await shop.open({ title: 'Old chart' });
  await shop.settled(3);
  await shop.call('PUT 3', { json: { state_event: 'close' } });
  open(shop, '?state=all');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  await user.click(within(bar).getByRole('button', { name: `${bulkMerge.action} 2 of 3` }));
  const dialog = await screen.findByRole('dialog', { name: bulkMerge.title(2) });
  const said = within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/^.*?: (?=[a-z])/, ''));
  expect(said.sort()).toEqual(
    [
      bulkMerge.stays(mergeRequestWords.statusOf('not_open')),
      bulkMerge.waits(mergeRequestWords.statusOf('draft_status')),
      bulkMerge.merges('main', false),
    ].sort(),
  );
  await user.click(within(dialog).getByRole('button', { name: bulkMerge.action }));
  expect(await screen.findByText(bulkMerge.done(2))).toBeTruthy();
  await backend().app.drain();
  const states = (await shop.call('GET ?order_by=created_at&sort=asc')).json;
  expect(
    states.map((row: { state: string; merge_when_pipeline_succeeds: boolean }) => [
      row.state,
      row.merge_when_pipeline_succeeds,
    ]),
  ).toEqual([
    ['merged', false],
    ['opened', true],
    ['closed', false],
  ]);
});

test('filters of the address reach the API, those that exclude too', async () => {
  const { shop, user } = await stage();
  await shop.open({ title: 'Buoys', labels: 'red' }, user.token);
  open(shop, `?not_labels=red&involves_username=${shop.owner.username}`);
  expect(await screen.findByRole('link', { name: 'Dredge' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Buoys' })).toBeNull();
  expect(screen.getByText(new RegExp(filters.not_labels))).toBeTruthy();
  cleanup();
  open(shop, `?not_author_username=${shop.owner.username}&approved_by_usernames=None&approved=yes`);
  expect(await screen.findByRole('link', { name: 'Buoys' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Dredge' })).toBeNull();
  // Its flag is off: nobody approved, and still the row is there.
  expect(screen.getByText(tableWords.ignored(filters.approved))).toBeTruthy();
  cleanup();
  open(shop, `?iids=1,7&source_project_id=${shop.project.id}`);
  expect(await screen.findByRole('link', { name: 'Dredge' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Buoys' })).toBeNull();
  cleanup();
  open(shop, '?source_project_id=elsewhere');
  expect(await screen.findByText(/source_project_id is invalid/)).toBeTruthy();
});

test('a group lists the merge requests of all below it, and a filter narrows them', async () => {
  const owner = await backend().app.user('harbourmaster');
  const made = await backend().app.call('POST /groups', {
    token: owner.token,
    json: { name: 'Port', path: 'port' },
  });
  const shop = await workshop(backend().app, { namespace_id: made.json.id }, owner);
  await shop.open({ title: 'Deepen', labels: 'red' });
  await shop.open({ title: 'Widen' });
  const user = await backend().signIn('berth');
  const json = { user_id: user.id, access_level: accessLevels.developer };
  await backend().app.call('POST /groups/port/members', { token: owner.token, json });
  openConsole('/groups/port/merge-requests?labels=red');
  expect(await screen.findByRole('link', { name: 'Deepen' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Widen' })).toBeNull();
});
