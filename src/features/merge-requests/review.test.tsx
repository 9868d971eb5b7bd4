import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, moveBranch } from '../../../bff/testing/scratch.ts';
import { type Workshop, workshop } from '../../../bff/testing/workshop.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { diffWords } from '../../words/diff.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { noteWords } from '../../words/notes.ts';
import { reviewWords } from '../../words/reviews.ts';

const backend = startBackend();
const { review, box, form } = mergeRequestWords;

afterEach(() => notifications.clean());

/** A project with one open merge request, and somebody signed in with a role in it. */
async function stage(level: number, settings: Record<string, unknown> = {}) {
  const shop = await workshop(backend().app, settings);
  const made = await shop.open();
  await shop.settled(made.iid);
  const user = await backend().signIn(`person${shop.project.id}`);
  await backend().app.call(`POST ${shop.path}/members`, {
    token: shop.owner.token,
    json: { user_id: user.id, access_level: level },
  });
  return { shop, made, user };
}

const open = (shop: Workshop, rest = '') =>
  openConsole(`/projects/${shop.project.id}/merge-requests/1${rest}`);

const merging = () => screen.findByRole('region', { name: box.label });

test('a reporter is offered to comment, and told why there is nothing more', async () => {
  const { shop } = await stage(accessLevels.reporter);
  await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
  open(shop);
  expect(await screen.findByText(noteWords.unresolved)).toBeTruthy();
  expect(screen.getByRole('button', { name: noteWords.comment })).toBeTruthy();
  expect(screen.queryByRole('button', { name: noteWords.resolve })).toBeNull();
  expect(screen.queryByRole('link', { name: review.edit })).toBeNull();
  const region = await merging();
  expect(within(region).getByText(box.mayNotMerge('main'))).toBeTruthy();
  expect(within(region).queryByRole('button', { name: box.merge })).toBeNull();
  const hand = userEvent.setup();
  await hand.click(screen.getByRole('button', { name: review.more }));
  const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(offered).toEqual([review.subscribe, review.addTodo]);
  await hand.click(screen.getByRole('menuitem', { name: review.subscribe }));
  expect(await screen.findByText(review.subscribed)).toBeTruthy();
});

test('what has to be merged before is named, added by its title, and taken away', async () => {
  const { shop, user } = await stage(accessLevels.developer);
  const words = reviewWords.dependencies;
  const { token } = shop.owner;
  const hidden = await workshop(backend().app, {}, shop.owner);
  const { id } = await hidden.open({ title: 'Blasting' });
  await shop.open({ title: 'Survey the ground' });
  await shop.call('POST 1/blocks', { token, json: { blocking_merge_request_id: id } });
  await shop.settled(1);
  open(shop);
  const hand = userEvent.setup();
  const part = within(await screen.findByRole('region', { name: words.label }));
  expect(await part.findByText(words.hidden(1))).toBeTruthy();
  expect(part.queryByText(/Blasting/)).toBeNull();
  await hand.click(part.getByRole('button', { name: words.add }));
  await hand.type(part.getByRole('combobox', { name: words.which }), 'survey');
  await hand.click(await screen.findByRole('option', { name: /!2 Survey the ground$/ }));
  await hand.click(part.getByRole('button', { name: words.add }));
  const link = await part.findByRole('link', { name: '!2 Survey the ground' });
  expect(link.getAttribute('href')).toMatch(/merge-requests\/2$/);
  expect(part.getByRole('img', { name: common.mergeRequestState.opened })).toBeTruthy();
  expect(part.getByText(words.waitsFor(2))).toBeTruthy();
  expect((await shop.call('GET 1/blocks', { token: user.token })).json).toMatchObject([
    {},
    { blocking_merge_request: { iid: 2 } },
  ]);
  await hand.click(part.getByRole('button', { name: words.removeOf('!2') }));
  expect(await part.findByText(words.waitsFor(1))).toBeTruthy();
  expect(part.queryByRole('link')).toBeNull();
});

test('what waits for a merge request is named beside it', async () => {
  const { shop } = await stage(accessLevels.reporter);
  await shop.open({ title: 'Survey the ground' });
  await shop.call('POST 2/blocks', { json: { blocking_merge_request_iid: 1 } });
  open(shop);
  const words = reviewWords.dependencies;
  const part = within(await screen.findByRole('region', { name: words.waitingLabel }));
  expect(part.getByText(words.waiting(1))).toBeTruthy();
  expect(part.getByRole('link', { name: '!2 Survey the ground' })).toBeTruthy();
});

test('a commit shows its trailers apart from its message', async () => {
  const { shop, made } = await stage(accessLevels.reporter);
  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: { 'why.txt': 'why' },
    message: 'Say why\n\nBecause.\n\nReviewed-by: Ann\nReviewed-by: Bea\n',
  });
  await shop.settled(1);
  open(shop, '/commits');
  expect(await screen.findByText('Because.')).toBeTruthy();
  expect(screen.getByRole('term').textContent).toBe('Reviewed-by');
  expect(screen.getByRole('definition').textContent).toBe('Ann, Bea');
});

test('a reporter who opens the page for changes is told who may', async () => {
  const { shop } = await stage(accessLevels.reporter);
  open(shop, '/edit');
  expect(await screen.findByText(form.mayNotEditHelp)).toBeTruthy();
  expect(screen.queryByRole('button', { name: form.save })).toBeNull();
});

test('a resolved thread that is answered stays resolved on the screen', async () => {
  const { shop } = await stage(accessLevels.developer);
  const { json } = await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
  await shop.call(`PUT 1/discussions/${json.id}`, { json: { resolved: true } });
  open(shop);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: noteWords.reply }));
  await user.type(
    screen.getByRole('textbox', { name: noteWords.replyTo(shop.owner.user.name) }),
    'One more word',
  );
  await user.click(screen.getByRole('button', { name: noteWords.reply }));
  expect(await screen.findByText('One more word', { selector: 'p' })).toBeTruthy();
  expect(screen.getByText(noteWords.resolvedBy(shop.owner.user.name))).toBeTruthy();
  expect(screen.getByRole('button', { name: noteWords.reopen })).toBeTruthy();
});

test('what a button is refused is said with its request id', async () => {
  const { shop } = await stage(accessLevels.developer);
  await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
  backend().override(
    http.put('*/discussions/:id', () =>
      HttpResponse.json(
        { message: '403 Forbidden' },
        { status: 403, headers: { 'x-request-id': 'request-3' } },
      ),
    ),
  );
  open(shop);
  await userEvent.setup().click(await screen.findByRole('button', { name: noteWords.resolve }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('403 Forbidden')).toBeTruthy();
  expect(within(alert).getByText(/request-3/)).toBeTruthy();
});

test('a missing source branch is said in the merge box, and is no conflict', async () => {
  const { shop, made } = await stage(accessLevels.maintainer);
  await moveBranch(backend().app, shop.project, { branch: made.source_branch, to: null });
  await shop.settled(1);
  open(shop);
  const region = await merging();
  expect(await within(region).findByText(box.sourceGone(made.source_branch))).toBeTruthy();
  expect(within(region).queryByText(box.conflicts('main'))).toBeNull();
});

test('commits go on from page to page, and the page is in the URL', async () => {
  const { shop, made } = await stage(accessLevels.reporter);
  for (const name of ['second', 'third']) {
    await commitFiles(backend().app, shop.project, {
      branch: made.source_branch,
      files: { [`${name}.txt`]: name },
      message: `The ${name} commit`,
    });
  }
  await shop.settled(1);
  const router = open(shop, '/commits?per_page=2');
  expect(await screen.findByText('The third commit')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.queryByText('The third commit')).toBeNull());
  expect(router.state.location.search).toEqual({ per_page: '2', page: '2' });
});

test('every file of many pages is shown', async () => {
  const { shop, made } = await stage(accessLevels.reporter);
  const files = Array.from({ length: 59 }, (_, n) => [`file-${n}.txt`, `${n}\n`] as const);
  await commitFiles(backend().app, shop.project, {
    branch: made.source_branch,
    files: Object.fromEntries(files),
  });
  await shop.settled(1);
  open(shop, '/changes');
  expect(await screen.findByPlaceholderText(diffWords.filter(60))).toBeTruthy();
});

test('a file beyond the limit of the server is loaded when it is asked for', async () => {
  const { shop, made } = await stage(accessLevels.reporter);
  const path = `${made.source_branch}.txt`;
  const stream = `GET /bff${shop.path}/merge_requests/1/diff_stream`;
  const { text } = await backend().app.call(stream, { token: shop.owner.token });
  const [head = '', file = ''] = text.split('\n');
  backend().override(
    http.get('*/merge_requests/1/diff_stream', ({ request }) =>
      request.url.includes('whole=true')
        ? undefined
        : HttpResponse.text(
            `${head}\n${JSON.stringify({ ...JSON.parse(file), diff: '', too_large: true })}\n`,
          ),
    ),
  );
  open(shop, '/changes');
  expect(await screen.findByText(diffWords.tooLarge)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: diffWords.loadAnyway(path) }));
  await waitFor(() => expect(screen.queryByText(diffWords.tooLarge)).toBeNull());
  expect(screen.getByText(/^@@/)).toBeTruthy();
});

test('the message to edit is the one that the server would write', async () => {
  const { shop } = await stage(accessLevels.maintainer, {
    merge_commit_template: 'Into %{target_branch}',
  });
  open(shop);
  await userEvent.setup().click(await screen.findByRole('button', { name: box.editMessage }));
  const message = await screen.findByRole('textbox', { name: box.mergeMessage });
  await waitFor(() => expect(message).toHaveProperty('value', 'Into main'));
});

test('one form makes a merge request and changes it', async () => {
  const { shop } = await stage(accessLevels.developer);
  await shop.commit('fairway');
  const router = openConsole(
    `/projects/${shop.project.id}/merge-requests/new?source_branch=fairway`,
  );
  const user = userEvent.setup();
  const title = () => screen.findByRole('textbox', { name: new RegExp(`^${form.title}`) });
  // One commit proposes its title.
  await waitFor(async () => expect(await title()).not.toHaveProperty('value', ''));
  await user.clear(await title());
  await user.type(await title(), 'Buoys');
  await user.click(screen.getByRole('button', { name: form.submit }));
  expect(await screen.findByRole('heading', { name: /^Buoys/ })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: review.edit }));
  await user.type(await title(), ' anew');
  await user.click(screen.getByRole('button', { name: form.save }));
  expect(await screen.findByRole('heading', { name: /^Buoys anew/ })).toBeTruthy();
  expect(router.state.location.pathname).toMatch(/merge-requests\/2$/);
});

test('a list keeps its state in the URL', async () => {
  const { shop } = await stage(accessLevels.developer);
  const search = '?state=all&wip=no&order_by=title&sort=asc&search=topic';
  const router = openConsole(`/projects/${shop.project.id}/merge-requests${search}`);
  expect(await screen.findByRole('link', { name: /^topic/ })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('link', { name: 'Merged' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      state: 'merged',
      wip: 'no',
      order_by: 'title',
      sort: 'asc',
      search: 'topic',
    }),
  );
});
