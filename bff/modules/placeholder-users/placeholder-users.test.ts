import { expect, it } from 'vitest';
import { sourceUserStatuses } from '#contract/own-reassignments.ts';
import { transact } from '../../context.ts';
import { contribute, csvHeader, csvLine, importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { sha256 } from '../../secrets.ts';
import { moveContributions } from './move-rules.ts';
import { noteMembership } from './rules.ts';

const wrong = 'Import source user has an invalid status for this operation';
const sheet = (...lines: string[]) => `${[csvHeader, ...lines].join('\n')}\n`;

onBothDatabases('people of imports', (app) => {
  const place = async (owner: string) => {
    const group = await importedGroup(app(), owner);
    const act = (verb: string, json: object, token = group.token) =>
      group.as(token)(`POST /bff${group.path}/placeholder_users/${verb}`, json);
    const statusOf = async (identifier: string) => (await group.people()).get(identifier)?.status;
    return { ...group, act, statusOf };
  };
  it('each state allows what leads on from it and nothing else, by the calls themselves', async () => {
    const group = await place('ada');
    const target = await app().user('tom');
    const allowed = {
      assign: ['pending_reassignment', 'rejected'],
      cancel: ['awaiting_approval', 'rejected'],
      keep: ['pending_reassignment', 'rejected'],
      retry: ['failed'],
    };
    for (const [verb, from] of Object.entries(allowed)) {
      for (const [at, status] of sourceUserStatuses.entries()) {
        const identifier = `${verb}-${status}`;
        const host = `https://${verb}${at}.example.test`;
        const { id } = await group.person(identifier, { status, hostname: host });
        const answer = await group.act(verb, { ids: [id], user_id: target.id });
        const right = from.includes(status) ? 200 : 422;
        expect([verb, status, answer.status]).toEqual([verb, status, right]);
        const said = right === 422 ? [answer.json.message, await group.statusOf(identifier)] : [];
        expect(said).toEqual(right === 422 ? [wrong, status] : []);
      }
    }
  });

  it('an answer and a move happen in the one state that they are for, and change no other', async () => {
    const group = await place('abel');
    const target = await app().user('tess');
    const rows = app().deps.db.updateTable('import_source_users');
    const events = ['accept', 'reject', 'move'] as const;
    const allowed = {
      accept: 'awaiting_approval',
      reject: 'awaiting_approval',
      move: 'reassignment_in_progress',
    };
    const leads = {
      accept: 'reassignment_in_progress',
      reject: 'rejected',
      move: 'completed',
    };
    for (const event of events) {
      for (const [at, status] of sourceUserStatuses.entries()) {
        const identifier = `${event}-${status}`;
        const hostname = `https://${event}${at}.example.test`;
        const { id } = await group.person(identifier, { status, hostname });
        const token = `${event}-${status}`.padEnd(32, '-');
        await rows
          .set({ token_sha256: sha256(token), reassign_to_user_id: target.id })
          .where('id', '=', id)
          .execute();
        const right = status === allowed[event] ? 200 : 404;
        const said =
          event === 'move'
            ? await moveContributions(app().ctx, id, { isLast: true }).then(() => right)
            : (await group.as(target.token)(`POST /bff/reassignments/${token}/${event}`)).status;
        expect([identifier, said]).toEqual([identifier, right]);
        const after = status === allowed[event] ? leads[event] : status;
        expect([identifier, await group.statusOf(identifier)]).toEqual([identifier, after]);
      }
    }
  });

  it('are taken over by whom they are given to, once that one accepts, with all they did', async () => {
    const group = await place('bea');
    const tina = await app().user('tina');
    const row = await group.person('7');
    const placeholder = row.placeholder_user_id ?? 0;
    const issue = await contribute(app(), group, { userId: placeholder, tag: 'seven' });
    const projectId = Number(group.project.split('/')[2]);
    await transact(app().ctx, async (ctx) => {
      for (const source of [
        { type: 'Project', id: projectId },
        { type: 'Project', id: 987_654 },
      ] as const) {
        await noteMembership(ctx, row, { source, access_level: 30, expires_at: null });
      }
    });
    // What the target has there already is not there twice afterwards.
    await app()
      .deps.db.insertInto('issue_assignees')
      .values({ issue_id: issue.id, user_id: tina.id })
      .execute();
    const shown = await group.as()(`GET /bff${group.path}/placeholder_users`);
    expect(shown.json).toMatchObject([
      { id: placeholder, name: 'Placeholder Person 7', source_user_id: row.id, contributions: 2 },
    ]);

    const asked = await group.act('assign', { ids: [row.id], user_id: tina.id });
    expect(asked.json).toMatchObject([
      { status: 'awaiting_approval', reassign_to_user: { username: 'tina' } },
    ]);
    const token = await group.tokenFor('tina');
    expect(token).toHaveLength(32);
    const path = `/bff/reassignments/${token}`;
    for (const verb of ['GET', 'POST']) {
      const tail = verb === 'GET' ? '' : '/accept';
      expect((await group.as()(`${verb} ${path}${tail}`)).status).toBe(404);
    }
    expect((await app().call(`GET ${path}`)).status).toBe(401);
    const call = group.as(tina.token);
    const waiting = await call('GET /bff/reassignments');
    expect(waiting.json).toMatchObject([{ token, source_name: 'Person 7', contributions: 2 }]);
    expect((await call(`GET ${path}`)).json).toMatchObject({
      status: 'awaiting_approval',
      group: { full_path: 'at-bea' },
      reassigned_by_user: { username: 'bea' },
    });
    const before = await group.call(`GET ${group.project}/issues/${issue.iid}`);
    expect(before.json.author.id).toBe(placeholder);

    const accepted = await call(`POST ${path}/accept`);
    expect([accepted.status, accepted.json.status]).toEqual([200, 'reassignment_in_progress']);
    expect((await call(`POST ${path}/accept`)).status).toBe(404);
    await app().drain();
    const after = (await group.people()).get('7');
    expect(after).toMatchObject({ status: 'completed', placeholder_user: null });
    const moved = (await group.call(`GET ${group.project}/issues/${issue.iid}`)).json;
    expect([moved.author.username, moved.upvotes]).toEqual(['tina', 1]);
    expect(moved.assignees.map((one: { username: string }) => one.username)).toEqual(['tina']);
    const notes = await group.call(`GET ${group.project}/issues/${issue.iid}/notes`);
    expect(
      notes.json.map((note: { author: { username: string } }) => note.author.username),
    ).toEqual(['tina']);
    const members = await group.call(`GET ${group.project}/members/${tina.id}`);
    expect(members.json.access_level).toBe(30);
    expect((await group.call(`GET /users/${placeholder}`)).status).toBe(404);
    const left = await app()
      .deps.db.selectFrom('placeholder_memberships')
      .selectAll()
      .where('source_user_id', '=', row.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('stay with their placeholder when the target rejects, and may be given to another', async () => {
    const group = await place('cleo');
    const rita = await app().user('rita');
    const row = await group.person('8');
    await group.act('assign', { ids: [row.id], user_id: rita.id });
    const token = await group.tokenFor('rita');
    const rejected = await group.as(rita.token)(`POST /bff/reassignments/${token}/reject`);
    expect(rejected.json.status).toBe('rejected');
    expect((await group.mails('cleo@example.test'))[0]?.subject).toContain('@rita is not Person 8');
    expect((await group.download()).text).toContain(',8,');
    const other = await app().user('otto');
    expect((await group.run(sheet(csvLine('8', 'otto')))).json.matched).toBe(1);
    const cancelled = await group.act('cancel', { ids: [row.id] });
    expect(cancelled.json).toMatchObject([
      { status: 'pending_reassignment', reassign_to_user: null },
    ]);
    const dead = await group.tokenFor('otto');
    expect((await group.as(other.token)(`GET /bff/reassignments/${dead}`)).status).toBe(404);
    expect((await group.act('keep', { ids: [row.id] })).json[0].status).toBe('keep_as_placeholder');
  });

  it('are given to active people alone, to one of a source each, and several at once or none', async () => {
    const group = await place('dora');
    const ursa = await app().user('ursa');
    const boss = await app().user('boss', { admin: true });
    const [one, two] = [await group.person('1'), await group.person('2')];
    const kept = await group.person('3', { status: 'keep_as_placeholder' });
    const to = (ids: number[], user_id: number) => group.act('assign', { ids, user_id });
    expect((await to([one.id], 999_999)).status).toBe(404);
    expect((await to([999_999], ursa.id)).status).toBe(404);
    expect((await to([one.id], two.placeholder_user_id ?? 0)).json.message).toContain(
      'Only active people',
    );
    expect((await to([one.id], boss.id)).json.message).toContain('Administrators take work over');
    const taken = 'already assigned to another placeholder';
    expect((await to([one.id, two.id], ursa.id)).json.message).toBe(taken);
    expect((await to([one.id], ursa.id)).status).toBe(200);
    expect((await to([two.id], ursa.id)).json.message).toBe(taken);
    expect((await group.act('keep', { ids: [two.id, kept.id] })).status).toBe(422);
    expect(await group.statusOf('2')).toBe('pending_reassignment');
    const list = (query: string) => group.as()(`GET /bff${group.path}/reassignments?${query}`);
    expect((await list('status=awaiting_approval')).json).toHaveLength(1);
    expect((await list('search=PERSON%202')).json).toMatchObject([{ source_user_identifier: '2' }]);
    const other = await place('ines');
    expect((await other.act('cancel', { ids: [one.id] })).status).toBe(404);
    const mona = await app().user('mona');
    await group.call(`POST ${group.group}/members`, { user_id: mona.id, access_level: 40 });
    expect((await group.act('keep', { ids: [two.id] }, mona.token)).status).toBe(403);
  });

  it('are told to who owns the group, also from above, as long as something is to be done', async () => {
    const group = await place('jon');
    const open = async (token = group.token) => {
      const { json } = await group.as(token)('GET /bff/open_imports');
      return json;
    };
    expect(await open()).toEqual([]);
    const one = await group.person('1');
    await group.person('2', { status: 'failed' });
    await group.person('3', { status: 'rejected' });
    await group.person('4', { status: 'completed' });
    const of = { id: group.groupId, full_name: 'jon', full_path: 'at-jon' };
    expect(await open()).toEqual([{ group: of, unassigned: 2, failed: 1 }]);
    const mona = await app().user('mila');
    await group.call(`POST ${group.group}/members`, { user_id: mona.id, access_level: 40 });
    expect(await open(mona.token)).toEqual([]);
    expect((await app().call('GET /bff/open_imports')).status).toBe(401);
    await group.act('keep', { ids: [one.id] });
    expect(await open()).toEqual([{ group: of, unassigned: 1, failed: 1 }]);
    const made = { name: 'Sub', path: 'sub', parent_id: group.groupId };
    const sub = (await group.call('POST /groups', made)).json;
    await group.person('5', { groupId: sub.id });
    expect((await open())[0]).toMatchObject({
      group: { full_path: 'at-jon/sub' },
      unassigned: 1,
      failed: 0,
    });
  });
});
