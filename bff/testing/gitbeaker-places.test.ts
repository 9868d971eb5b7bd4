import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicKeyText } from './ssh-key-texts.ts';
import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import { onBothDatabases, type TestUser } from './test-app.ts';

onBothDatabases('an unmodified client rules', (app) => {
  let stage: Stage;
  let bob: TestUser;
  beforeAll(async () => {
    stage = await gitbeakerStage(app());
    bob = await app().user('bob');
  });
  afterAll(() => stage.close());

  it('adds members, and finds inherited ones with the highest role', async () => {
    const { client, groupId, project, me } = stage;
    const until = { expiresAt: '2027-01-01' };
    await client.GroupMembers.add(groupId, 20, { userId: bob.id, ...until });
    const { ProjectMembers: members } = client;
    await members.add(project, 30, { userId: bob.id });
    const all = await members.all(project, { includeInherited: true, query: 'bo' });
    expect(all.map((one) => [one.id, one.access_level])).toEqual([[bob.id, 30]]);
    const direct = await members.all(project);
    expect(direct.map((one) => one.username)).toEqual(['bob']);
    expect((await members.show(project, me, { includeInherited: true })).access_level).toBe(50);
    await expect(members.show(project, me)).rejects.toThrow('Not');
    const edited = await members.edit(project, bob.id, 40, { expiresAt: '2027-02-01' });
    expect(edited).toMatchObject({ access_level: 40, expires_at: '2027-02-01' });
    await members.remove(project, bob.id);
    const left = await members.show(project, bob.id, { includeInherited: true });
    expect(left).toMatchObject({ access_level: 20, expires_at: '2027-01-01' });
  });

  it('sets integrations of projects and groups up, reads, lists and disables them', async () => {
    const { client, groupId, project } = stage;
    const { Integrations: ofProject } = client;
    const webhook = 'https://chat.example.test/hooks/AAA';
    const made = await ofProject.edit(project, 'slack', { webhook, pushEvents: false });
    expect(made).toMatchObject({ slug: 'slack', active: true, push_events: false });
    expect(await ofProject.show(project, 'slack')).toEqual(made);
    expect(JSON.stringify(made)).not.toContain('AAA');
    expect((await ofProject.all(project)).map(({ slug }) => slug)).toEqual(['slack']);
    await ofProject.disable(project, 'slack');
    expect(await ofProject.all(project)).toEqual([]);
    expect(await ofProject.show(project, 'slack')).toMatchObject({ active: false });
    // The client has no class for those of groups.
    const { requester } = ofProject;
    const at = `groups/${groupId}/integrations`;
    const address = 'https://issues.example.test/:id';
    const urls = { issues_url: address, project_url: address, new_issue_url: address };
    const set = await requester.put(`${at}/redmine`, { body: urls });
    expect(set.body).toMatchObject({ slug: 'redmine', active: true, properties: urls });
    expect((await requester.get(at)).body).toMatchObject([{ slug: 'redmine' }]);
    expect(await ofProject.show(project, 'redmine')).toMatchObject({ inherited: true });
    await requester.delete(`${at}/redmine`);
    expect((await requester.get(at)).body).toEqual([]);
    expect((await requester.get(`${at}/redmine`)).body).toMatchObject({ active: false });
  });

  it('reads namespaces and memberships, and makes a project for another', async () => {
    const { client, groupId } = stage;
    const own = await client.Namespaces.all({ search: 'harb', topLevelOnly: true });
    expect(own).toMatchObject([{ id: groupId, full_path: 'harbor', plan: 'default' }]);
    expect(await client.Namespaces.show('harbor')).toEqual(own[0]);
    expect(await client.Namespaces.exists('harbor')).toEqual({
      exists: true,
      suggests: ['harbor1'],
    });
    const memberships = await client.Users.allMemberships(bob.id, { type: 'Namespace' });
    expect(memberships).toMatchObject([{ source_id: groupId, source_name: 'Harbor' }]);
    const gift = await client.Projects.create({ userId: bob.id, name: 'Gift' });
    expect(gift.path_with_namespace).toBe('bob/gift');
  });

  it('moves projects and groups to another place', async () => {
    const { client, groupId } = stage;
    const { id } = await client.Projects.create({ name: 'barge', namespaceId: groupId });
    const pier = await client.Groups.create('Pier', 'pier');
    const places = await client.Projects.allTransferLocations(id, { search: 'pier' });
    expect(places.map((one) => one.id)).toEqual([pier.id]);
    const parents = await client.Groups.allTransferLocations(pier.id);
    expect(parents.map((one) => one.id)).toContain(groupId);
    const moved = await client.Projects.transfer(id, pier.id);
    expect(moved.path_with_namespace).toBe('pier/barge');
    await client.Groups.transfer(pier.id, { groupId });
    const below = await client.Groups.allSubgroups(groupId);
    expect(below.map((one) => one.full_path)).toEqual(['harbor/pier']);
    expect((await client.Projects.show(id)).path_with_namespace).toBe('harbor/pier/barge');
  });

  it('awards, and rules over approvals with all that it can send', async () => {
    const { client, project, me } = stage;
    await client.Commits.create(project, 'side', 'Change', [
      { action: 'create', filePath: 'side.ts', content: 'one\n' },
    ]);
    const { iid } = await client.MergeRequests.create(project, 'side', 'main', 'Change');
    await client.Issues.create(project, 'Leak');
    for (const [awards, at] of [
      [client.MergeRequestAwardEmojis, iid],
      [client.IssueAwardEmojis, 1],
    ] as const) {
      const made = await awards.award(project, at, 'thumbsup');
      expect(await awards.show(project, at, made.id)).toEqual(made);
      expect(await awards.all(project, at)).toMatchObject([{ name: 'thumbsup', user: { id: me } }]);
      await awards.remove(project, at, made.id);
      expect(await awards.all(project, at)).toEqual([]);
    }
    const { MergeRequestApprovals: approvals } = client;
    await approvals.editConfiguration(project, {
      mergeRequestsAuthorApproval: true,
      resetApprovalsOnPush: false,
    });
    expect(await approvals.showConfiguration(project)).toMatchObject({
      merge_requests_author_approval: true,
      reset_approvals_on_push: false,
    });
    const rule = await approvals.createApprovalRule(project, 'Pilots', 1, { userIds: [me] });
    expect((await approvals.showApprovalRule(project, rule.id)).name).toBe('Pilots');
    const edit = { userIds: [me, bob.id] };
    const edited = await approvals.editApprovalRule(project, rule.id, 'Pilots', 2, edit);
    expect(edited.approvals_required).toBe(2);
    await approvals.editApprovalRule(project, rule.id, 'Pilots', 1, edit);
    expect(await approvals.allApprovalRules(project)).toHaveLength(1);
    const given = await approvals.approve(project, iid);
    expect(given).toMatchObject({ approved_by: [{ user: { id: me } }] });
    const state = await approvals.showApprovalState(project, iid);
    expect(state.rules).toMatchObject([{ name: 'Pilots', approved: true }]);
    await approvals.unapprove(project, iid);
    const own = { mergerequestIId: iid };
    expect(await approvals.showConfiguration(project, own)).toMatchObject({ approved: false });
    await approvals.removeApprovalRule(project, rule.id);
    expect(await approvals.allApprovalRules(project)).toEqual([]);
  });

  it('deploy keys and SSH keys in every way that it knows', async () => {
    const { client, project, groupId } = stage;
    const [text, other, own] = [1, 2, 3].map(() => publicKeyText('ed25519')) as [
      string,
      string,
      string,
    ];
    const { DeployKeys: keys, UserSSHKeys: mine } = client;
    const made = await keys.create(project, 'CI', text, { canPush: true });
    expect(made).toMatchObject({ title: 'CI', key: text, can_push: true });
    expect(await keys.show(project, made.id)).toEqual(made);
    expect(await keys.edit(project, made.id, { title: 'Robot', canPush: false })).toEqual({
      ...made,
      title: 'Robot',
      can_push: false,
    });
    expect(await keys.all({ projectId: project })).toMatchObject([{ title: 'Robot' }]);
    const next = await client.Projects.create({ name: 'dinghy', namespaceId: groupId });
    expect(await keys.enable(next.id, made.id)).toMatchObject({ id: made.id, title: 'Robot' });
    expect(await keys.all()).toMatchObject([
      {
        id: made.id,
        projects_with_write_access: [],
        projects_with_readonly_access: [{ id: project }, { id: next.id }],
      },
    ]);
    expect(await keys.all({ public: true })).toEqual([]);
    expect(await keys.all({ userId: 'bob' })).toMatchObject([{ id: made.id }]);
    await keys.remove(next.id, made.id);
    await keys.remove(project, made.id);
    expect(await keys.all()).toEqual([]);

    const key = await mine.create('Laptop', own, { expiresAt: '2027-01-01', usageType: 'auth' });
    expect(key).toMatchObject({ title: 'Laptop', usage_type: 'auth' });
    expect(await mine.show(key.id)).toEqual(key);
    expect(await mine.all()).toEqual([key]);
    const theirs = await mine.add('Desk', other, { userId: bob.id });
    expect(await mine.all({ userId: bob.id })).toEqual([theirs]);
    expect(await mine.show(theirs.id, { userId: bob.id })).toEqual(theirs);
    await mine.remove(theirs.id, { userId: bob.id });
    await mine.remove(key.id);
    expect(await mine.all()).toEqual([]);
    await client.Projects.remove(next.id);
    expect(await client.Projects.show(next.id)).toHaveProperty('marked_for_deletion_on');
    await client.Projects.restore(next.id);
    await client.Projects.remove(next.id);
  });

  it('walks lists by keyset to their end', async () => {
    const { client } = stage;
    const paging = { pagination: 'keyset', perPage: 1, orderBy: 'id', sort: 'asc' } as const;
    const projects = await client.Projects.all(paging);
    expect(projects.map((one) => one.path).sort((a, b) => a.localeCompare(b))).toEqual([
      'barge',
      // Marked for deletion.
      'dinghy',
      'gift',
      'quay',
    ]);
    const groups = await client.Groups.all({ ...paging, orderBy: 'name' });
    expect(groups.map((one) => one.path)).toEqual(['harbor', 'pier']);
    const users = await client.Users.all({ ...paging, orderBy: 'username' });
    expect(users.map((one) => one.username)).toEqual(['ann', 'bob']);
  });

  it('sent no name that its endpoint does not declare', () => {
    expect([...stage.undeclared]).toEqual([]);
  });
});
