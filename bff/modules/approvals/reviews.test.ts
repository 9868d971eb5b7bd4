import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { developer, reporter } = accessLevels;

onBothDatabases('reviews', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let author: TestUser;
  let reader: TestUser;

  const say = (iid: number, who: TestUser, state: string, of = who) =>
    shop.call(`PUT ${iid}/reviewers/${of.id}`, { token: who.token, json: { state } });
  const states = async (iid: number) =>
    (await shop.call(`GET ${iid}/reviewers`)).json.map(
      (one: { user: { username: string }; state: string }) => [one.user.username, one.state],
    );
  const statusOf = async (iid: number) => (await shop.settled(iid)).detailed_merge_status;

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    author = await shop.member('author', reporter);
    reader = await shop.member('reader', reporter);
  });

  it('stand in the way of the merge until who asked for changes says otherwise', async () => {
    const { iid } = await shop.open({ reviewer_ids: [reader.id] });
    await shop.call(`PUT ${iid}`, { json: { assignee_ids: [author.id] } });
    expect(await states(iid)).toEqual([[reader.username, 'unreviewed']]);
    expect(await statusOf(iid)).toBe('mergeable');
    await shop.call(`POST ${iid}/approve`, { token: dev.token });
    // A Developer who was not asked becomes a reviewer by it, and approves no longer.
    const asked = await say(iid, dev, 'requested_changes');
    expect([asked.status, asked.json]).toEqual([
      200,
      {
        user: expect.objectContaining({ id: dev.id }),
        state: 'requested_changes',
        created_at: expect.any(String),
      },
    ]);
    expect((await shop.call(`GET ${iid}/approvals`)).json.approved_by).toEqual([]);
    expect(await statusOf(iid)).toBe('requested_changes');
    expect((await shop.call(`GET ?iids[]=${iid}`)).json).toMatchObject([
      { detailed_merge_status: 'requested_changes' },
    ]);
    expect((await shop.call(`PUT ${iid}/merge`, { json: {} })).status).toBe(405);
    expect((await shop.call(`PUT ${iid}/merge`, { json: { auto_merge: true } })).status).toBe(200);
    // Neither a comment of another, nor asking again, nor sending the reviewer away lets it through.
    expect((await say(iid, reader, 'reviewed')).status).toBe(200);
    expect((await say(iid, author, 'unreviewed', dev)).status).toBe(200);
    const gone = await shop.call(`PUT ${iid}`, {
      token: author.token,
      json: { reviewer_ids: [reader.id] },
    });
    expect([gone.status, gone.json]).toEqual([
      400,
      { message: { reviewer_ids: [`user ${dev.id} has requested changes`] } },
    ]);
    expect(await states(iid)).toEqual([
      [reader.username, 'reviewed'],
      [dev.username, 'unreviewed'],
    ]);
    expect(await statusOf(iid)).toBe('requested_changes');
    expect((await say(iid, dev, 'reviewed')).status).toBe(200);
    expect((await shop.settled(iid)).state).toBe('merged');
    expect((await say(iid, dev, 'reviewed')).json).toEqual({
      message: 'The merge request is not open',
    });
    const notes = (await shop.call(`GET ${iid}/notes?activity_filter=only_activity`)).json;
    const bodies = notes.map((note: { body: string }) => note.body);
    expect(bodies).toContain('requested changes');
    expect(bodies).toContain(`asked @${dev.username} for another review`);
  });

  it('are said by reviewers and Developers alone, and changes nothing for others', async () => {
    const { iid } = await shop.open({ reviewer_ids: [dev.id] });
    const refused: [TestUser, string, TestUser, number][] = [
      [reader, 'requested_changes', reader, 403],
      [reader, 'unreviewed', dev, 403],
      [shop.owner, 'requested_changes', dev, 403],
      [shop.owner, 'unreviewed', shop.owner, 403],
      [shop.owner, 'unreviewed', reader, 404],
      [dev, 'approved', dev, 400],
    ];
    for (const [who, state, of, status] of refused) {
      expect((await say(iid, who, state, of)).status, `${who.username} ${state}`).toBe(status);
    }
    expect(await states(iid)).toEqual([[dev.username, 'unreviewed']]);
    expect(await statusOf(iid)).toBe('mergeable');
    // Who may change the project does send a reviewer away.
    await say(iid, dev, 'requested_changes');
    expect(await statusOf(iid)).toBe('requested_changes');
    expect((await shop.call(`PUT ${iid}`, { json: { reviewer_ids: [] } })).status).toBe(200);
    expect(await statusOf(iid)).toBe('mergeable');
  });

  it('say whose turn it is', async () => {
    const { iid } = await shop.open({ reviewer_ids: [dev.id] });
    const lonely = await shop.open();
    const turns = async (who: TestUser) => {
      const found: Record<string, number[]> = {};
      for (const scope of ['to_review', 'returned_to_me', 'waiting_for_others']) {
        const query = `scope=${scope}&state=opened`;
        const answer = await app().call(`GET /merge_requests?${query}`, { token: who.token });
        const known = [iid, lonely.iid];
        found[scope] = answer.json
          .map((row: { iid: number }) => row.iid)
          .filter((one: number) => known.includes(one))
          .sort();
      }
      return found;
    };
    const due = (to_review: number[], returned_to_me: number[], waiting_for_others: number[]) => ({
      to_review,
      returned_to_me,
      waiting_for_others,
    });
    expect(await turns(dev)).toEqual(due([iid], [], []));
    expect(await turns(shop.owner)).toEqual(due([], [lonely.iid], [iid]));
    await say(iid, dev, 'requested_changes');
    expect(await turns(dev)).toEqual(due([], [], []));
    expect(await turns(shop.owner)).toEqual(due([], [iid, lonely.iid], []));
    await say(iid, shop.owner, 'unreviewed', dev);
    expect(await turns(dev)).toEqual(due([iid], [], []));
    expect(await turns(shop.owner)).toEqual(due([], [lonely.iid], [iid]));
    await shop.call(`POST ${iid}/approve`, { token: dev.token });
    expect(await turns(shop.owner)).toEqual(due([], [iid, lonely.iid], []));
  });
});
