import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { moveBranch } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const { guest, reporter, developer } = accessLevels;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

onBothDatabases('changing merge requests', (app) => {
  it('nothing to update is refused and changes nothing', async () => {
    const shop = await workshop(app());
    await shop.open({ title: 'Before' });
    const before = (await shop.call('GET 1')).json;
    const put = async (json: unknown) => {
      const answer = await shop.call('PUT 1', { json });
      return [answer.status, answer.json.error ?? answer.json.message];
    };
    const missing = [
      400,
      'assignee_id, assignee_ids, reviewer_ids, description, labels, add_labels, remove_labels, milestone_id, remove_source_branch, allow_collaboration, allow_maintainer_to_push, squash, target_branch, title, state_event, discussion_locked, merge_after are missing, at least one parameter must be provided',
    ];
    expect(await put({})).toEqual(missing);
    expect(await put(undefined)).toEqual(missing);
    expect(await put({ milestoneId: 3 })).toEqual(missing);
    expect(await put({ draft: true })).toEqual(missing);
    expect(await put({ title: '' })).toEqual([400, 'title is empty']);
    expect(await put({ title: '   ' })).toEqual([400, 'title is empty']);
    expect(await put({ target_branch: '' })).toEqual([400, 'target_branch is empty']);
    expect(await put({ state_event: 'merge' })).toEqual([
      400,
      'state_event does not have a valid value',
    ]);
    expect(await put({ title: 'a'.repeat(256) })).toEqual([
      400,
      { title: ['is too long (maximum is 255 characters)'] },
    ]);
    expect(await put({ description: '😀'.repeat(1_048_577) })).toEqual([
      400,
      { description: ['is too long (maximum is 1048576 characters)'] },
    ]);
    expect(await put({ target_branch: 'ghost' })).toEqual([
      400,
      { target_branch: ['does not exist'] },
    ]);
    expect((await shop.call('GET 1')).json).toEqual(before);
    expect((await put({ title: 'é'.repeat(255) }))[0]).toBe(200);
  });

  it('labels are replaced, added and removed as clients send them', async () => {
    const shop = await workshop(app());
    await shop.open();
    const after = async (sent: { json?: unknown; body?: string }) => {
      await shop.call('PUT 1', { json: { labels: ['bug', 'keep'] } });
      const options = sent.body === undefined ? sent : { ...sent, headers: form };
      const answer = await shop.call('PUT 1', options);
      expect(answer.status).toBe(200);
      return answer.json.labels;
    };
    expect(await after({ json: { title: 't' } })).toEqual(['bug', 'keep']);
    expect(await after({ json: { labels: '' } })).toEqual([]);
    expect(await after({ body: 'labels=' })).toEqual([]);
    expect(await after({ json: { labels: null } })).toEqual([]);
    expect(await after({ json: { labels: [] } })).toEqual([]);
    expect(await after({ json: { labels: ['a', 'b'] } })).toEqual(['a', 'b']);
    expect(await after({ body: 'labels[]=a&labels[]=b' })).toEqual(['a', 'b']);
    expect(await after({ json: { labels: 'new one, x::y,,  ' } })).toEqual(['new one', 'x::y']);
    const both = { add_labels: 'bug,Fresh', remove_labels: 'keep,ghost' };
    expect(await after({ json: both })).toEqual(['Fresh', 'bug']);
    expect(await after({ json: { labels: 'a', add_labels: 'b' } })).toEqual(['a', 'b']);
    expect(await after({ json: { add_labels: 'z', remove_labels: 'z' } })).toEqual(['bug', 'keep']);
    const colours = await app()
      .deps.db.selectFrom('labels')
      .select(['name', 'color', 'group_id'])
      .where('project_id', '=', shop.project.id)
      .where('name', 'in', ['new one', 'x::y', 'ghost'])
      .orderBy('name')
      .execute();
    expect(colours).toEqual([
      { name: 'new one', color: '#6699cc', group_id: null },
      { name: 'x::y', color: '#6699cc', group_id: null },
    ]);
  });

  it('two writers of labels at once lose no label', async () => {
    const shop = await workshop(app());
    await shop.open({ labels: 'first' });
    const names = ['p', 'q', 'r', 's', 'p'];
    const answers = await Promise.all(
      names.map((name) => shop.call('PUT 1', { json: { add_labels: name } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await shop.call('GET 1')).json.labels).toEqual(['first', 'p', 'q', 'r', 's']);
  });

  it('each label that comes or goes leaves an event', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ labels: 'a,b' });
    await shop.call('PUT 1', { json: { labels: 'b,c' } });
    await shop.call('PUT 1', { json: { labels: 'b,c', title: 'same labels' } });
    const events = await app()
      .deps.db.selectFrom('resource_label_events as e')
      .innerJoin('labels as l', 'l.id', 'e.label_id')
      .select(['l.name', 'e.action', 'e.user_id'])
      .where('resource_id', '=', made.id)
      .where('resource_type', '=', 'MergeRequest')
      .orderBy('e.id')
      .execute();
    expect(events.map((event) => `${event.action} ${event.name}`)).toEqual([
      'add a',
      'add b',
      'add c',
      'remove a',
    ]);
    expect(new Set(events.map((event) => event.user_id))).toEqual(new Set([shop.owner.id]));
  });

  it('assignees and reviewers are set, cleared, and refused without access', async () => {
    const shop = await workshop(app());
    await shop.open();
    const dev = await shop.member('dev', developer);
    const visitor = await shop.member('guest', guest);
    const put = async (json: object) => {
      const answer = await shop.call('PUT 1', { json });
      const { assignees, assignee, reviewers } = answer.json;
      const names = (people?: { username: string }[]) => people?.map((one) => one.username);
      if (answer.status !== 200) return answer.json.message;
      return [names(assignees), assignee?.username, names(reviewers)];
    };
    const { username } = dev;
    expect(await put({ assignee_id: dev.id })).toEqual([[username], username, []]);
    expect(await put({ assignee_id: 0 })).toEqual([[], undefined, []]);
    expect(await put({ assignee_ids: [dev.id], reviewer_ids: [dev.id] })).toEqual([
      [username],
      username,
      [username],
    ]);
    expect(await put({ assignee_ids: [0], reviewer_ids: [] })).toEqual([[], undefined, []]);
    expect(await put({ assignee_ids: dev.id })).toEqual([[username], username, []]);
    expect(await put({ assignee_id: '' })).toEqual([[], undefined, []]);
    expect(await put({ reviewer_ids: [visitor.id] })).toEqual({
      reviewer_ids: [`user ${visitor.id} cannot read this merge request`],
    });
    expect(await put({ reviewer_ids: [dev.id] })).toEqual([[], undefined, [username]]);
    const reviewers = await shop.call('GET 1/reviewers');
    expect(reviewers.json).toMatchObject([{ user: { username }, state: 'unreviewed' }]);
    const participants = await shop.call('GET 1/participants');
    expect(participants.json.map((one: { username: string }) => one.username)).toEqual([
      shop.owner.username,
      username,
    ]);
  });

  it('draft follows the title, and a description alone leaves it', async () => {
    const shop = await workshop(app());
    await shop.open();
    const put = async (json: object) => {
      const { draft, work_in_progress } = (await shop.call('PUT 1', { json })).json;
      expect(work_in_progress).toBe(draft);
      const drafts = (await shop.call('GET ?wip=yes')).json;
      expect(drafts).toHaveLength(draft ? 1 : 0);
      expect((await shop.call('GET ?wip=no')).json).toHaveLength(draft ? 0 : 1);
      return draft;
    };
    expect(await put({ title: '[Draft] a' })).toBe(true);
    expect(await put({ description: 'Draft: b' })).toBe(true);
    expect(await put({ title: 'Draft - a' })).toBe(false);
    expect(await put({ title: 'WIP: a' })).toBe(false);
  });

  it('closes and reopens, and what cannot be changes nothing', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const state = async (state_event: string) => {
      const answer = await shop.call('PUT 1', { json: { state_event } });
      const { state, closed_at, closed_by } = answer.json;
      return [answer.status, state, closed_at !== null, closed_by?.username];
    };
    const { username } = shop.owner;
    expect(await state('reopen')).toEqual([200, 'opened', false, undefined]);
    expect(await state('close')).toEqual([200, 'closed', true, username]);
    expect(await state('close')).toEqual([200, 'closed', true, username]);
    expect((await shop.settled(1)).detailed_merge_status).toBe('not_open');
    expect(await state('reopen')).toEqual([200, 'opened', false, undefined]);

    await state('close');
    await shop.open({ source_branch: made.source_branch });
    const twin = await shop.call('PUT 1', { json: { state_event: 'reopen' } });
    expect([twin.status, twin.json.message]).toEqual([
      409,
      ['Another open merge request already exists for this source branch: !2'],
    ]);
    await shop.call('PUT 2', { json: { state_event: 'close' } });
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: null });
    expect(await state('reopen')).toEqual([200, 'closed', true, username]);
  });

  it('a new target makes a new diff and a new check, unless that pair is open already', async () => {
    const shop = await workshop(app());
    await shop.commit('other', { 'b.txt': 'b\n' });
    const made = await shop.open();
    expect((await shop.settled(1)).changes_count).toBe('1');
    await shop.open({ source_branch: made.source_branch, target_branch: 'other' });
    const retarget = (target_branch: string) => shop.call('PUT 1', { json: { target_branch } });
    const twin = await retarget('other');
    expect([twin.status, twin.json.message]).toEqual([
      409,
      ['Another open merge request already exists for this source branch: !2'],
    ]);
    await shop.call('PUT 2', { json: { state_event: 'close' } });
    const answer = await retarget('other');
    expect([answer.status, answer.json.target_branch]).toEqual([200, 'other']);
    expect(answer.json.merge_status).toBe('unchecked');
    await shop.settled(1);
    const versions = await shop.call('GET 1/versions');
    expect(versions.json).toHaveLength(2);
    expect(versions.json[0].start_commit_sha).not.toBe(versions.json[1].start_commit_sha);
    expect((await retarget(made.source_branch)).status).toBe(422);
  });

  it('authors and assignees change their own, others below Developer do not', async () => {
    const shop = await workshop(app());
    const author = await shop.member('author', developer);
    const reader = await shop.member('reader', reporter);
    const visitor = await shop.member('visitor', guest);
    await shop.open({}, author.token);
    await shop.open();
    await app().call(`PUT ${shop.path}/members/${author.id}`, {
      token: shop.owner.token,
      json: { access_level: reporter },
    });
    const put = async (iid: number, token: string) =>
      (await shop.call(`PUT ${iid}`, { token, json: { title: 'New title' } })).status;
    expect([await put(1, author.token), await put(2, author.token)]).toEqual([200, 403]);
    expect([await put(1, reader.token), await put(1, visitor.token)]).toEqual([403, 403]);
    await shop.call('PUT 2', { json: { assignee_id: reader.id } });
    expect(await put(2, reader.token)).toBe(200);
    const { token } = await app().user('stranger');
    expect([await put(1, token), await put(99, author.token)]).toEqual([404, 404]);
    expect((await app().call(`PUT ${shop.path}/merge_requests/1`, { json: {} })).status).toBe(401);
  });

  it('an archived project takes no change', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().call(`POST ${shop.path}/archive`, { token: shop.owner.token });
    expect((await shop.call('PUT 1', { json: { title: 'x' } })).status).toBe(403);
    expect((await shop.call('PUT 1/merge', { json: {} })).status).toBe(401);
    expect((await shop.call('DELETE 1')).status).toBe(403);
  });

  it('leaves an audit row with what was before and after', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ title: 'Before' });
    await shop.call('PUT 1', { json: { title: 'After', description: 'long text', labels: 'a' } });
    const rows = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('subject_type', '=', 'MergeRequest')
      .where('subject_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['merge_request.create', 'merge_request.update']);
    const last = rows[1];
    expect(last?.actor_name).toBe(shop.owner.username);
    expect(JSON.parse(last?.before ?? '')).toEqual({ title: 'Before' });
    expect(JSON.parse(last?.after ?? '')).toEqual({ title: 'After', labels: ['a'] });
  });
});
