import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCommand } from '../../commands/import.ts';
import { harbor } from '../../testing/harbor.ts';
import { moveBranch } from '../../testing/scratch.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';

type Kind = 'issues' | 'merge_requests';

onBothDatabases('what is told', (app) => {
  let names = 0;
  async function stage() {
    const place = await harbor(app(), `told${++names}`);
    const { call, group, project, commit } = place;
    const group_id = Number(group.split('/').at(-1));
    const project_id = Number(project.split('/').at(-1));
    await commit({ 'a.txt': 'one\n' });
    const open = {
      issues: async (more: object = {}) =>
        (await call(`POST ${project}/issues`, { title: 'One', ...more })).json,
      merge_requests: async (more: object = {}) => {
        const source_branch = `topic${++names}`;
        const files = { [`${source_branch}.txt`]: 'two\n' };
        await commit(files, source_branch, { start_branch: 'main' });
        const request = { title: 'One', source_branch, target_branch: 'main', ...more };
        return (await call(`POST ${project}/merge_requests`, request)).json;
      },
    };
    const at = (kind: Kind, { iid, project_id: id = project_id }: Answer['json']) =>
      `/projects/${id}/${kind}/${iid}`;
    const eventsOf = async (what: 'state' | 'milestone', kind: Kind, record: Answer['json']) => {
      const answer = await call(`GET ${at(kind, record)}/resource_${what}_events`);
      expect(answer.status).toBe(200);
      return answer.json as Answer['json'][];
    };
    const states = async (kind: Kind, record: Answer['json']) =>
      (await eventsOf('state', kind, record)).map(({ state }) => state);
    /** `+title` for a milestone that something came into, `-title` for one that it left for none. */
    const milestones = async (kind: Kind, record: Answer['json']) =>
      (await eventsOf('milestone', kind, record)).map(
        ({ action, milestone }) => `${action === 'add' ? '+' : '-'}${milestone?.title ?? '?'}`,
      );
    const plan = async (of: string, title: string) =>
      (await call(`POST ${of}/milestones`, { title })).json.id as number;
    return { ...place, group_id, project_id, open, at, eventsOf, states, milestones, plan };
  }
  const kinds: readonly Kind[] = ['issues', 'merge_requests'];

  it('of states says who closed and reopened what, each time, and not what changed nothing', async () => {
    const { call, open, at, eventsOf, states, username, member, project } = await stage();
    const dev = await member(`dev${++names}`, 30);
    for (const kind of kinds) {
      const record = await open[kind]();
      expect(await states(kind, record)).toEqual([]);
      await dev.as(`PUT ${at(kind, record)}`, { state_event: 'close' });
      await call(`PUT ${at(kind, record)}`, { state_event: 'close' });
      await call(`PUT ${at(kind, record)}`, { title: 'Two' });
      await call(`PUT ${at(kind, record)}`, { state_event: 'reopen' });
      const events = await eventsOf('state', kind, record);
      expect(events).toEqual([
        {
          id: expect.any(Number),
          user: expect.objectContaining({ username: dev.username }),
          created_at: expect.any(String),
          resource_type: kind === 'issues' ? 'Issue' : 'MergeRequest',
          resource_id: record.id,
          source_merge_request_id: null,
          state: 'closed',
        },
        expect.objectContaining({
          state: 'reopened',
          user: expect.objectContaining({ username }),
        }),
      ]);
      const path = `${at(kind, record)}/resource_state_events`;
      expect((await call(`GET ${path}/${events[1].id}`)).json).toEqual(events[1]);
      const page = await call(`GET ${path}?per_page=1&page=2`);
      expect([page.json, page.headers.get('x-total')]).toEqual([[events[1]], '2']);
      expect((await call(`GET ${path}/999999`)).status).toBe(404);
      expect((await app().call(`GET ${path}`)).status).toBe(401);
      expect((await call(`GET ${project}/${kind}/999/resource_state_events`)).status).toBe(404);
      // One of another is not this one's.
      const other = await open[kind]();
      const foreign = `${at(kind, other)}/resource_state_events/${events[1].id}`;
      expect((await call(`GET ${foreign}`)).status).toBe(404);
    }
  });

  it('of states says who merged, whichever way, and which merge closed an issue', async () => {
    const { call, open, at, eventsOf, states, username, project, project_id } = await stage();
    const issue = await open.issues();
    const request = await open.merge_requests({ description: `Closes #${issue.iid}` });
    await app().drain();
    const merged = await call(`PUT ${at('merge_requests', request)}/merge`);
    expect(merged.json.state).toBe('merged');
    await app().drain();
    const by = { user: { username } };
    expect(await eventsOf('state', 'merge_requests', request)).toMatchObject([
      { ...by, state: 'merged' },
    ]);
    expect(await eventsOf('state', 'issues', issue)).toMatchObject([
      { ...by, state: 'closed', source_merge_request_id: request.id },
    ]);

    const pushed = await open.merge_requests();
    await app().drain();
    await moveBranch(app(), { id: project_id }, { branch: 'main', to: pushed.sha });
    await app().drain();
    expect(await states('merge_requests', pushed)).toEqual(['merged']);

    // A fork that is none any more wants nothing here.
    const fork = (await call(`POST ${project}/fork`, { path: 'fork', name: 'fork' })).json;
    await app().drain();
    const more = { target_project_id: project_id, target_branch: 'main', title: 'From afar' };
    const there = `/projects/${fork.id}`;
    const action = { action: 'create', file_path: 'far.txt', content: 'far' };
    const commit = { branch: 'far', start_branch: 'main', commit_message: 'Far' };
    await call(`POST ${there}/repository/commits`, { ...commit, actions: [action] });
    const afar = (await call(`POST ${there}/merge_requests`, { ...more, source_branch: 'far' }))
      .json;
    await call(`DELETE ${there}/fork`);
    expect(await states('merge_requests', afar)).toEqual(['closed']);
  });

  it('of milestones says what came into one, went to another and left it, as it was set', async () => {
    const { call, open, at, eventsOf, milestones, plan, project, username } = await stage();
    const spring = await plan(project, 'Spring');
    const summer = await plan(project, 'Summer');
    for (const kind of kinds) {
      const bare = await open[kind]();
      expect(await milestones(kind, bare)).toEqual([]);
      const record = await open[kind]({ milestone_id: spring });
      // One event for a change from one to another, as v4 clients know it.
      for (const milestone_id of [spring, summer, 0, 0]) {
        expect((await call(`PUT ${at(kind, record)}`, { milestone_id })).status).toBe(200);
      }
      expect(await milestones(kind, record)).toEqual(['+Spring', '+Summer', '-Summer']);
      const events = await eventsOf('milestone', kind, record);
      expect(events[0]).toEqual({
        id: expect.any(Number),
        user: expect.objectContaining({ username }),
        created_at: expect.any(String),
        resource_type: kind === 'issues' ? 'Issue' : 'MergeRequest',
        resource_id: record.id,
        milestone: (await call(`GET ${project}/milestones/${spring}`)).json,
        action: 'add',
      });
      const path = `${at(kind, record)}/resource_milestone_events`;
      expect((await call(`GET ${path}/${events[2].id}`)).json).toEqual(events[2]);
      expect((await call(`GET ${path}?per_page=2&page=2`)).json).toEqual([events[2]]);
      expect((await call(`GET ${path}/999999`)).status).toBe(404);
      expect((await app().call(`GET ${path}`)).status).toBe(401);
      const foreign = `${at(kind, bare)}/resource_milestone_events/${events[2].id}`;
      expect((await call(`GET ${foreign}`)).status).toBe(404);
    }
  });

  it('of milestones outlives the milestone, its promotion, and moves of issues and projects', async () => {
    const place = await stage();
    const { call, open, at, milestones, states, plan, project, group, group_id, member } = place;
    const spring = await plan(project, 'Spring');
    const gone = await plan(project, 'Gone');
    const made: [Kind, Answer['json'], Answer['json']][] = [];
    for (const kind of kinds) {
      const record = await open[kind]({ milestone_id: spring });
      made.push([kind, record, await open[kind]({ milestone_id: gone })]);
    }
    const issue = made[0]?.[1];
    const other = (await call('POST /projects', { name: 'other', namespace_id: group_id })).json;
    await plan(`/projects/${other.id}`, 'Spring');
    const to = { to_project_id: other.id };
    const clone = (await call(`POST ${at('issues', issue)}/clone`, to)).json;
    const moved = (await call(`POST ${at('issues', issue)}/move`, to)).json;
    expect(await milestones('issues', clone)).toEqual(['+Spring']);
    expect(await milestones('issues', moved)).toEqual(['+Spring']);
    expect([await states('issues', issue), await states('issues', moved)]).toEqual([
      ['closed'],
      [],
    ]);

    // What the group's milestone has taken in is told of it.
    expect((await call(`POST ${project}/milestones/${spring}/promote`)).status).toBe(200);
    expect(await milestones('issues', clone)).toEqual(['+Spring']);
    expect((await call(`DELETE ${project}/milestones/${gone}`)).status).toBe(204);
    for (const [kind, kept, lost] of made) {
      expect(await milestones(kind, kept)).toEqual(['+Spring']);
      expect(await milestones(kind, lost)).toEqual(['+?', '-?']);
    }

    // Milestones of a group that is above no more are not named.
    const away = (await call('POST /groups', { name: 'Away', path: `away${names}` })).json;
    expect((await call(`PUT ${project}/transfer`, { namespace: away.id })).status).toBe(200);
    for (const [kind, kept] of made) {
      const path = `${at(kind, kept)}/resource_milestone_events`;
      const answer = await call(`GET ${path}`);
      expect([answer.json, answer.headers.get('x-total')]).toEqual([[], '2']);
    }
    const { db } = app().deps;
    const last = await db
      .selectFrom('resource_milestone_events')
      .select(['id', 'action'])
      .where('issue_id', '=', issue.id)
      .orderBy('id')
      .execute();
    expect(last.map(({ action }) => action)).toEqual(['add', 'remove']);
    const path = `${at('issues', issue)}/resource_milestone_events`;
    expect((await call(`GET ${path}/${last[0]?.id}`)).status).toBe(404);

    // A deleted person's doing is the ghost's.
    const dev = await member(`dev${++names}`, 30);
    const theirs = (await dev.as(`POST ${project}/issues`, { title: 'Two' })).json;
    await dev.as(`PUT ${at('issues', theirs)}`, { state_event: 'close' });
    const boss = await app().user(`boss${++names}`, { admin: true });
    await app().call(`DELETE /users/${dev.id}`, { token: boss.token });
    await app().drain();
    expect(await place.eventsOf('state', 'issues', theirs)).toMatchObject([
      { state: 'closed', user: { username: 'ghost' } },
    ]);
    expect((await call(`DELETE ${group}/milestones/${spring}`)).status).toBe(204);
    // A deleted issue takes along what is told of it.
    expect((await call(`DELETE ${at('issues', theirs)}`)).status).toBe(204);
    const left = await db
      .selectFrom('resource_state_events')
      .select('id')
      .where('issue_id', '=', theirs.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('of what was imported are its milestone, and who closed it then', async () => {
    const { call, username, milestones, eventsOf } = await stage();
    const created_at = '2026-01-02T03:04:05Z';
    const closed_at = '2026-02-03T04:05:06.000Z';
    const lines = [
      { type: 'source', host: 'https://src.example.test', import_type: 'gitlab_migration' },
      { type: 'user', id: '11', name: 'Ann Lee', username: 'ann' },
      { type: 'milestone', id: '5', project: 'app', title: 'Spring', created_at },
      {
        type: 'issue',
        id: '1',
        project: 'app',
        title: 'It leaks',
        author: '11',
        milestone: '5',
        state: 'closed',
        closed_by: '11',
        closed_at,
        created_at,
      },
    ];
    const file = join(mkdtempSync(join(tmpdir(), 'qd-told-')), 'lines.jsonl');
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const args = [file, '--group', `at-${username}`];
    await importCommand.run({ ctx: app().ctx, args, print: () => undefined });
    const path = `/projects/${encodeURIComponent(`at-${username}/app`)}`;
    const [issue] = (await call(`GET ${path}/issues`)).json;
    expect(await milestones('issues', issue)).toEqual(['+Spring']);
    expect(await eventsOf('state', 'issues', issue)).toMatchObject([
      { state: 'closed', created_at: closed_at, user: { id: issue.author.id } },
    ]);
  });

  it('says in its last word how everything stands', async () => {
    const { db } = app().deps;
    for (const [table, column] of [
      ['issues', 'issue_id'],
      ['merge_requests', 'merge_request_id'],
    ] as const) {
      const records = await db.selectFrom(table).select(['id', 'state', 'milestone_id']).execute();
      const states = await db
        .selectFrom('resource_state_events')
        .selectAll()
        .where(column, 'is not', null)
        .orderBy('id')
        .execute();
      const planned = await db
        .selectFrom('resource_milestone_events')
        .selectAll()
        .where(column, 'is not', null)
        .orderBy('id')
        .execute();
      const lastState = new Map(states.map((event) => [event[column], event.state]));
      const lastPlace = new Map(
        planned.map((event) => [event[column], event.action === 'add' ? event.milestone_id : null]),
      );
      const told = records.map(({ id }) => [
        id,
        (lastState.get(id) ?? 'reopened').replace('reopened', 'opened'),
        lastPlace.get(id) ?? null,
      ]);
      expect(records.length).toBeGreaterThan(5);
      expect(told).toEqual(records.map(({ id, state, milestone_id }) => [id, state, milestone_id]));
    }
  });
});
