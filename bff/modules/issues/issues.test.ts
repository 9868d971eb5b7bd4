import { expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('issues', (app) => {
  it('an issue is opened, read, changed, closed, reopened and deleted', async () => {
    const { call, project, id, member } = await harbor(app(), 'ann');
    const dev = await member('anndev', 30);
    const milestone = (await call(`POST ${project}/milestones`, { title: 'Spring' })).json;
    await call(`POST ${project}/labels`, { name: 'leak', color: 'red', priority: 1 });
    const made = await call(`POST ${project}/issues`, {
      title: ' Water in the hold ',
      description: '- [x] pump\n- [ ] caulk',
      labels: 'leak,urgent',
      assignee_ids: [dev.id],
      milestone_id: milestone.id,
      due_date: '2026-12-24',
      weight: 3,
      confidential: true,
      issue_type: 'incident',
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      iid: 1,
      title: 'Water in the hold',
      state: 'opened',
      labels: ['leak', 'urgent'],
      milestone: { title: 'Spring', expired: false },
      author: { username: 'ann' },
      assignee: { username: 'anndev' },
      assignees: [{ username: 'anndev' }],
      type: 'INCIDENT',
      issue_type: 'incident',
      due_date: '2026-12-24',
      weight: 3,
      confidential: true,
      closed_at: null,
      closed_by: null,
      task_completion_status: { count: 2, completed_count: 1 },
      task_status: '1 of 2 checklist items completed',
      has_tasks: true,
      subscribed: true,
      references: { short: '#1', relative: '#1', full: 'at-ann/quay#1' },
      web_url: 'http://127.0.0.1:3000/at-ann/quay/-/issues/1',
    });
    const one = `${project}/issues/1`;
    expect((await call(`GET ${one}`)).json).toEqual(made.json);

    const changed = await call(`PUT ${one}`, {
      title: 'Dry again',
      description: null,
      remove_labels: 'urgent',
      add_labels: ['done'],
      assignee_ids: [id],
      milestone_id: 0,
      due_date: null,
      confidential: false,
      discussion_locked: true,
    });
    expect(changed.json).toMatchObject({
      title: 'Dry again',
      description: null,
      labels: ['done', 'leak'],
      assignees: [{ username: 'ann' }],
      milestone: null,
      due_date: null,
      confidential: false,
      discussion_locked: true,
      task_completion_status: { count: 0, completed_count: 0 },
    });
    const closed = await call(`PUT ${one}`, { state_event: 'close' });
    expect(closed.json).toMatchObject({ state: 'closed', closed_by: { username: 'ann' } });
    expect(closed.json.closed_at).toBe(closed.json.updated_at);
    const opened = await call(`PUT ${one}`, { state_event: 'reopen' });
    expect(opened.json).toMatchObject({ state: 'opened', closed_at: null, closed_by: null });
    const details = await call(`GET ${project}/issues?with_labels_details=true`);
    expect(details.json[0].labels).toMatchObject([
      { name: 'done', color: '#6699cc', text_color: '#FFFFFF' },
      { name: 'leak', color: '#ff0000' },
    ]);
    expect((await call(`GET ${project}`)).json.open_issues_count).toBe(1);
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    const gone = await call(`GET ${one}`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Issue Not Found' }]);
    const next = await call(`POST ${project}/issues`, { title: 'Next' });
    expect(next.json.iid).toBe(2);
  });

  it('each label that comes or goes leaves a label event', async () => {
    const { call, project, issue, id } = await harbor(app(), 'bea');
    const made = await issue({ title: 'One', labels: 'a,b' });
    await call(`PUT ${project}/issues/1`, { labels: 'b,c' });
    await call(`PUT ${project}/issues/1`, { labels: '' });
    const rows = await app()
      .deps.db.selectFrom('resource_label_events as e')
      .innerJoin('labels as l', 'l.id', 'e.label_id')
      .select(['e.action', 'l.name', 'e.user_id'])
      .where('resource_type', '=', 'Issue')
      .where('resource_id', '=', made.id)
      .orderBy('e.id')
      .execute();
    expect(rows.map((row) => `${row.action} ${row.name}`)).toEqual([
      'add a',
      'add b',
      'add c',
      'remove a',
      'remove b',
      'remove c',
    ]);
    expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([id]));
    const labels = await call(`GET ${project}/labels?with_counts=true`);
    expect(labels.json.map((one: { open_issues_count: number }) => one.open_issues_count)).toEqual([
      0, 0, 0,
    ]);
    await call(`PUT ${project}/issues/1`, { add_labels: 'a', state_event: 'close' });
    const [counted] = (await call(`GET ${project}/labels?with_counts=true`)).json;
    expect(counted).toMatchObject({ name: 'a', open_issues_count: 0, closed_issues_count: 1 });
  });

  it('numbers are given once, also to many writers at the same time', async () => {
    const { call, project } = await harbor(app(), 'cid');
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) => call(`POST ${project}/issues`, { title: `n ${at}` })),
    );
    const iids = made.map((answer) => answer.json.iid).sort((a, b) => a - b);
    expect(iids).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    const chosen = await call(`POST ${project}/issues`, { title: 'x', iid: 40 });
    expect(chosen.json.iid).toBe(40);
    expect((await call(`POST ${project}/issues`, { title: 'y' })).json.iid).toBe(41);
    const twice = await call(`POST ${project}/issues`, { title: 'z', iid: 40 });
    expect([twice.status, twice.json]).toEqual([409, { message: 'Duplicated issue' }]);
  });

  it('what is no issue is refused and changes nothing', async () => {
    const { project, call, issue } = await harbor(app(), 'hal');
    const stranger = await app().user('stranger');
    const made = await issue({ title: 'One' });
    const refused = async (request: string, json: object) => {
      const answer = await call(request, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    const create = `POST ${project}/issues`;
    const update = `PUT ${project}/issues/1`;
    expect(await refused(create, {})).toBe('title is missing, title is empty');
    expect(await refused(create, { title: ' ' })).toBe('title is empty');
    expect(await refused(create, { title: 'x'.repeat(256) })).toEqual({
      title: ['is too long (maximum is 255 characters)'],
    });
    expect(await refused(create, { title: 'x', milestone_id: 999_999 })).toEqual({
      milestone_id: ['is invalid'],
    });
    expect(await refused(create, { title: 'x', assignee_ids: [stranger.id] })).toEqual({
      assignee_ids: [`user ${stranger.id} cannot read this issue`],
    });
    expect(await refused(update, {})).toContain('at least one parameter must be provided');
    expect(await refused(update, { state_event: 'merge' })).toBe(
      'state_event does not have a valid value',
    );
    expect(await refused(update, { title: 'New', weight: -1 })).toBe(
      'weight does not have a valid value',
    );
    expect((await call(`GET ${project}/issues`)).json).toHaveLength(1);
    expect((await call(`GET ${project}/issues/1`)).json).toEqual(made);
  });

  it('a project takes its issues with it, a deleted author leaves them behind', async () => {
    const { project, call, issue, member } = await harbor(app(), 'jon');
    const admin = await app().user('jadmin', { admin: true });
    const dev = await member('jdev', 30);
    await dev.as(`POST ${project}/issues`, { title: 'Left', labels: 'x', assignee_id: dev.id });
    const left = await app().call(`DELETE /users/${dev.id}`, { token: admin.token });
    expect(left.status).toBe(204);
    await app().drain();
    const orphan = await call(`GET ${project}/issues/1`);
    expect(orphan.json).toMatchObject({ title: 'Left', assignees: [], labels: ['x'] });
    expect(orphan.json.author.id).not.toBe(dev.id);
    const other = await issue({ title: 'Other', labels: 'x' });
    await removeAtOnce(call, project);
    const links = await app()
      .deps.db.selectFrom('label_links')
      .select('label_id')
      .where('target_type', '=', 'Issue')
      .where('target_id', '=', other.id)
      .execute();
    expect(links).toEqual([]);
  });
});
