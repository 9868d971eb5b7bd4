import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const { developer, reporter } = accessLevels;

onBothDatabases('approval rules', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let reader: TestUser;

  const call = (request: string, who: TestUser, json?: object) =>
    app().call(request, { token: who.token, json });
  const at = (iid: number, rest = '') => `${shop.path}/merge_requests/${iid}${rest}`;
  const approve = (iid: number, who: TestUser, json: object = {}) =>
    call(`POST ${at(iid, '/approve')}`, who, json);
  const approvals = async (iid: number, who = dev) =>
    (await call(`GET ${at(iid, '/approvals')}`, who)).json;
  const statusOf = async (iid: number) => (await shop.settled(iid)).detailed_merge_status;
  const rule = async (json: object, path = `${shop.path}/approval_rules`) => {
    const made = await call(`POST ${path}`, shop.owner, json);
    expect([made.status, made.json]).toEqual([201, expect.anything()]);
    return made.json;
  };
  const configure = (json: object, where = shop) =>
    call(`POST ${where.path}/approvals`, where.owner, json);

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    reader = await shop.member('reader', reporter);
  });

  it('of a project are made, listed, changed and deleted by Maintainers', async () => {
    const own = await workshop(app());
    const path = `${own.path}/approval_rules`;
    const member = await own.member('member', developer);
    const made = await call(`POST ${path}`, own.owner, {
      name: 'security',
      approvals_required: 1,
      user_ids: [member.id],
      usernames: [own.owner.username],
    });
    expect(made.json).toMatchObject({
      name: 'security',
      rule_type: 'regular',
      approvals_required: 1,
      users: [{ id: own.owner.id }, { id: member.id }],
      eligible_approvers: [{ id: own.owner.id }, { id: member.id }],
      groups: [],
      contains_hidden_groups: false,
      applies_to_all_protected_branches: false,
      protected_branches: [],
    });
    const one = `${path}/${made.json.id}`;
    expect((await call(`GET ${one}`, member)).json).toEqual(made.json);
    expect((await call(`PUT ${one}`, member, { name: 'x' })).status).toBe(403);
    const changed = await call(`PUT ${one}`, own.owner, { approvals_required: 2, user_ids: [] });
    expect(changed.json).toMatchObject({ name: 'security', approvals_required: 2, users: [] });
    const anybody = await call(`POST ${path}`, own.owner, { name: 'All', approvals_required: 1 });
    expect(anybody.json).toMatchObject({ rule_type: 'any_approver', eligible_approvers: [] });
    expect((await call(`GET ${own.path}/approvals`, member)).json).toMatchObject({
      approvals_before_merge: 1,
      reset_approvals_on_push: true,
      merge_requests_author_approval: true,
    });
    for (const [json, message] of [
      [{ name: 'security' }, { name: ['has already been taken'] }],
      [{ name: 'two' }, { rule_type: ['any-approver for the project already exists'] }],
      [{ name: 'x', user_ids: [999999] }, { users: ['user 999999 is not there'] }],
      [{ name: 'x', group_ids: [999999] }, { groups: ['group 999999 is not there'] }],
    ]) {
      const refused = await call(`POST ${path}`, own.owner, { approvals_required: 1, ...json });
      expect([refused.status, refused.json]).toEqual([400, { message }]);
    }
    expect((await call(`DELETE ${one}`, own.owner)).status).toBe(204);
    expect((await call(`GET ${path}`, member)).json).toEqual([anybody.json]);
    expect((await call(`GET ${one}`, member)).json).toEqual({ message: '404 Not Found' });
  });

  it('keep a merge request from being merged until all are met', async () => {
    const { iid } = await shop.open();
    expect(await statusOf(iid)).toBe('mergeable');
    const all = await rule({ name: 'all', approvals_required: 2 });
    const some = await rule({
      name: 'some',
      approvals_required: 1,
      user_ids: [reader.id],
    });
    const named = await call(`PUT ${shop.path}/approval_rules/${some.id}`, dev, {});
    expect(named.status).toBe(403);
    expect(await statusOf(iid)).toBe('not_approved');
    const [listed] = (await shop.call(`GET ?iids[]=${iid}`)).json;
    expect(listed.detailed_merge_status).toBe('not_approved');
    expect((await shop.call(`PUT ${iid}/merge`, { json: {} })).status).toBe(405);
    expect(await approvals(iid)).toMatchObject({
      approved: false,
      approvals_required: 3,
      approvals_left: 3,
      suggested_approvers: [{ id: reader.id }],
      approval_rules_left: [{ id: all.id }, { id: some.id }],
    });
    // A rule that names somebody lets them approve, whatever their role.
    expect((await approve(iid, reader)).json).toMatchObject({ approvals_left: 1 });
    const state = (await call(`GET ${at(iid, '/approval_state')}`, dev)).json;
    expect(state).toMatchObject({
      approval_rules_overwritten: false,
      rules: [
        { name: 'all', approved: false, approved_by: [{ id: reader.id }] },
        { name: 'some', approved: true, approved_by: [{ id: reader.id }] },
      ],
    });
    await approve(iid, dev);
    expect(await approvals(iid)).toMatchObject({ approved: true, approvals_left: 0 });
    expect(await statusOf(iid)).toBe('mergeable');
    for (const { id } of [all, some]) {
      await call(`DELETE ${shop.path}/approval_rules/${id}`, shop.owner);
    }
  });

  it('name groups, whose members count, and branches, into which alone they hold', async () => {
    const own = await workshop(app());
    const [lead] = [await own.member('lead', developer)];
    const group = (await call('POST /groups', own.owner, { name: fresh('g'), path: fresh('g') }))
      .json;
    const json = { user_id: lead.id, access_level: developer };
    await call(`POST /groups/${group.id}/members`, own.owner, json);
    await own.commit('release-1');
    const guard = (
      await call(`POST ${own.path}/protected_branches`, own.owner, { name: 'release-*' })
    ).json;
    const made = await call(`POST ${own.path}/approval_rules`, own.owner, {
      name: 'release',
      approvals_required: 1,
      group_ids: [group.id],
      protected_branch_ids: [guard.id],
    });
    expect(made.json).toMatchObject({
      groups: [{ id: group.id }],
      protected_branches: [{ name: 'release-*' }],
    });
    expect(made.json.eligible_approvers.map((user: { id: number }) => user.id)).toContain(lead.id);
    const hidden = await call(`GET ${own.path}/approval_rules`, lead);
    expect(hidden.json[0].contains_hidden_groups).toBe(false);
    const [toMain, toRelease] = [await own.open(), await own.open({ target_branch: 'release-1' })];
    const status = async ({ iid }: { iid: number }) =>
      (await own.settled(iid)).detailed_merge_status;
    expect([await status(toMain), await status(toRelease)]).toEqual(['mergeable', 'not_approved']);
    await call(`POST ${own.path}/merge_requests/${toRelease.iid}/approve`, lead);
    expect(await status(toRelease)).toBe('mergeable');
    await call(`PUT ${own.path}/approval_rules/${made.json.id}`, own.owner, {
      applies_to_all_protected_branches: true,
    });
    await call(`POST ${own.path}/merge_requests/${toRelease.iid}/unapprove`, lead);
    expect([await status(toMain), await status(toRelease)]).toContain('not_approved');
  });

  it('that counted anybody counts those alone whom it names from now on', async () => {
    const own = await workshop(app());
    const path = `${own.path}/approval_rules`;
    const [lead, other] = [await own.member('lead', developer), await own.member('o', developer)];
    const made = await call(`POST ${path}`, own.owner, { name: 'All', approvals_required: 1 });
    const { iid } = await own.open();
    const one = `${own.path}/merge_requests/${iid}`;
    await call(`POST ${one}/approve`, other);
    expect((await call(`GET ${one}/approvals`, lead)).json.approvals_left).toBe(0);
    const json = { user_ids: [lead.id] };
    expect((await call(`PUT ${path}/${made.json.id}`, own.owner, json)).json).toMatchObject({
      rule_type: 'regular',
      eligible_approvers: [{ id: lead.id }],
    });
    expect((await call(`GET ${one}/approvals`, lead)).json.approvals_left).toBe(1);
    const named = { ...json, name: 'two', approvals_required: 1, rule_type: 'any_approver' };
    expect((await call(`POST ${path}`, own.owner, named)).json.rule_type).toBe('regular');
  });

  it('do not tell who is in a group that one may not see', async () => {
    const own = await workshop(app(), { visibility: 'public' });
    const lead = await own.member('lead', developer);
    const group = (await call('POST /groups', own.owner, { name: fresh('h'), path: fresh('h') }))
      .json;
    const member = await app().user(fresh('hidden'));
    await call(`POST /groups/${group.id}/members`, own.owner, {
      user_id: member.id,
      access_level: developer,
    });
    const json = { approvals_required: 1, user_ids: [lead.id], group_ids: [group.id] };
    await call(`POST ${own.path}/approval_rules`, own.owner, { name: 'both', ...json });
    const { iid } = await own.open();
    const one = `${own.path}/merge_requests/${iid}`;
    const ids = (users: { id: number }[]) => users.map((user) => user.id);
    const told = async (token?: string) => {
      const state = (await app().call(`GET ${one}/approval_state`, { token })).json;
      const { suggested_approvers } = (await app().call(`GET ${one}/approvals`, { token })).json;
      const [rule] = state.rules;
      return [
        rule.contains_hidden_groups,
        ids(rule.eligible_approvers).includes(member.id),
        ids(suggested_approvers).includes(member.id),
        ids(suggested_approvers).includes(lead.id),
      ];
    };
    expect(await told()).toEqual([true, false, false, true]);
    expect(await told(lead.token)).toEqual([true, false, false, true]);
    expect(await told(own.owner.token)).toEqual([false, true, true, true]);
    // They count all the same.
    await call(`POST ${one}/approve`, member);
    expect((await call(`GET ${one}/approvals`, lead)).json.approvals_left).toBe(0);
  });

  it('of a merge request hold instead of those of the project, where it lets them', async () => {
    const own = await workshop(app());
    const source = (
      await call(`POST ${own.path}/approval_rules`, own.owner, {
        name: 'one',
        approvals_required: 1,
        user_ids: [own.owner.id],
      })
    ).json;
    const { iid } = await own.open();
    const path = `${own.path}/merge_requests/${iid}`;
    const made = await call(`POST ${path}/approval_rules`, own.owner, {
      name: 'one',
      approvals_required: 2,
      approval_project_rule_id: source.id,
    });
    expect(made.json).toMatchObject({
      name: 'one',
      users: [{ id: own.owner.id }],
      source_rule: { id: source.id, approvals_required: 1 },
      overridden: true,
    });
    const one = `${path}/approval_rules/${made.json.id}`;
    expect((await call(`GET ${one}`, own.owner)).json).toEqual(made.json);
    const required = async () => (await call(`GET ${path}/approvals`, own.owner)).json;
    expect(await required()).toMatchObject({ approvals_required: 2 });
    await call(`PUT ${one}`, own.owner, { approvals_required: 1 });
    expect(await required()).toMatchObject({ approvals_required: 1 });
    expect((await call(`GET ${path}/approval_rules`, own.owner)).json).toMatchObject([
      { overridden: false },
    ]);
    expect((await call(`DELETE ${one}`, own.owner)).status).toBe(204);
    const set = await call(`POST ${path}/approvals`, own.owner, { approvals_required: 3 });
    expect([set.status, set.json.approvals_required]).toEqual([201, 3]);
    const guest = await own.member('guest', reporter);
    expect((await call(`POST ${path}/approvals`, guest, { approvals_required: 0 })).status).toBe(
      403,
    );
    await configure({ disable_overriding_approvers_per_merge_request: true }, own);
    const refused = await call(`POST ${path}/approval_rules`, own.owner, {
      name: 'x',
      approvals_required: 0,
    });
    expect(refused.status).toBe(403);
  });

  it('met let an automatic merge run', async () => {
    const own = await workshop(app());
    const lead = await own.member('lead', developer);
    await configure({ approvals_before_merge: 1 }, own);
    const { iid } = await own.open();
    await own.settled(iid);
    const waits = await own.call(`PUT ${iid}/merge`, { json: { auto_merge: true } });
    expect(waits.json).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
    await call(`POST ${own.path}/merge_requests/${iid}/approve`, lead);
    expect((await own.settled(iid)).state).toBe('merged');
  });
});
