import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const { developer, reporter } = accessLevels;

onBothDatabases('approvals are given', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let other: TestUser;
  let reader: TestUser;

  const call = (request: string, who: TestUser, json?: object) =>
    app().call(request, { token: who.token, json });
  const at = (iid: number, rest = '') => `${shop.path}/merge_requests/${iid}${rest}`;
  const approve = (iid: number, who: TestUser, json: object = {}) =>
    call(`POST ${at(iid, '/approve')}`, who, json);
  const approvals = async (iid: number, who = dev) =>
    (await call(`GET ${at(iid, '/approvals')}`, who)).json;
  const configure = (json: object, where = shop) =>
    call(`POST ${where.path}/approvals`, where.owner, json);

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    other = await shop.member('other', developer);
    reader = await shop.member('reader', reporter);
  });

  it('by Developers, once, and taken back; reviewers show it', async () => {
    const { iid, sha } = await shop.open({ reviewer_ids: [dev.id] });
    expect(await approvals(iid)).toMatchObject({
      iid,
      approved: false,
      approved_by: [],
      approvals_required: 0,
      approvals_left: 0,
      has_approval_rules: false,
      user_has_approved: false,
      user_can_approve: true,
    });
    expect(await approvals(iid, reader)).toMatchObject({ user_can_approve: false });
    const stale = await approve(iid, dev, { sha: 'f'.repeat(40) });
    const message = `SHA does not match HEAD of source branch: ${sha}`;
    expect([stale.status, stale.json]).toEqual([409, { message }]);
    const given = await approve(iid, dev, { sha });
    expect([given.status, given.json]).toMatchObject([
      201,
      {
        approved: true,
        approved_by: [{ user: { username: dev.username }, approved_at: expect.any(String) }],
        user_has_approved: true,
        user_can_approve: false,
      },
    ]);
    expect((await approve(iid, dev)).status).toBe(401);
    expect((await approve(iid, reader)).json).toEqual({ message: '401 Unauthorized' });
    const reviewers = async () => (await shop.call(`GET ${iid}/reviewers`)).json;
    expect(await reviewers()).toMatchObject([{ user: { id: dev.id }, state: 'approved' }]);
    expect((await call(`POST ${at(iid, '/unapprove')}`, other)).status).toBe(404);
    const back = await call(`POST ${at(iid, '/unapprove')}`, dev);
    expect([back.status, back.json]).toMatchObject([201, { approved: false, approved_by: [] }]);
    expect(await reviewers()).toMatchObject([{ state: 'unapproved' }]);
    const notes = (await shop.call(`GET ${iid}/notes?activity_filter=only_activity`)).json;
    expect(notes.map((note: { body: string }) => note.body)).toEqual(
      expect.arrayContaining(['approved this merge request', 'unapproved this merge request']),
    );
  });

  it('to what is not merged, and by neither author nor committer where the project says so (CVE-2026-92528)', async () => {
    const own = await workshop(app());
    const { iid } = await own.open();
    const path = `${own.path}/merge_requests/${iid}`;
    await configure({ merge_requests_author_approval: false }, own);
    expect((await call(`POST ${path}/approve`, own.owner)).status).toBe(401);
    await configure({ merge_requests_author_approval: true }, own);
    expect((await call(`POST ${path}/approve`, own.owner)).status).toBe(201);
    await own.settled(iid);
    await own.call(`PUT ${iid}/merge`, { json: {} });
    expect((await call(`POST ${path}/unapprove`, own.owner)).status).toBe(401);
    const { id } = await own.open({ source_branch: await committed(own) });
    const [{ iid: second }] = (await own.call(`GET ?order_by=created_at&per_page=1`)).json;
    expect(id).toBeGreaterThan(0);
    await configure({ merge_requests_disable_committers_approval: true }, own);
    const refused = await call(`POST ${own.path}/merge_requests/${second}/approve`, own.owner);
    expect(refused.status).toBe(401);
  });

  /** A branch whose commit is the owner's own. */
  async function committed(own: Workshop): Promise<string> {
    const branch = fresh('own');
    await call(`POST ${own.path}/repository/commits`, own.owner, {
      branch,
      start_branch: 'main',
      commit_message: 'Own',
      actions: [{ action: 'create', file_path: `${branch}.txt`, content: 'own' }],
    });
    return branch;
  }

  it('and gone with another target branch (CVE-2023-4379: what was approved for one held for all)', async () => {
    const own = await workshop(app());
    const lead = await own.member('lead', developer);
    await call(`POST ${own.path}/repository/branches`, own.owner, { branch: 'next', ref: 'main' });
    const { iid } = await own.open();
    const path = `${own.path}/merge_requests/${iid}`;
    const retarget = (target_branch: string) => call(`PUT ${path}`, own.owner, { target_branch });
    const approved = async () => {
      await own.settled(iid);
      return (await call(`GET ${path}/approvals`, lead)).json.approved;
    };
    await call(`POST ${path}/approve`, lead);
    await call(`PUT ${path}`, own.owner, { title: 'Another title', target_branch: 'main' });
    expect(await approved()).toBe(true);
    expect((await retarget('next')).json.target_branch).toBe('next');
    expect(await approved()).toBe(false);
    await configure({ reset_approvals_on_push: false }, own);
    await call(`POST ${path}/approve`, lead);
    await retarget('main');
    expect(await approved()).toBe(true);
  });

  it('and gone with new commits, with a reset, and with the user', async () => {
    const { iid, source_branch } = await shop.open({ reviewer_ids: [dev.id] });
    await approve(iid, dev);
    const push = async () => {
      const made = await call(`POST ${shop.path}/repository/commits`, dev, {
        branch: source_branch,
        commit_message: 'More',
        actions: [{ action: 'create', file_path: `${fresh('file')}.txt`, content: 'more' }],
      });
      expect(made.status).toBe(201);
      await app().drain();
    };
    await push();
    expect(await approvals(iid)).toMatchObject({ approved: false, approved_by: [] });
    await configure({ reset_approvals_on_push: false });
    await approve(iid, dev);
    await push();
    expect(await approvals(iid)).toMatchObject({ approved: true });
    await configure({ reset_approvals_on_push: true });
    const reset = (who: TestUser) => call(`PUT ${at(iid, '/reset_approvals')}`, who);
    expect((await reset(dev)).status).toBe(401);
    const answer = await reset(shop.owner);
    expect([answer.status, answer.json]).toEqual([202, {}]);
    expect(await approvals(iid)).toMatchObject({ approved: false });
    const leaver = await shop.member('leaver', developer);
    await approve(iid, leaver);
    expect(await approvals(iid)).toMatchObject({ approved: true });
    const admin = await app().user(fresh('admin'), { admin: true });
    await call(`DELETE /users/${leaver.id}`, admin);
    expect(await approvals(iid)).toMatchObject({ approved: false, approved_by: [] });
  });
});
