import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, gitIn, moveBranch } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const { reporter, developer } = accessLevels;
const rebase = (shop: Workshop, token = shop.owner.token, json: object = {}) =>
  shop.call('PUT 1/rebase', { token, json });
const state = async (shop: Workshop) =>
  (await shop.call('GET 1?include_rebase_in_progress=true')).json;

onBothDatabases('a rebase', (app) => {
  /** A merge request whose target has moved on, in a project that wants a straight line. */
  async function diverged(files: Record<string, string> = { 'main.txt': 'm\n' }) {
    const shop = await workshop(app(), { merge_method: 'ff' });
    const made = await shop.open();
    await commitFiles(app(), shop.project, { branch: 'main', files });
    expect((await shop.settled(1)).state).toBe('opened');
    return { shop, made };
  }

  it('puts the commits on top of the target in the background, and it can be merged', async () => {
    const { shop, made } = await diverged();
    expect((await state(shop)).detailed_merge_status).toBe('need_rebase');
    const answer = await rebase(shop);
    expect([answer.status, answer.json]).toEqual([202, { rebase_in_progress: true }]);
    expect(await state(shop)).toMatchObject({ rebase_in_progress: true, sha: made.sha });
    await app().drain();
    const after = await state(shop);
    expect(after).toMatchObject({
      rebase_in_progress: false,
      merge_error: null,
      detailed_merge_status: 'mergeable',
    });
    expect(after.sha).toBe(gitIn(app(), shop.project, 'rev-parse', made.source_branch));
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    expect(gitIn(app(), shop.project, 'log', '-1', '--format=%P|%an|%cn', after.sha)).toBe(
      `${tip}|Test Author|${(await app().call('GET /user', { token: shop.owner.token })).json.name}`,
    );
    expect((await shop.call('GET 1/versions')).json).toHaveLength(2);
    expect((await shop.call('PUT 1/merge', { json: { sha: after.sha } })).status).toBe(200);
  });

  it('that meets a conflict changes nothing and says so', async () => {
    const { shop, made } = await diverged();
    await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { [`${made.source_branch}.txt`]: 'another\n' },
    });
    expect((await rebase(shop)).status).toBe(202);
    await app().drain();
    expect(await state(shop)).toMatchObject({
      sha: made.sha,
      rebase_in_progress: false,
      merge_error: 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.',
    });
    expect(gitIn(app(), shop.project, 'rev-parse', made.source_branch)).toBe(made.sha);
  });

  it('takes along what was pushed since it was asked for', async () => {
    const { shop, made } = await diverged();
    await rebase(shop);
    await shop.commit(made.source_branch, { 'late.txt': 'late\n' });
    await app().drain();
    const files = gitIn(app(), shop.project, 'ls-tree', '--name-only', made.source_branch);
    expect(files.split('\n')).toEqual(expect.arrayContaining(['late.txt', 'main.txt']));
  });

  it('of what is on top already moves nothing', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    expect((await rebase(shop)).status).toBe(202);
    await app().drain();
    expect(await state(shop)).toMatchObject({ sha: made.sha, merge_error: null });
    expect((await shop.call('GET 1/versions')).json).toHaveLength(1);
  });

  it('is refused with the reason to who may not push, and to all when it is not open', async () => {
    const { shop, made } = await diverged();
    const [rep, dev] = [await shop.member('rep', reporter), await shop.member('dev', developer)];
    const said = async (token?: string) => {
      const { status, json } = await rebase(shop, token);
      return [status, json.message];
    };
    expect(await said(rep.token)).toEqual([403, '403 Forbidden - Cannot push to source branch']);
    const protect = (json: object) =>
      app().call(`POST ${shop.path}/protected_branches`, { token: shop.owner.token, json });
    await protect({ name: made.source_branch, push_access_level: developer });
    expect(await said(dev.token)).toEqual([
      403,
      '403 Forbidden - Source branch is protected from force push',
    ]);
    await app().call(`DELETE ${shop.path}/protected_branches/${made.source_branch}`, {
      token: shop.owner.token,
    });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect(await said(dev.token)).toEqual([409, 'Merge request is not open']);
    await moveBranch(app(), shop.project, { branch: made.source_branch, to: null });
    expect(await said(dev.token)).toEqual([403, '403 Forbidden - Source branch does not exist']);
    await app().drain();
    expect((await rebase(shop, '')).status).toBe(401);
  });

  it('by who has lost the role meanwhile moves nothing', async () => {
    const { shop, made } = await diverged();
    const dev = await shop.member('dev', developer);
    expect((await rebase(shop, dev.token)).status).toBe(202);
    await app().call(`DELETE ${shop.path}/members/${dev.id}`, { token: shop.owner.token });
    await app().drain();
    expect((await state(shop)).merge_error).toBe('Rebase failed: Cannot push to source branch');
    expect(gitIn(app(), shop.project, 'rev-parse', made.source_branch)).toBe(made.sha);
  });

  it('of a fork moves the branch of the fork, and only for who may push there', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    const author = await app().user(fresh('author'));
    const forked = await app().call(`POST ${shop.path}/fork`, { token: author.token, json: {} });
    await app().drain();
    const fork = { id: forked.json.id as number };
    await commitFiles(app(), fork, { branch: 'topic', files: { 't.txt': 't\n' }, from: 'main' });
    const made = await app().call(`POST /projects/${fork.id}/merge_requests`, {
      token: author.token,
      json: {
        title: 't',
        source_branch: 'topic',
        target_branch: 'main',
        target_project_id: shop.project.id,
      },
    });
    expect(made.status).toBe(201);
    const tip = await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { 'main.txt': 'm\n' },
    });
    await app().drain();
    expect((await rebase(shop)).status).toBe(403);
    expect((await rebase(shop, author.token)).status).toBe(202);
    await app().drain();
    expect((await state(shop)).merge_error).toBeNull();
    expect(gitIn(app(), fork, 'log', '-1', '--format=%P', 'topic')).toBe(tip);
    expect((await state(shop)).sha).toBe(gitIn(app(), fork, 'rev-parse', 'topic'));
    const refs = gitIn(app(), shop.project, 'for-each-ref', '--format=%(refname)', 'refs/m*');
    expect(refs).not.toContain('rebase');
  });
});
