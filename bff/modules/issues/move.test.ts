import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('an issue', (app) => {
  async function stage(owner: string) {
    const from = await harbor(app(), owner);
    const { call } = from;
    const target = (await call('POST /projects', { name: `${owner}-to` })).json;
    const to = `/projects/${target.id}`;
    for (const project of [from.project, to]) {
      await call(`POST ${project}/milestones`, { title: 'First' });
      await call(`POST ${project}/labels`, { name: 'bug', color: '#112233' });
    }
    const [{ id: milestone_id }] = (await call(`GET ${from.project}/milestones`)).json;
    const mate = await from.member(`${owner}-mate`, 30);
    await call(`POST ${to}/members`, { user_id: mate.id, access_level: 30 });
    const near = await from.member(`${owner}-near`, 20);
    const issue = (
      await near.as(`POST ${from.project}/issues`, {
        title: 'Leak',
        description: '- [x] found',
        labels: 'bug,here',
        milestone_id,
        due_date: '2026-12-24',
        weight: 3,
        confidential: true,
        assignee_ids: [mate.id, near.id],
      })
    ).json;
    const path = `${from.project}/issues/${issue.iid}`;
    await mate.as(`POST ${path}/notes`, { body: 'Where?' });
    await near.as(`POST ${path}/notes`, { body: 'Below', internal: true });
    await call(`POST ${path}/award_emoji`, { name: 'thumbsup' });
    const words = async (issuePath: string, as = call) => {
      const { json } = await as(`GET ${issuePath}/notes?sort=asc`);
      return json.map((note: { body: string; author: { username: string }; internal: boolean }) =>
        [note.author.username, note.body, note.internal].join(' '),
      );
    };
    return { ...from, target, to, mate, near, issue, path, words };
  }

  it('moves with its comments, people, labels and votes; the old one is closed and says where', async () => {
    const { call, target, to, mate, near, issue, path, words, username } = await stage('ann');
    const first = await call(`POST ${to}/issues`, { title: 'Older' });
    const moved = await call(`POST ${path}/move`, { to_project_id: target.id });
    expect([moved.status, moved.json]).toMatchObject([
      201,
      {
        iid: first.json.iid + 1,
        project_id: target.id,
        title: 'Leak',
        state: 'opened',
        author: { username: near.username },
        labels: ['bug'],
        milestone: { title: 'First', project_id: target.id },
        assignees: [{ username: mate.username }],
        due_date: '2026-12-24',
        weight: 3,
        confidential: true,
        created_at: issue.created_at,
        task_completion_status: { count: 1, completed_count: 1 },
        upvotes: 1,
        user_notes_count: 2,
        moved_to_id: null,
      },
    ]);
    const old = (await call(`GET ${path}`)).json;
    expect(old).toMatchObject({
      state: 'closed',
      closed_by: { username },
      moved_to_id: moved.json.id,
    });
    const there = `${to}/issues/${moved.json.iid}`;
    const said = await words(there);
    expect(said).toEqual([
      `${near.username} assigned to @${mate.username} and @${near.username} false`,
      `${mate.username} Where? false`,
      `${near.username} Below true`,
      `${username} moved from another project false`,
    ]);
    expect((await words(path)).at(-1)).toBe(`${username} moved to another project false`);
    expect((await call(`GET ${there}/award_emoji`)).json).toMatchObject([{ name: 'thumbsup' }]);
    const again = await call(`POST ${path}/move`, { to_project_id: target.id });
    expect([again.status, again.json.message]).toEqual([
      400,
      'Cannot move issue due to insufficient permissions!',
    ]);
    // Without the new one the old one is just closed.
    await call(`DELETE ${there}`);
    expect((await call(`GET ${path}`)).json.moved_to_id).toBeNull();
  });

  it('is copied as one of the caller’s own, with its comments where asked, also in its project', async () => {
    const { call, target, to, mate, issue, path, words, project } = await stage('bea');
    await call(`PUT ${to}`, { visibility: 'public' });
    const copy = await mate.as(`POST ${path}/clone`, { to_project_id: target.id });
    expect([copy.status, copy.json]).toMatchObject([
      201,
      { title: 'Leak', author: { username: mate.username }, upvotes: 0, user_notes_count: 0 },
    ]);
    expect(await words(`${to}/issues/${copy.json.iid}`)).toEqual([
      `${mate.username} cloned from another project false`,
    ]);
    expect((await words(path)).at(-1)).toBe(
      `${mate.username} cloned to ${copy.json.references.full} false`,
    );
    await call(`PUT ${path}`, { state_event: 'close' });
    // More than are written by one statement.
    const { db } = app().deps;
    const rows = db.selectFrom('notes').selectAll().where('noteable_type', '=', 'Issue');
    const { id: _, ...note } = await rows
      .where('noteable_id', '=', issue.id)
      .where('system', '=', 0)
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 500 }, () => note);
    await db.insertInto('notes').values(many).execute();
    const id = Number(project.split('/').at(-1));
    const whole = await call(`POST ${path}/clone`, { to_project_id: id, with_notes: true });
    expect(whole.json).toMatchObject({
      state: 'opened',
      closed_at: null,
      labels: ['bug', 'here'],
      user_notes_count: 502,
    });
    expect((await call(`GET ${path}`)).json).toMatchObject({ state: 'closed', moved_to_id: null });
    const last = await call(`GET ${project}/issues/${whole.json.iid}/notes?per_page=1`);
    expect(last.json[0].body).toBe(`cloned from ${issue.references.full}`);
    // What would take too long is refused, and nothing is made.
    const long = Array.from({ length: 21 }, () => ({ ...note, body: 'x'.repeat(1_000_000) }));
    await db.insertInto('notes').values(long).execute();
    const request = { to_project_id: id, with_notes: true };
    const refused = await call(`POST ${path}/clone`, request);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'The comments are too many or too long to be copied.',
    ]);
    expect((await call(`GET ${project}/issues?per_page=1`)).json[0].iid).toBe(whole.json.iid);
  });

  it('goes only where the caller may plan on both sides, and nothing is made otherwise', async () => {
    const { call, target, to, near, path, project } = await stage('cid');
    const guest = await app().user('cid-guest');
    const no = (verb: string) => `Cannot ${verb} issue due to insufficient permissions!`;
    const to_project_id = target.id;
    const own = Number(project.split('/').at(-1));
    for (const [as, verb, json, status, message] of [
      [near.as, 'move', { to_project_id }, 404, '404 Project Not Found'],
      [near.as, 'clone', { to_project_id }, 404, '404 Project Not Found'],
      [
        call,
        'move',
        { to_project_id: own },
        400,
        'Cannot move issue to project it originates from!',
      ],
      [call, 'move', { to_project_id: 999_999 }, 404, '404 Project Not Found'],
      [call, 'move', {}, 400, undefined],
    ] as const) {
      const answer = await as(`POST ${path}/${verb}`, json);
      expect([verb, json, answer.status, answer.json.message]).toEqual([
        verb,
        json,
        status,
        message,
      ]);
    }
    await call(`POST ${to}/members`, { user_id: near.id, access_level: 10 });
    await call(`POST ${to}/members`, { user_id: guest.id, access_level: 40 });
    await call(`POST ${project}/members`, { user_id: guest.id, access_level: 10 });
    for (const verb of ['move', 'clone']) {
      const below = await near.as(`POST ${path}/${verb}`, { to_project_id });
      expect([below.status, below.json.message]).toEqual([400, no(verb)]);
      const hidden = await app().call(`POST ${path}/${verb}`, {
        token: guest.token,
        json: { to_project_id },
      });
      expect([hidden.status, hidden.json.message]).toEqual([404, '404 Issue Not Found']);
    }
    await call(`PUT ${to}`, { issues_enabled: false });
    expect((await call(`POST ${path}/move`, { to_project_id })).json.message).toBe(no('move'));
    await call(`PUT ${to}`, { issues_enabled: true });
    expect((await call(`GET ${to}/issues`)).json).toEqual([]);
    expect((await call(`GET ${path}`)).json).toMatchObject({ state: 'opened', moved_to_id: null });
  });
});
