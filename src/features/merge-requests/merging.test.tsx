import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { type Workshop, workshop } from '../../../bff/testing/workshop.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { noteWords } from '../../words/notes.ts';

const backend = startBackend();
const { box } = mergeRequestWords;

/** A project with one open merge request, and a Maintainer who is signed in. */
async function stage() {
  const shop = await workshop(backend().app);
  const made = await shop.open();
  await shop.settled(made.iid);
  const user = await backend().signIn(`person${shop.project.id}`);
  await backend().app.call(`POST ${shop.path}/members`, {
    token: shop.owner.token,
    json: { user_id: user.id, access_level: accessLevels.maintainer },
  });
  return { shop, made, user };
}

const open = (shop: Workshop) => openConsole(`/projects/${shop.project.id}/merge-requests/1`);

const merging = async () => within(await screen.findByRole('region', { name: box.label }));

test('squash and the end of the branch are what the form says', async () => {
  const { shop, made } = await stage();
  open(shop);
  const hand = userEvent.setup();
  const region = await merging();
  await hand.click(await region.findByRole('checkbox', { name: new RegExp(`^${box.squash(1)}`) }));
  const removes = region.getByRole<HTMLInputElement>('checkbox', {
    name: box.removeBranch(made.source_branch),
  });
  if (!removes.checked) await hand.click(removes);
  await hand.click(region.getByRole('button', { name: box.mergeSquashed }));
  expect(await screen.findByRole('heading', { name: /^Merged by/ })).toBeTruthy();
  const record = await shop.settled(1);
  expect([record.state, record.squash_commit_sha]).toEqual(['merged', expect.any(String)]);
  const gone = `GET ${shop.path}/repository/branches/${made.source_branch}`;
  expect((await backend().app.call(gone, { token: shop.owner.token })).status).toBe(404);
});

test('what may not be merged before its time is merged when ready, and that is taken back', async () => {
  const { shop } = await stage();
  await shop.call('PUT 1', { json: { merge_after: '2999-01-01T00:00:00Z' } });
  await shop.settled(1);
  open(shop);
  const hand = userEvent.setup();
  const region = await merging();
  expect(await region.findByText(/^Not before/)).toBeTruthy();
  await hand.click(await region.findByRole('button', { name: box.mergeWhenReady }));
  const back = await region.findByRole('button', { name: box.cancelWaiting });
  expect((await shop.call('GET 1')).json.merge_when_pipeline_succeeds).toBe(true);
  await hand.click(back);
  expect(await region.findByRole('button', { name: box.mergeWhenReady })).toBeTruthy();
  expect((await shop.call('GET 1')).json.merge_when_pipeline_succeeds).toBe(false);
});

test('what others do comes by itself, at the pace of the instance', async () => {
  const { shop } = await stage();
  const root = await backend().app.user(`keeper${shop.project.id}`, { admin: true });
  const pace = (polling_interval_multiplier: number) =>
    backend().app.call('PUT /application/settings', {
      token: root.token,
      json: { polling_interval_multiplier },
    });
  await pace(0.02);
  open(shop);
  await merging();
  await shop.call('PUT 1', { json: { title: 'Told by the beat' } });
  await shop.call('POST 1/discussions', { json: { body: 'Said by the beat' } });
  expect(await screen.findByRole('heading', { name: /Told by the beat/ })).toBeTruthy();
  expect(await screen.findByText('Said by the beat')).toBeTruthy();
  await pace(1);
});

test('a thread is resolved by its button, and the screen says by whom', async () => {
  const { shop, user } = await stage();
  await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
  open(shop);
  const hand = userEvent.setup();
  await hand.click(await screen.findByRole('button', { name: noteWords.resolve }));
  expect(await screen.findByText(noteWords.resolvedBy(user.user.name))).toBeTruthy();
  const [thread] = (await shop.call('GET 1/discussions')).json;
  expect(thread.notes[0].resolved).toBe(true);
});
