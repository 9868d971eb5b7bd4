import { afterAll, beforeAll, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { methodsOf, type ReviewStage, resources, reviewStage } from './gitbeaker-review-stage.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('an unmodified client reviews', (app) => {
  let stage: ReviewStage;
  beforeAll(async () => {
    stage = await reviewStage(app());
  });
  afterAll(() => stage.close());

  it('reads merge requests and what they change in every way that it knows', async () => {
    const { client, project, groupId, me, bob } = stage;
    const { MergeRequests: requests } = client;
    for (const where of [{ projectId: project }, { groupId }, { scope: 'all' as const }]) {
      expect(await requests.all(where)).toMatchObject([{ title: 'Draft: Tide', draft: true }]);
    }
    const shown = await requests.show(project, 1, {
      renderHtml: true,
      includeDivergedCommitsCount: true,
      includeRebaseInProgress: true,
    });
    expect(shown).toMatchObject({
      labels: ['iron', 'sea'],
      diverged_commits_count: 0,
      rebase_in_progress: false,
      force_remove_source_branch: true,
      milestone: { title: 'Spring' },
    });
    expect(await requests.allCommits(project, 1)).toMatchObject([{ title: 'Change' }]);
    const files = ['.gitlab-ci.yml', 'side.ts'];
    const diffs = await requests.allDiffs(project, 1);
    expect(diffs.map((file) => file.new_path)).toEqual(files);
    const changes = await requests.showChanges(project, 1, { accessRawDiffs: true });
    expect(changes).toMatchObject({ changes_count: '2', overflow: false });
    const [version] = await requests.allDiffVersions(project, 1);
    const one = await requests.showDiffVersion(project, 1, version?.id ?? 0);
    expect(one).toMatchObject({ real_size: '2', commits: [{ title: 'Change' }] });
    const people = await requests.allParticipants(project, 1);
    expect(people.map(({ id }) => id).sort((a, b) => a - b)).toEqual([me, bob.id]);
    expect(await requests.showReviewers(project, 1)).toMatchObject([
      { user: { id: bob.id }, state: 'unreviewed' },
    ]);
    expect(await requests.allIssuesClosed(project, 1)).toMatchObject([{ title: 'Leak' }]);
    expect(await requests.allIssuesRelated(project, 1)).toMatchObject([{ title: 'Leak' }]);
    const made = await requests.createPipeline(project, 1);
    expect(made).toMatchObject({ source: 'merge_request_event' });
    const pipelines = await requests.allPipelines(project, 1);
    expect(pipelines.map(({ id }) => id)).toContain(made.id);
    const [label] = await client.MergeRequestLabelEvents.all(project, 1);
    const labelId = label?.id ?? 0;
    expect(await client.MergeRequestLabelEvents.show(project, 1, labelId)).toEqual(label);
    const [came] = await client.MergeRequestMilestoneEvents.all(project, 1);
    expect(came).toMatchObject({ action: 'add', milestone: { title: 'Spring' } });
    const cameId = came?.id ?? 0;
    expect(await client.MergeRequestMilestoneEvents.show(project, 1, cameId)).toEqual(came);
    // The client has no methods for these.
    const { requester } = requests;
    const at = `projects/${project}/merge_requests/1`;
    const { body: raw } = await requester.get(`${at}/raw_diffs`);
    expect(raw).toEqual(expect.stringContaining('diff --git'));
    expect((await requester.get(`projects/${project}/merge_requests/1/reviewers`)).status).toBe(
      200,
    );
  });

  it('changes them, keeps time, and waits for others', async () => {
    const { client, project, me, bob } = stage;
    const { MergeRequests: requests, TodoLists: todos } = client;
    const edited = await requests.edit(project, 1, {
      addLabels: 'new',
      allowCollaboration: true,
      allowMaintainerToPush: true,
      assigneeId: me,
      description: 'Closes #1, at last',
      discussionLocked: true,
      milestoneId: 0,
      removeLabels: 'sea',
      removeSourceBranch: false,
      reviewerIds: [bob.id],
      squash: true,
      targetBranch: 'main',
      title: 'Draft: Tides',
    });
    expect(edited).toMatchObject({
      title: 'Draft: Tides',
      labels: ['iron', 'new'],
      discussion_locked: true,
      squash: true,
      milestone: null,
    });
    await requests.edit(project, 1, { stateEvent: 'close' });
    await requests.edit(project, 1, { stateEvent: 'reopen', discussionLocked: false });
    const states = await client.MergeRequestStateEvents.all(project, 1);
    expect(states.map(({ state }) => state)).toEqual(['closed', 'reopened']);
    const firstId = states[0]?.id ?? 0;
    expect(await client.MergeRequestStateEvents.show(project, 1, firstId)).toEqual(states[0]);
    expect((await requests.unsubscribe(project, 1)).subscribed).toBe(false);
    expect((await requests.subscribe(project, 1)).subscribed).toBe(true);
    const todo = await requests.createTodo(project, 1);
    expect(await todos.all({ type: 'MergeRequest' })).toMatchObject([{ id: todo.id }]);
    expect(await todos.done({ todoId: todo.id })).toMatchObject({ state: 'done' });
    await requests.createTodo(project, 1);
    await todos.done();
    expect(await todos.all()).toEqual([]);
    await requests.setTimeEstimate(project, 1, '1d');
    const spent = await requests.addSpentTime(project, 1, '2h');
    expect(spent).toMatchObject({ human_time_estimate: '1d', human_total_time_spent: '2h' });
    expect(await requests.showTimeStats(project, 1)).toEqual(spent);
    await requests.resetTimeEstimate(project, 1);
    expect((await requests.resetSpentTime(project, 1)).total_time_spent).toBe(0);
    const commits = client.MergeRequestContextCommits;
    const { id: sha } = await client.Commits.show(project, 'main');
    await commits.create(project, [sha], { mergerequestIId: 1 });
    expect(await commits.all(project, 1)).toMatchObject([{ id: sha }]);
    // Its types do not name what the API asks for.
    const which = { commits: [sha], showExpanded: false as const };
    await commits.remove(project, 1, which);
    expect(await commits.all(project, 1)).toEqual([]);

    // The client has no methods for dependencies.
    const { requester } = requests;
    await client.Branches.create(project, 'first', 'main');
    await client.Commits.create(project, 'first', 'First', [
      { action: 'create', filePath: 'first.ts', content: '1\n' },
    ]);
    await requests.create(project, 'first', 'main', 'First');
    const at = `projects/${project}/merge_requests`;
    const body = { blocking_merge_request_iid: 2 };
    const made = (await requester.post(`${at}/1/blocks`, { body })).body as { id: number };
    expect((await requester.get(`${at}/1/blocks`)).body).toMatchObject([{ id: made.id }]);
    expect((await requester.get(`${at}/1/blocks/${made.id}`)).body).toMatchObject({ id: made.id });
    expect((await requester.get(`${at}/2/blockees`)).body).toMatchObject([{ id: made.id }]);
    await requester.delete(`${at}/1/blocks/${made.id}`);
    expect((await requester.get(`${at}/1/blocks`)).body).toEqual([]);
  });

  it('talks about them, in drafts too, and applies what is suggested', async () => {
    const { client, project } = stage;
    const refs = (await client.MergeRequests.show(project, 1)).diff_refs;
    const place = {
      baseSha: refs.base_sha,
      startSha: refs.start_sha,
      headSha: refs.head_sha,
      positionType: 'text' as const,
      newPath: 'side.ts',
      oldPath: 'side.ts',
      newLine: '2',
    };
    const { MergeRequestNotes: notes, MergeRequestDiscussions: threads } = client;
    const note = await notes.create(project, 1, 'ahoy', { internal: false });
    expect((await notes.edit(project, 1, note.id, { body: 'ahoy!' })).body).toBe('ahoy!');
    expect((await notes.show(project, 1, note.id)).id).toBe(note.id);
    const sorted = await notes.all(project, 1, { sort: 'asc', orderBy: 'updated_at' });
    expect(sorted.map(({ body }) => body)).toContain('ahoy!');
    const awards = client.MergeRequestNoteAwardEmojis;
    const award = await awards.award(project, 1, note.id, 'rocket');
    expect(await awards.show(project, 1, note.id, award.id)).toEqual(award);
    expect(await awards.all(project, 1, note.id)).toEqual([award]);
    await awards.remove(project, 1, note.id, award.id);
    await notes.remove(project, 1, note.id);
    const hearts = client.MergeRequestAwardEmojis;
    const heart = await hearts.award(project, 1, 'heart');
    expect(await hearts.show(project, 1, heart.id)).toEqual(heart);
    expect(await hearts.all(project, 1)).toEqual([heart]);
    await hearts.remove(project, 1, heart.id);

    const block = (text: string) => `Better:\n\`\`\`suggestion\n${text}\n\`\`\``;
    const thread = await threads.create(project, 1, block('TWO'), { position: place });
    expect(thread.notes).toMatchObject([{ type: 'DiffNote', position: { new_line: 2 } }]);
    const reply = await threads.addNote(project, 1, thread.id, 'Aye');
    const edited = await threads.editNote(project, 1, thread.id, reply.id, { body: 'Aye!' });
    expect(edited.body).toBe('Aye!');
    await threads.removeNote(project, 1, thread.id, reply.id);
    const all = await threads.all(project, 1);
    expect(all.map(({ id }) => id)).toContain(thread.id);
    type Suggested = { suggestions: { id: number }[] };
    const [first] = thread.notes as unknown as Suggested[];
    const suggestion = first?.suggestions[0]?.id ?? 0;
    await client.Suggestions.edit(suggestion, { commitMessage: 'Louder' });
    await app().drain();
    const { head_sha: headSha } = (await client.MergeRequests.show(project, 1)).diff_refs;
    const other = { ...place, headSha, newLine: '3' };
    const more = await threads.create(project, 1, block('THREE'), { position: other });
    const [next] = more.notes as unknown as Suggested[];
    await client.Suggestions.editBatch([next?.suggestions[0]?.id ?? 0], { commitMessage: 'More' });
    const raw = await client.RepositoryFiles.showRaw(project, 'side.ts', 'side');
    expect(raw).toBe('one\nTWO\nTHREE\n');
    await threads.resolve(project, 1, thread.id, false);
    expect((await threads.show(project, 1, thread.id)).notes).toMatchObject([{ resolved: false }]);
    await threads.resolve(project, 1, thread.id, true);

    const drafts = client.MergeRequestDraftNotes;
    const draft = await drafts.create(project, 1, 'hm', { resolveDiscussion: false });
    expect(await drafts.show(project, 1, draft.id)).toEqual(draft);
    // Its method asks by POST, which the API does not have.
    await expect(drafts.edit(project, 1, draft.id, { note: 'hm!' })).rejects.toThrow('405');
    const one = `projects/${project}/merge_requests/1/draft_notes/${draft.id}`;
    const put = await drafts.requester.put(one, { body: { note: 'hm!' } });
    expect(put.body).toMatchObject({ note: 'hm!' });
    await drafts.publish(project, 1, draft.id);
    const gone = await drafts.create(project, 1, 'no');
    await drafts.remove(project, 1, gone.id);
    await drafts.create(project, 1, 'last');
    expect(await drafts.all(project, 1)).toMatchObject([{ note: 'last' }]);
    await drafts.publishBulk(project, 1);
    expect(await drafts.all(project, 1)).toEqual([]);
  });

  it('approves and merges them', async () => {
    const { client, project, me, bob } = stage;
    const { MergeRequests: requests, MergeRequestApprovals: approvals } = client;
    await approvals.editConfiguration(project, { mergeRequestsAuthorApproval: true });
    const lasting = await approvals.createApprovalRule(project, 'All', 0);
    expect(await approvals.showApprovalRule(project, lasting.id)).toMatchObject({ name: 'All' });
    await approvals.removeApprovalRule(project, lasting.id);
    const own = { mergerequestIId: 1 };
    const rule = await approvals.createApprovalRule(project, 'Pilots', 1, {
      ...own,
      userIds: [me],
    });
    const changed = await approvals.editApprovalRule(project, rule.id, 'Pilots', 1, {
      ...own,
      userIds: [me, bob.id],
    });
    expect(changed.users).toHaveLength(2);
    expect(await approvals.allApprovalRules(project, own)).toMatchObject([{ name: 'Pilots' }]);
    await approvals.approve(project, 1);
    expect((await approvals.showApprovalState(project, 1)).rules).toMatchObject([
      { approved: true },
    ]);
    await approvals.unapprove(project, 1);
    expect(await approvals.showConfiguration(project, own)).toMatchObject({ approved: false });
    await approvals.approve(project, 1);
    // The client has no methods for these.
    const { requester } = requests;
    const at = `projects/${project}/merge_requests/1`;
    await requester.put(`${at}/reset_approvals`);
    expect(await approvals.showConfiguration(project, own)).toMatchObject({ approved: false });
    const one = await requester.get(`${at}/approval_rules/${rule.id}`);
    expect(one.body).toMatchObject({ name: 'Pilots' });
    await approvals.removeApprovalRule(project, rule.id, own);
    const required = await requester.post(`${at}/approvals`, { body: { approvals_required: 0 } });
    expect(required.status).toBe(201);
    const verdict = { body: { state: 'reviewed' } };
    expect((await requester.put(`${at}/reviewers/${me}`, verdict)).status).toBe(200);

    const waits = await requests.merge(project, 1, { mergeWhenPipelineSucceeds: true });
    expect(waits.merge_when_pipeline_succeeds).toBe(true);
    const cancelled = await requests.cancelOnPipelineSuccess(project, 1);
    expect(cancelled.merge_when_pipeline_succeeds).toBe(false);
    await client.Commits.create(project, 'main', 'Ahead', [
      { action: 'create', filePath: 'ahead.ts', content: '1\n' },
    ]);
    expect(await requests.rebase(project, 1, { skipCI: true })).toEqual({
      rebase_in_progress: true,
    });
    await app().drain();
    await requests.edit(project, 1, { title: 'Tides' });
    // Its method asks by PUT, which the API does not have.
    await expect(requests.mergeToDefault(project, 1)).rejects.toThrow('405');
    const ref = (await requester.get(`${at}/merge_ref`)).body as { commit_id: string };
    expect(ref.commit_id).toMatch(/^[0-9a-f]{40}$/);
    const { sha } = await requests.show(project, 1);
    const merged = await requests.accept(project, 1, {
      sha,
      squash: true,
      mergeCommitMessage: 'Bring the tides',
      squashCommitMessage: 'Tides',
      shouldRemoveSourceBranch: true,
    });
    expect(merged.state).toBe('merged');
    const { message } = await client.Commits.show(project, 'main');
    expect(message).toBe('Bring the tides\n');
    await requests.remove(project, 2);
    await expect(requests.show(project, 2)).rejects.toThrow('Not Found');
  });

  it('has called every operation of merge requests by every method that it has', () => {
    const known = resources.flatMap((name) =>
      methodsOf(stage.client[name]).map((method) => `${name}.${method}`),
    );
    expect(known.filter((method) => !stage.used.has(method))).toEqual([]);
    const endpoints: readonly Endpoint[] = allEndpoints;
    const ofMergeRequests = endpoints.filter(
      ({ base, path }) =>
        base !== 'bff' && /^\/(projects\/:id\/merge_requests|suggestions|todos)/.test(path),
    );
    expect(ofMergeRequests.length).toBeGreaterThan(80);
    expect(ofMergeRequests.filter(({ id }) => !stage.called.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
    expect([...stage.undeclared].map((name) => name.replace(/\d+$/, ':id'))).toEqual([
      `POST /api/v4/projects/${stage.project}/merge_requests/1/draft_notes/:id`,
      `PUT /api/v4/projects/${stage.project}/merge_requests/1/merge_ref`,
    ]);
  });
});
