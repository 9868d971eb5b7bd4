import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { developer, maintainer } = accessLevels;

const auto = (shop: Workshop, json: object = {}, token = shop.owner.token) =>
  shop.call('PUT 1/merge', { token, json: { auto_merge: true, ...json } });

onBothDatabases('merging when all checks pass', (app) => {
  it('waits for a draft to be ready, then merges with the choices made', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ title: 'Draft: a' });
    const keeper = await shop.member('keeper', maintainer);
    const other = await auto(shop, { sha: 'f'.repeat(40) });
    expect([other.status, other.json.message]).toEqual([
      409,
      `SHA does not match HEAD of source branch: ${made.sha}`,
    ]);
    const set = await auto(
      shop,
      { squash: true, should_remove_source_branch: true, sha: made.sha },
      keeper.token,
    );
    expect(set.status).toBe(200);
    expect(set.json).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      merge_user: { username: keeper.username },
      merged_by: null,
      should_remove_source_branch: true,
    });
    expect((await shop.settled(1)).state).toBe('opened');
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      state: 'merged',
      merge_when_pipeline_succeeds: false,
      merge_user: { username: keeper.username },
      squash_commit_sha: expect.any(String),
    });
  });

  it('waits for threads and for merge_after, also under its old name', async () => {
    const shop = await workshop(app(), {
      only_allow_merge_if_all_discussions_are_resolved: true,
    });
    await shop.open({ merge_after: '2026-11-28T12:00:00Z' });
    const thread = await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
    const set = await shop.call('PUT 1/merge', { json: { merge_when_pipeline_succeeds: true } });
    expect(set.json.merge_when_pipeline_succeeds).toBe(true);
    const start = app().clock.now();
    app().clock.set(Date.parse('2026-11-28T12:00:01Z'));
    expect((await shop.settled(1)).state).toBe('opened');
    await shop.call(`PUT 1/discussions/${thread.json.id}`, { json: { resolved: true } });
    expect((await shop.settled(1)).state).toBe('merged');
    app().clock.set(start);
  });

  it('merges at once what has nothing to wait for', async () => {
    const shop = await workshop(app());
    await shop.open();
    expect((await auto(shop)).json).toMatchObject({
      state: 'merged',
      merge_when_pipeline_succeeds: false,
    });
  });

  it('a push takes it back, so that nothing is merged that nobody has seen', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ title: 'Draft: a' });
    await auto(shop);
    await shop.commit(made.source_branch, { 'sneaked.txt': 'in\n' });
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: false,
      merge_user: null,
      detailed_merge_status: 'mergeable',
    });
  });

  it('a new target takes it back: nobody agreed to a merge there', async () => {
    const shop = await workshop(app());
    await shop.open({ title: 'Draft: a' });
    await shop.commit('release');
    await auto(shop);
    const json = { target_branch: 'release', title: 'a' };
    expect((await shop.call('PUT 1', { json })).status).toBe(200);
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: false,
      merge_user: null,
    });
  });

  it('who may not merge any more merges nothing', async () => {
    const shop = await workshop(app());
    await shop.open({ title: 'Draft: a' });
    const keeper = await shop.member('keeper', maintainer);
    await auto(shop, {}, keeper.token);
    await app().call(`PUT ${shop.path}/members/${keeper.id}`, {
      token: shop.owner.token,
      json: { access_level: developer },
    });
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: false,
    });
  });

  it('is taken back by its author or by who may merge; 406 where none is set', async () => {
    const shop = await workshop(app());
    const author = await shop.member('author', developer);
    const dev = await shop.member('dev', developer);
    await shop.open({ title: 'Draft: a' }, author.token);
    const cancel = async (token: string) => {
      const answer = await shop.call('POST 1/cancel_merge_when_pipeline_succeeds', { token });
      return [answer.status, answer.json.message ?? answer.json.merge_when_pipeline_succeeds];
    };
    expect(await cancel(author.token)).toEqual([406, '406 Not Acceptable']);
    await auto(shop);
    expect(await cancel(dev.token)).toEqual([401, '401 Unauthorized']);
    expect(await cancel(author.token)).toEqual([201, false]);
    await auto(shop);
    expect(await cancel(shop.owner.token)).toEqual([201, false]);
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect((await shop.settled(1)).state).toBe('opened');
  });

  it('does not wait for what will not pass by itself', async () => {
    const shop = await workshop(app());
    await shop.open();
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect((await auto(shop)).status).toBe(405);
  });
});
