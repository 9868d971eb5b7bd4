import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('an unmodified client plans', (app) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await gitbeakerStage(app());
  });
  afterAll(() => stage.close());

  it('manages labels of projects and groups with all that it can send', async () => {
    const { client, groupId, project } = stage;
    for (const [labels, id] of [
      [client.ProjectLabels, project],
      [client.GroupLabels, groupId],
    ] as const) {
      const name = `a/b & ${id === project ? 'own' : 'all'}`;
      const made = await labels.create(id, name, '#336699', { description: 'x', priority: 2 });
      expect(made).toMatchObject({ name, color: '#336699', description: 'x', priority: 2 });
      expect((await labels.show(id, name, { includeAncestorGroups: true })).id).toBe(made.id);
      const all = await labels.all(id, {
        withCounts: true,
        includeAncestorGroups: false,
        search: 'a/B',
      });
      expect(all).toMatchObject([{ name, open_issues_count: 0 }]);
      const more = { description: 'y', priority: 1 };
      const painted = await labels.edit(id, made.id, { color: 'teal', ...more });
      expect(painted).toMatchObject({ name, color: '#008080', ...more });
      const edited = await labels.edit(id, made.id, { newName: `${name}!` });
      expect(edited.name).toBe(`${name}!`);
      await labels.remove(id, `${name}!`);
      expect(await labels.all(id)).toEqual([]);
    }
    const made = await client.ProjectLabels.create(project, 'up', 'red');
    const promoted = await client.ProjectLabels.promote(project, made.id);
    expect(promoted.is_project_label).toBe(false);
  });

  it('manages milestones of projects and groups with all that it can send', async () => {
    const { client, groupId, project } = stage;
    const days = { startDate: '2026-12-01', dueDate: '2026-12-31' };
    for (const [milestones, id] of [
      [client.ProjectMilestones, project],
      [client.GroupMilestones, groupId],
    ] as const) {
      const title = `tide of ${id === project ? 'own' : 'all'}`;
      const made = await milestones.create(id, title, { description: 'x', ...days });
      expect(made).toMatchObject({ title, start_date: '2026-12-01', state: 'active' });
      const all = await milestones.all(id, {
        iids: [made.iid],
        state: 'active',
        title,
        search: 'tide',
        includeParentMilestones: true,
        updatedAfter: '2026-01-01T00:00:00Z',
        updatedBefore: '2027-01-01T00:00:00Z',
      });
      expect(all.map((one) => one.id)).toContain(made.id);
      expect((await milestones.show(id, made.id)).iid).toBe(made.iid);
      expect(await milestones.allAssignedIssues(id, made.id)).toEqual([]);
      expect(await milestones.allAssignedMergeRequests(id, made.id)).toEqual([]);
      const edited = await milestones.edit(id, made.id, {
        title: `${title}!`,
        description: 'y',
        ...days,
        stateEvent: 'close',
      });
      expect(edited).toMatchObject({ title: `${title}!`, state: 'closed' });
      await milestones.remove(id, made.id);
      await expect(milestones.show(id, made.id)).rejects.toThrow('Not Found');
    }
  });

  it('manages issues and their notes with all that it can send', async () => {
    const { client, groupId, project, me } = stage;
    const milestone = await client.ProjectMilestones.create(project, 'M');
    const common = await client.ProjectMilestones.create(project, 'Common');
    await client.ProjectMilestones.promote(project, common.id);
    expect((await client.GroupMilestones.show(groupId, common.id)).title).toBe('Common');
    const made = await client.Issues.create(project, 'Leak', {
      assigneeId: me,
      confidential: true,
      createdAt: '2026-11-01T10:00:00Z',
      description: 'wet',
      dueDate: '2026-12-24',
      iid: 7,
      issueType: 'incident',
      labels: 'sea,iron',
      milestoneId: milestone.id,
      weight: 3,
    });
    expect(made).toMatchObject({
      iid: 7,
      created_at: '2026-11-01T10:00:00.000Z',
      labels: ['iron', 'sea'],
      weight: 3,
    });
    const filter = {
      assigneeId: me,
      authorUsername: 'ann',
      confidential: true,
      createdAfter: '2026-10-01T00:00:00Z',
      createdBefore: '2026-12-01T00:00:00Z',
      dueDate: 'any',
      in: 'title,description',
      issueType: 'incident',
      labels: 'sea',
      milestone: 'M',
      nonArchived: true,
      not: { labels: 'nothing' },
      orderBy: 'updated_at',
      scope: 'all',
      search: 'leak',
      sort: 'asc',
      state: 'opened',
      updatedAfter: '2026-10-01T00:00:00Z',
      weight: 3,
    };
    for (const where of [{ projectId: project }, { groupId }, {}]) {
      const found = await client.Issues.all({ ...filter, ...where, withLabelsDetails: true });
      expect(found).toMatchObject([{ title: 'Leak', labels: [{ name: 'iron' }, { name: 'sea' }] }]);
    }
    const numbered = await client.Issues.all({ projectId: project, iids: [7] });
    expect(numbered).toHaveLength(1);
    const named = await client.Issues.all({ projectId: project, assigneeUsername: ['ann'] });
    expect(named).toHaveLength(1);
    expect((await client.Issues.show(7, { projectId: project })).id).toBe(made.id);
    const edited = await client.Issues.edit(project, 7, {
      addLabels: 'new',
      assigneeIds: [me],
      confidential: false,
      description: 'dry',
      discussionLocked: true,
      dueDate: '2026-12-25',
      issueType: 'issue',
      milestoneId: 0,
      removeLabels: 'sea',
      stateEvent: 'close',
      title: 'Sealed',
      updatedAt: '2026-11-02T10:00:00Z',
      weight: 1,
    });
    expect(edited).toMatchObject({
      title: 'Sealed',
      state: 'closed',
      labels: ['iron', 'new'],
      updated_at: '2026-11-02T10:00:00.000Z',
    });

    const note = await client.IssueNotes.create(project, 7, 'ahoy', { internal: true });
    const edit = await client.IssueNotes.edit(project, 7, note.id, { body: 'ahoy!' });
    expect(edit.body).toBe('ahoy!');
    expect((await client.IssueNotes.show(project, 7, note.id)).id).toBe(note.id);
    const notes = await client.IssueNotes.all(project, 7, { sort: 'asc', orderBy: 'created_at' });
    expect(notes.map((one) => one.body)).toContain('ahoy!');
    expect(await client.Issues.allParticipants(project, 7)).toMatchObject([{ id: me }]);
    expect((await client.Issues.unsubscribe(project, 7)).subscribed).toBe(false);
    expect((await client.Issues.subscribe(project, 7)).subscribed).toBe(true);
    expect((await client.Issues.createTodo(project, 7)).target_type).toBe('Issue');
    await client.Issues.addTimeEstimate(project, 7, '1d');
    const spent = await client.Issues.addSpentTime(project, 7, '2h', { summary: 'Pumping' });
    expect(spent).toMatchObject({ human_time_estimate: '1d', human_total_time_spent: '2h' });
    expect(await client.Issues.showTimeStats(project, 7)).toEqual(spent);
    await client.Issues.resetTimeEstimate(project, 7);
    expect((await client.Issues.resetSpentTime(project, 7)).total_time_spent).toBe(0);
    const annex = await client.Projects.create({ name: 'annex' });
    const copy = await client.Issues.clone(project, 7, annex.id, { withNotes: true });
    expect(copy).toMatchObject({ title: 'Sealed', project_id: annex.id, user_notes_count: 1 });
    const moved = await client.Issues.move(annex.id, copy.iid, project);
    expect((await client.Issues.show(copy.iid, { projectId: annex.id })).moved_to_id).toBe(
      moved.id,
    );
    await client.Issues.remove(project, moved.iid);
    await client.IssueNotes.remove(project, 7, note.id);
    await client.Issues.remove(project, 7);
    await expect(client.Issues.show(7, { projectId: project })).rejects.toThrow('Not Found');
  });

  it('sent no name that its endpoint does not declare, but for those named here', () => {
    // Of lists over several projects only; the client sends it to all.
    expect([...stage.undeclared]).toEqual(['issues.list non_archived']);
  });
});
