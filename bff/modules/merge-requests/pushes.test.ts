import { expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { commitFiles, gitIn, moveBranch } from '../../testing/scratch.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';
import { findProjectById } from '../projects/rules.ts';
import { recordRefUpdates } from '../repositories/rules.ts';
import { refresh } from './refresh-rules.ts';
import { findMergeRequestById, recordCheck } from './repository.ts';

onBothDatabases('pushes', (app) => {
  it('a push to the source makes a version and a check, and the list shows the new head', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const first = await shop.settled(1);
    const head = await shop.commit(made.source_branch, { 'more.txt': 'm\n' });
    expect((await shop.call('GET 1')).json).toMatchObject({
      sha: head,
      merge_status: 'unchecked',
      detailed_merge_status: 'unchecked',
    });
    const after = await shop.settled(1);
    expect(after).toMatchObject({
      sha: head,
      changes_count: '2',
      detailed_merge_status: 'mergeable',
      prepared_at: first.prepared_at,
    });
    const versions = (await shop.call('GET 1/versions')).json;
    expect(versions.map((one: { head_commit_sha: string }) => one.head_commit_sha)).toEqual([
      head,
      made.sha,
    ]);
    expect(versions[0]).toMatchObject({ state: 'collected', real_size: '2' });
    expect(versions[0].patch_id_sha).toMatch(/^[0-9a-f]{40}$/);
    const kept = gitIn(app(), shop.project, 'rev-parse', 'refs/merge-requests/1/head');
    expect(kept).toBe(head);
    expect(gitIn(app(), shop.project, 'rev-parse', `refs/keep-around/${made.sha}`)).toBe(made.sha);
  });

  it('versions survive a forced push, a deleted branch and git gc', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await app().drain();
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: null });
    await shop.commit(made.source_branch, { 'anew.txt': 'n\n' });
    await app().drain();
    gitIn(app(), shop.project, 'reflog', 'expire', '--expire=now', '--all');
    gitIn(app(), shop.project, 'gc', '--quiet', '--prune=now');
    const versions = (await shop.call('GET 1/versions')).json;
    expect(versions).toHaveLength(2);
    const old = await shop.call(`GET 1/versions/${versions[1].id}`);
    expect(old.status).toBe(200);
    expect(old.json.commits.map((one: { id: string }) => one.id)).toEqual([made.sha]);
    expect(old.json.diffs).toHaveLength(1);
  });

  it('a push to the target is checked in the background and does not touch updated_at', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const before = await shop.settled(1);
    await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { [`${made.source_branch}.txt`]: 'conflict\n' },
    });
    await app().drain();
    const conflict = (await shop.call('GET 1')).json;
    expect(conflict).toMatchObject({
      merge_status: 'cannot_be_merged',
      has_conflicts: true,
      updated_at: before.updated_at,
    });
    await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { [`${made.source_branch}.txt`]: null },
    });
    expect(await shop.settled(1)).toMatchObject({
      has_conflicts: false,
      merge_status: 'can_be_merged',
    });
    expect((await shop.call('GET 1/versions')).json).toHaveLength(1);
  });

  it('a branch that is deleted leaves the request open and says why it cannot be merged', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await app().drain();
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: null });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      detailed_merge_status: 'commits_status',
      has_conflicts: true,
      sha: made.sha,
    });
    expect((await shop.call('GET 1/diffs')).json).toHaveLength(1);
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: made.sha });
    expect((await shop.settled(1)).detailed_merge_status).toBe('mergeable');
  });

  it('a push that contains the head marks the request merged', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const forward = await shop.open();
    await app().drain();
    const tree = gitIn(app(), shop.project, 'rev-parse', `${made.sha}^{tree}`);
    const merged = gitIn(
      app(),
      shop.project,
      'commit-tree',
      tree,
      '-p',
      'main',
      '-p',
      made.sha,
      '-m',
      'By hand',
    );
    await moveBranch(app(), shop.project, { branch: 'main', to: merged });
    await app().drain();
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'merged',
      merge_commit_sha: merged,
      merge_user: null,
      detailed_merge_status: 'not_open',
    });
    expect((await shop.call(`GET ${forward.iid}`)).json.state).toBe('opened');
  });

  it('a request merged by a push names who pushed', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await app().drain();
    const old = gitIn(app(), shop.project, 'rev-parse', 'main');
    gitIn(app(), shop.project, 'update-ref', 'refs/heads/main', made.sha);
    await transact(actAs(app(), shop.owner.user), async (ctx) => {
      const project = await findProjectById(ctx, shop.project.id);
      if (project === undefined) throw new Error('no project');
      await recordRefUpdates(ctx, project, [{ ref: 'refs/heads/main', old, new: made.sha }]);
    });
    await app().drain();
    expect((await shop.call('GET 1')).json).toMatchObject({
      state: 'merged',
      merge_commit_sha: null,
      merge_user: { username: shop.owner.username },
    });
    const notes = await shop.call('GET 1/notes?activity_filter=only_activity');
    expect(notes.json[0]).toMatchObject({ body: 'merged manually', system: true });
  });

  it('a branch reset to what the target has is not taken for merged', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await app().drain();
    const base = gitIn(app(), shop.project, 'rev-parse', 'main');
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: base });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      detailed_merge_status: 'commits_status',
      changes_count: '0',
    });
  });

  it('a request that never had a commit is not taken for merged by the next push', async () => {
    const shop = await workshop(app());
    const base = gitIn(app(), shop.project, 'rev-parse', 'main');
    await moveBranch(app(), shop.project, { branch: 'same', to: base });
    await shop.open({ source_branch: 'same' });
    await app().drain();
    await shop.commit('main', { 'next.txt': 'n\n' });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      detailed_merge_status: 'commits_status',
    });
  });

  it('a check that fails is tried again by the next read, and never stays checking', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().drain();
    const { db } = app().deps;
    const stuck = db.updateTable('merge_requests').set({ merge_status: 'checking' });
    await stuck.where('target_project_id', '=', shop.project.id).execute();
    expect((await shop.call('GET 1')).json.merge_status).toBe('checking');
    const start = app().clock.now();
    app().clock.set(start + 60_000);
    await app().drain();
    app().clock.set(start);
    expect((await shop.call('GET 1')).json.merge_status).toBe('can_be_merged');
  });

  it('checks that run side by side make one version of a head', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await Promise.all([refresh(app().ctx, made.id), refresh(app().ctx, made.id)]);
    await app().drain();
    const versions = await app()
      .deps.db.selectFrom('merge_request_versions')
      .select('head_commit_sha')
      .where('merge_request_id', '=', made.id)
      .execute();
    expect(versions).toHaveLength(1);
    expect((await shop.settled(1)).merge_status).toBe('can_be_merged');
  });

  it('a check that began before a push is not written down', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await app().drain();
    const { db } = app().deps;
    const begun = await findMergeRequestById(db, made.id);
    if (begun === undefined) throw new Error('no merge request');
    await shop.commit(made.source_branch, { 'more.txt': 'm\n' });
    await shop.call('GET 1');
    expect(await recordCheck(db, begun, { merge_status: 'cannot_be_merged' })).toBeUndefined();
    expect((await shop.settled(1)).merge_status).toBe('can_be_merged');
  });

  it('lists ask for a check only with the flag', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().drain();
    const { db } = app().deps;
    const unchecked = db.updateTable('merge_requests').set({ merge_status: 'unchecked' });
    await unchecked.where('target_project_id', '=', shop.project.id).execute();
    await shop.call('GET');
    await app().drain();
    const shown = async () => (await shop.call('GET')).json[0].merge_status;
    expect(await shown()).toBe('unchecked');
    await shop.call('GET ?with_merge_status_recheck=true');
    await app().drain();
    expect(await shown()).toBe('can_be_merged');
  });

  it('a flag keeps the recheck of lists to Developers, and others get no error', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().drain();
    const reader = await shop.member('reader', 20);
    const dev = await shop.member('dev', 30);
    const admin = await app().user(fresh('admin'), { admin: true });
    const flag = '/features/restrict_merge_status_recheck';
    await app().call(`POST ${flag}`, { token: admin.token, json: { value: true } });
    const { db } = app().deps;
    const unchecked = db.updateTable('merge_requests').set({ merge_status: 'unchecked' });
    await unchecked.where('target_project_id', '=', shop.project.id).execute();
    const after = async (token: string) => {
      const asked = await shop.call('GET ?with_merge_status_recheck=true', { token });
      expect(asked.status).toBe(200);
      await app().drain();
      return (await shop.call('GET')).json[0].merge_status;
    };
    expect(await after(reader.token)).toBe('unchecked');
    expect(await after(dev.token)).toBe('can_be_merged');
    await unchecked.where('target_project_id', '=', shop.project.id).execute();
    await app().call(`DELETE ${flag}`, { token: admin.token });
    expect(await after(reader.token)).toBe('can_be_merged');
  });
});
