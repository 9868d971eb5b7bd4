import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commitFiles, gitIn } from '../../testing/scratch.ts';
import { actAs, onBothDatabases, type TestApp } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { planMerge } from './merge-plan.ts';
import { finishMerge, lockForMerge, moveTarget, undoMerge } from './merge-steps.ts';
import { refresh, settled } from './refresh-rules.ts';
import { getMergeRequest } from './rules.ts';
import { findProjectById, repositoryPath } from '../projects/rules.ts';

/** A merge up to its first step, as a process that is about to die leaves it. */
async function begun(app: TestApp, shop: Workshop, iid: number) {
  const ctx = actAs(app, shop.owner.user);
  const project = await findProjectById(ctx, shop.project.id);
  if (project === undefined) throw new Error('no project');
  const row = await settled(ctx, await getMergeRequest(ctx, project, iid));
  if (row === undefined) throw new Error('no merge request');
  const plan = await planMerge(ctx, { project, row }, { should_remove_source_branch: true });
  if (plan === undefined) throw new Error('cannot be merged');
  const locked = await lockForMerge(ctx, plan);
  if (locked === undefined || locked === 'raced') throw new Error('not open');
  return { ctx, plan, locked };
}

/** Lets the repair's time come and runs it. */
async function repaired(app: TestApp): Promise<void> {
  await app.drain();
  const start = app.clock.now();
  app.clock.set(start + 10 * 60_000);
  await app.drain();
  app.clock.set(start);
}

onBothDatabases('a merge whose process ends in the middle', (app) => {
  it('is undone when the ref had not moved: open, not merged, and says so', async () => {
    const shop = await workshop(app());
    await shop.open();
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    await begun(app(), shop, 1);
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'locked',
      detailed_merge_status: 'not_open',
    });
    expect((await shop.call('GET ?state=locked')).json).toHaveLength(1);
    expect((await shop.call('PUT 1/merge', { json: {} })).status).toBe(405);
    await repaired(app());
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'opened',
      merged_at: null,
      merge_commit_sha: null,
      detailed_merge_status: 'mergeable',
      merge_error: 'The merge was interrupted. Nothing was merged.',
    });
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
    const again = await shop.call('PUT 1/merge', { json: {} });
    expect(again.json).toMatchObject({ state: 'merged', merge_error: null });
  });

  it('is finished when the ref had moved: merged once, by whoever merged', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const { ctx, plan, locked } = await begun(app(), shop, 1);
    await moveTarget(ctx, locked, plan);
    await repaired(app());
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'merged',
      merge_commit_sha: plan.new,
      merge_user: { username: shop.owner.username },
      should_remove_source_branch: true,
    });
    const branch = await app().call(`GET ${shop.path}/repository/branches/main`, {
      token: shop.owner.token,
    });
    expect(branch.json.commit.id).toBe(plan.new);
    const gone = await app().call(`GET ${shop.path}/repository/branches/${made.source_branch}`, {
      token: shop.owner.token,
    });
    expect(gone.status).toBe(404);
    const audited = await app()
      .deps.db.selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'merge_request.merge')
      .where('subject_id', '=', made.id)
      .execute();
    expect(audited).toHaveLength(1);
  });

  it('is finished also when others have pushed on top meanwhile', async () => {
    const shop = await workshop(app());
    await shop.open();
    const { ctx, plan, locked } = await begun(app(), shop, 1);
    await moveTarget(ctx, locked, plan);
    const later = await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { 'later.txt': 'l\n' },
    });
    await repaired(app());
    expect((await shop.call('GET 1')).json.state).toBe('merged');
    const recorded = await app()
      .deps.db.selectFrom('repository_refs')
      .select('sha')
      .where('project_id', '=', shop.project.id)
      .where('name', '=', 'refs/heads/main')
      .executeTakeFirst();
    expect(recorded?.sha).toBe(later);
  });

  it('a slow process that the repair has overtaken still ends merged', async () => {
    const shop = await workshop(app());
    await shop.open();
    const { ctx, plan, locked } = await begun(app(), shop, 1);
    await repaired(app());
    expect((await shop.call('GET 1')).json.state).toBe('opened');
    await moveTarget(ctx, locked, plan);
    await finishMerge(ctx, plan);
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'merged',
      merge_commit_sha: plan.new,
    });
  });

  it('the repair of one attempt leaves a later attempt alone', async () => {
    const shop = await workshop(app());
    await shop.open();
    const first = await begun(app(), shop, 1);
    await undoMerge(first.ctx, first.plan, { reason: null });
    const second = await begun(app(), shop, 1);
    const { lock_token } = await app()
      .deps.db.selectFrom('merge_requests')
      .select('lock_token')
      .where('id', '=', second.plan.merge_request_id)
      .executeTakeFirstOrThrow();
    expect(lock_token).toBe(second.plan.token);
    await undoMerge(first.ctx, first.plan, { reason: 'the first' });
    expect((await shop.call('GET 1')).json).toMatchObject({ state: 'locked', merge_error: null });
  });

  it('a target that moves between plan and step is planned anew, never overwritten', async () => {
    const shop = await workshop(app());
    await shop.open();
    const { ctx, plan, locked } = await begun(app(), shop, 1);
    const other = await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { 'other.txt': 'o\n' },
    });
    await expect(moveTarget(ctx, locked, plan)).rejects.toThrow('has moved');
    await undoMerge(ctx, plan, { reason: null });
    const answer = await shop.call('PUT 1/merge', { json: {} });
    expect(answer.status).toBe(200);
    const parents = gitIn(app(), shop.project, 'log', '-1', '--format=%P', 'main').split(' ');
    expect(parents[0]).toBe(other);
  });
});

onBothDatabases('a merge that git refuses at its second step', (app) => {
  it('is 422, leaves the merge request open and the branch where it was, and can be tried again', async () => {
    const shop = await workshop(app());
    await shop.open();
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    const log = `${repositoryPath(app().ctx, shop.project.id)}/logs/refs/heads/main`;
    // Git writes a log of each move, and where it cannot, it moves nothing.
    mkdirSync(log, { recursive: true });
    writeFileSync(`${log}/in-the-way`, '');
    const refused = await shop.call('PUT 1/merge', { json: {} });
    expect([refused.status, refused.json]).toEqual([422, { message: 'Branch cannot be merged' }]);
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'opened',
      merged_at: null,
      merge_commit_sha: null,
      merge_error: 'The target branch could not be moved.',
    });
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
    rmSync(log, { recursive: true });
    const again = await shop.call('PUT 1/merge', { json: {} });
    expect(again.json).toMatchObject({ state: 'merged', merge_error: null });
  });

  it('takes an automatic merge back, which would fail for ever', async () => {
    const shop = await workshop(app());
    await shop.open({ title: 'Draft: a' });
    const set = await shop.call('PUT 1/merge', { json: { auto_merge: true } });
    expect(set.json.merge_when_pipeline_succeeds).toBe(true);
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    const log = `${repositoryPath(app().ctx, shop.project.id)}/logs/refs/heads/main`;
    mkdirSync(log, { recursive: true });
    writeFileSync(`${log}/in-the-way`, '');
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: false,
      merge_user: null,
      merge_error: 'The target branch could not be moved.',
      detailed_merge_status: 'mergeable',
    });
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
    const notes = (await shop.call('GET 1/notes')).json.map((note: { body: string }) => note.body);
    expect(notes).toContain(
      'aborted the automatic merge because the target branch could not be moved',
    );
  });
});

onBothDatabases('a check whose request ends in the middle', (app) => {
  it('is made again, though nobody looks', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().drain();
    const ctx = actAs(app(), shop.owner.user);
    const project = await findProjectById(ctx, shop.project.id);
    if (project === undefined) throw new Error('no project');
    const row = await getMergeRequest(ctx, project, 1);
    await app()
      .deps.db.updateTable('merge_requests')
      .set({ merge_status: 'unchecked' })
      .where('id', '=', row.id)
      .execute();
    // Everything after the first write fails, as it does for a process that is gone.
    let writes = 0;
    const transaction = () => {
      if (++writes > 1) throw new Error('the process is gone');
      return ctx.db.transaction();
    };
    const updateTable = () => {
      throw new Error('the process is gone');
    };
    const away = { ...ctx, dataDir: '/nowhere' };
    const dying = {
      ...away,
      db: Object.assign(Object.create(ctx.db), { transaction, updateTable }),
    };
    await expect(refresh(dying, row.id)).rejects.toThrow('the process is gone');
    const status = async () => {
      const [kept] = (await shop.call('GET ?state=opened')).json;
      return kept.detailed_merge_status;
    };
    await app().drain();
    expect(await status()).toBe('checking');
    app().clock.set(app().clock.now() + 30_000);
    await app().drain();
    expect(await status()).toBe('mergeable');
    expect(await settled(ctx, row)).toBeDefined();
    const waiting = await app()
      .deps.db.selectFrom('jobs')
      .select('kind')
      .where('state', '=', 'queued')
      .execute();
    expect(waiting).not.toContainEqual({ kind: 'refresh_merge_request' });
    expect(waiting).not.toContainEqual({ kind: 'watch_check' });
  });
});
