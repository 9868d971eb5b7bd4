import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { actAs, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { planMerge } from '../merge-requests/merge-plan.ts';
import { lockForMerge } from '../merge-requests/merge-steps.ts';
import { settled } from '../merge-requests/refresh-rules.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import { findProjectById } from '../projects/rules.ts';

const { developer, reporter } = accessLevels;

onBothDatabases('merge requests that wait for others', (app) => {
  const block = (shop: Workshop, iid: number, json: object, who: TestUser = shop.owner) =>
    shop.call(`POST ${iid}/blocks`, { token: who.token, json });
  const by = (iid: number) => ({ blocking_merge_request_iid: iid });
  const statusOf = async (shop: Workshop, iid: number) =>
    (await shop.settled(iid)).detailed_merge_status;
  const merge = async (shop: Workshop, iid: number, json: object = {}) =>
    (await shop.call(`PUT ${iid}/merge`, { json })).status;

  it('say so once, list it from both sides, and forget it', async () => {
    const shop = await workshop(app());
    const reader = await shop.member('reader', reporter);
    const [one, two, three] = [await shop.open(), await shop.open(), await shop.open()];
    const made = await block(shop, one.iid, { blocking_merge_request_id: two.id });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        blocking_merge_request: expect.objectContaining({ id: two.id, iid: two.iid }),
        blocked_merge_request: expect.objectContaining({ id: one.id, iid: one.iid }),
        project_id: shop.project.id,
      },
    ]);
    await block(shop, two.iid, by(three.iid));
    const missing = { blocking_project_id: shop.project.id, ...by(99) };
    const answers: [object, number, object][] = [
      [by(two.iid), 409, { message: 'Block already exists' }],
      [by(one.iid), 400, { message: 'A merge request cannot block itself' }],
      [missing, 404, { message: 'Blocking merge request not found' }],
      [
        { blocking_merge_request_id: 999_999 },
        404,
        { message: 'Blocking merge request not found' },
      ],
      [
        {},
        400,
        {
          error:
            'blocking_merge_request_id, blocking_merge_request_iid are missing, at least one parameter must be provided',
        },
      ],
      [
        { ...by(three.iid), blocking_merge_request_id: three.id },
        400,
        {
          error: 'blocking_merge_request_id, blocking_merge_request_iid are mutually exclusive',
        },
      ],
    ];
    for (const [json, status, body] of answers) {
      const answer = await block(shop, one.iid, json);
      expect([answer.status, answer.json]).toEqual([status, body]);
    }
    const circle = await block(shop, three.iid, by(one.iid));
    expect([circle.status, circle.json]).toEqual([
      400,
      { message: 'The blocking merge request waits for this one itself' },
    ]);
    expect((await block(shop, one.iid, by(three.iid), reader)).status).toBe(403);

    const listed = async (iid: number, list: string) =>
      (await shop.call(`GET ${iid}/${list}`, { token: reader.token })).json;
    expect(await listed(one.iid, 'blocks')).toEqual([made.json]);
    expect(await listed(two.iid, 'blockees')).toEqual([made.json]);
    expect(await listed(three.iid, 'blocks')).toEqual([]);
    const shown = `${one.iid}/blocks/${made.json.id}`;
    expect((await shop.call(`GET ${shown}`)).json).toEqual(made.json);
    expect((await shop.call(`GET ${two.iid}/blocks/${made.json.id}`)).status).toBe(404);
    expect((await shop.call(`DELETE ${shown}`, { token: reader.token })).status).toBe(403);
    expect((await shop.call(`DELETE ${shown}`)).status).toBe(204);
    expect((await shop.call(`DELETE ${shown}`)).status).toBe(404);
    expect(await listed(one.iid, 'blocks')).toEqual([]);
  });

  it('name only what the caller may read', async () => {
    const hidden = await workshop(app());
    const shop = await workshop(app(), { visibility: 'public' }, hidden.owner);
    const dev = await shop.member('dev', developer);
    const [blocked, blocker] = [await shop.open(), await hidden.open()];
    const there = { ...by(blocker.iid), blocking_project_id: hidden.project.id };
    const unseen = await block(shop, blocked.iid, there, dev);
    expect([unseen.status, unseen.json]).toEqual([
      404,
      { message: 'Blocking merge request not found' },
    ]);
    const byId = { blocking_merge_request_id: blocker.id };
    expect((await block(shop, blocked.iid, byId, dev)).json).toEqual(unseen.json);
    const { id } = (await block(shop, blocked.iid, there)).json;

    const [record] = (await shop.call(`GET ${blocked.iid}/blocks`, { token: dev.token })).json;
    expect(Object.keys(record).sort()).toEqual(['blocked_merge_request', 'id', 'project_id']);
    expect(record).toMatchObject({ id, project_id: shop.project.id });
    expect(await statusOf(shop, blocked.iid)).toBe('merge_request_blocked');
    const remove = (token: string) => shop.call(`DELETE ${blocked.iid}/blocks/${id}`, { token });
    expect((await remove(dev.token)).status).toBe(403);
    const [theirs] = (await hidden.call(`GET ${blocker.iid}/blockees`)).json;
    expect(theirs).toMatchObject({
      blocking_merge_request: { id: blocker.id },
      blocked_merge_request: { id: blocked.id },
      project_id: hidden.project.id,
    });
    expect((await remove(shop.owner.token)).status).toBe(204);
  });

  it('are not merged before them, and at once afterwards where that was asked for', async () => {
    const shop = await workshop(app());
    // Elsewhere: its merge moves no branch that would have the others looked at anyway.
    const other = await workshop(app(), {}, shop.owner);
    const [first, second, third, fourth] = [
      await other.open({ title: 'Draft: first' }),
      await shop.open(),
      await shop.open(),
      await shop.open(),
    ];
    const byFirst = { blocking_merge_request_id: first.id };
    expect(await statusOf(shop, second.iid)).toBe('mergeable');
    await block(shop, second.iid, byFirst);
    await block(shop, third.iid, by(second.iid));
    const { id } = (await block(shop, fourth.iid, byFirst)).json;
    expect(await statusOf(shop, second.iid)).toBe('merge_request_blocked');
    expect(await merge(shop, second.iid)).toBe(405);
    for (const { iid } of [second, third, fourth]) {
      expect(await merge(shop, iid, { auto_merge: true })).toBe(200);
    }
    // What is closed has not been merged.
    await other.call(`PUT ${first.iid}`, { json: { state_event: 'close' } });
    expect(await statusOf(shop, second.iid)).toBe('merge_request_blocked');
    await other.call(`PUT ${first.iid}`, { json: { state_event: 'reopen', title: 'first' } });
    expect(await statusOf(other, first.iid)).toBe('mergeable');

    await shop.call(`DELETE ${fourth.iid}/blocks/${id}`);
    expect((await shop.settled(fourth.iid)).state).toBe('merged');
    expect((await shop.settled(second.iid)).state).toBe('opened');
    expect(await merge(other, first.iid)).toBe(200);
    expect((await shop.settled(second.iid)).state).toBe('merged');
    expect((await shop.settled(third.iid)).state).toBe('merged');
  });

  it('never wait for each other in a circle, however close together they are made', async () => {
    const shop = await workshop(app());
    const [one, two, three] = [await shop.open(), await shop.open(), await shop.open()];
    const ring = [
      [one, two],
      [two, three],
      [three, one],
    ] as const;
    const made = await Promise.all(ring.map(([a, b]) => block(shop, a.iid, by(b.iid))));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(made.filter(({ status }) => status === 400)).toHaveLength(1);
  });

  it('wait no longer for what is deleted, and look again when the merge begins', async () => {
    const shop = await workshop(app());
    const other = await workshop(app(), {}, shop.owner);
    const [first, second, third] = [await shop.open(), await shop.open(), await shop.open()];
    const elsewhere = await other.open();
    const ctx = actAs(app(), shop.owner.user);
    const project = await findProjectById(ctx, shop.project.id);
    if (project === undefined) throw new Error('no project');
    const row = await settled(ctx, await getMergeRequest(ctx, project, second.iid));
    const plan = row && (await planMerge(ctx, { project, row }, {}));
    if (plan === undefined) throw new Error('cannot be merged');
    await block(shop, second.iid, by(first.iid));
    await block(shop, third.iid, { blocking_merge_request_id: elsewhere.id });
    expect(await lockForMerge(ctx, plan)).toBe('raced');

    for (const { iid } of [second, third]) {
      expect(await merge(shop, iid, { auto_merge: true })).toBe(200);
      expect((await shop.settled(iid)).state).toBe('opened');
    }
    await shop.call(`DELETE ${first.iid}`);
    expect((await shop.settled(second.iid)).state).toBe('merged');
    const { token } = shop.owner;
    await removeAtOnce((request) => app().call(request, { token }), other.path);
    expect((await shop.settled(third.iid)).state).toBe('merged');
  });
});
