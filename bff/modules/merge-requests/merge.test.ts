import { describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, gitIn, moveBranch } from '../../testing/scratch.ts';
import { onBothDatabases, type TestApp } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { reporter, developer, maintainer } = accessLevels;

const merge = (shop: Workshop, iid: number, json: object = {}, token = shop.owner.token) =>
  shop.call(`PUT ${iid}/merge`, { token, json });

const git = (app: TestApp, shop: Workshop, ...args: string[]) => gitIn(app, shop.project, ...args);

onBothDatabases('merging', (app) => {
  it('merges at once what was created a moment ago', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ title: 'Turn the tide' });
    const answer = await merge(shop, made.iid);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      state: 'merged',
      merge_user: { username: shop.owner.username },
      merged_by: { username: shop.owner.username },
      squash_commit_sha: null,
      detailed_merge_status: 'not_open',
      merge_error: null,
      sha: made.sha,
    });
    const tip = git(app(), shop, 'rev-parse', 'main');
    expect(answer.json.merge_commit_sha).toBe(tip);
    expect(answer.json.merged_at).not.toBeNull();
    expect(git(app(), shop, 'log', '-1', '--format=%B|%an <%ae>', 'main')).toBe(
      `Merge branch '${made.source_branch}' into 'main'\n\nTurn the tide\n\n` +
        `See merge request ${shop.project.full_path}!1\n|` +
        `${capital(shop)} <${shop.owner.username}@example.test>`,
    );
    const parents = git(app(), shop, 'log', '-1', '--format=%P', 'main').split(' ');
    expect(parents[1]).toBe(made.sha);
    await app().drain();
    expect((await shop.call('GET 1')).json.state).toBe('merged');
    const branch = await app().call(`GET ${shop.path}/repository/branches/main`, {
      token: shop.owner.token,
    });
    expect(branch.json.commit.id).toBe(tip);
  });

  it('refuses in the agreed order, and leaves everything as it was', async () => {
    const shop = await workshop(app());
    const made = await shop.open({ title: 'Draft: a' });
    const dev = await shop.member('dev', developer);
    const tip = git(app(), shop, 'rev-parse', 'main');
    const refusal = async (json: object = {}, token?: string) => {
      const answer = await merge(shop, 1, json, token);
      return [answer.status, answer.json.message];
    };
    expect((await merge(shop, 77)).status).toBe(404);
    expect(await refusal({}, dev.token)).toEqual([401, '401 Unauthorized']);
    expect(await refusal()).toEqual([405, '405 Method Not Allowed']);

    await shop.call('PUT 1', { json: { title: 'a', merge_after: '2027-01-01T00:00:00Z' } });
    expect(await refusal()).toEqual([405, '405 Method Not Allowed']);
    await shop.call('PUT 1', { json: { merge_after: '' } });

    expect(await refusal({ sha: 'f'.repeat(40) })).toEqual([
      409,
      `SHA does not match HEAD of source branch: ${made.sha}`,
    ]);
    await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { [`${made.source_branch}.txt`]: 'another\n' },
    });
    expect(await refusal({ sha: 'f'.repeat(40) })).toEqual([422, 'Branch cannot be merged']);
    const record = await shop.settled(1);
    expect(record).toMatchObject({
      state: 'opened',
      has_conflicts: true,
      merge_status: 'cannot_be_merged',
      detailed_merge_status: 'conflict',
    });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect(await refusal()).toEqual([405, '405 Method Not Allowed']);
    expect(git(app(), shop, 'rev-parse', 'main~1')).toBe(tip);
  });

  it('a branch without commits of its own cannot be merged', async () => {
    const shop = await workshop(app());
    await moveBranch(app(), shop.project, {
      branch: 'same',
      to: git(app(), shop, 'rev-parse', 'main'),
    });
    await shop.open({ source_branch: 'same' });
    expect(await shop.settled(1)).toMatchObject({
      changes_count: '0',
      has_conflicts: true,
      detailed_merge_status: 'commits_status',
    });
    expect((await merge(shop, 1)).status).toBe(405);
  });

  it.each(['source', 'target'])('a %s branch that is missing is no conflict', async (side) => {
    const shop = await workshop(app());
    await shop.commit('target');
    const made = await shop.open({ target_branch: 'target' });
    expect((await shop.settled(1)).detailed_merge_status).toBe('mergeable');
    const branch = side === 'source' ? made.source_branch : 'target';
    await moveBranch(app(), shop.project, { branch, to: null });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_status: 'cannot_be_merged',
      detailed_merge_status: 'commits_status',
    });
    expect((await shop.call('GET')).json[0].detailed_merge_status).toBe('commits_status');
    expect((await merge(shop, 1)).status).toBe(405);
    await commitFiles(app(), shop.project, { branch, files: { 'back.txt': 'b\n' }, from: 'main' });
    expect((await shop.settled(1)).detailed_merge_status).toBe('mergeable');
  });

  it('open threads stand in the way where the project wants them resolved', async () => {
    const shop = await workshop(app(), {
      only_allow_merge_if_all_discussions_are_resolved: true,
    });
    await shop.open();
    const thread = await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
    expect(thread.status).toBe(201);
    expect(await shop.settled(1)).toMatchObject({
      blocking_discussions_resolved: false,
      detailed_merge_status: 'discussions_not_resolved',
    });
    expect((await merge(shop, 1)).status).toBe(405);
    await shop.call(`PUT 1/discussions/${thread.json.id}`, { json: { resolved: true } });
    expect((await merge(shop, 1)).status).toBe(200);
  });

  it('who may merge is decided by the target branch', async () => {
    const shop = await workshop(app());
    await shop.commit('open');
    const people = {
      rep: await shop.member('rep', reporter),
      dev: await shop.member('dev', developer),
      main: await shop.member('main', maintainer),
    };
    await shop.open();
    await shop.open({ target_branch: 'open' });
    const statuses: Record<string, number[]> = {};
    for (const [name, { token }] of Object.entries(people)) {
      const can = (await shop.call('GET 1', { token })).json.user.can_merge;
      const first = await merge(shop, 1, {}, token);
      expect(first.status === 200).toBe(can);
      statuses[name] = [first.status, (await merge(shop, 2, {}, token)).status];
    }
    expect(statuses).toEqual({ rep: [401, 401], dev: [401, 200], main: [200, 405] });
  });

  it('squashes when asked, by the author, with the title as its message', async () => {
    const shop = await workshop(app());
    await shop.commit('tide', { 'b.txt': 'b\n' });
    await shop.commit('tide', { 'c.txt': 'c\n' });
    const made = await shop.open({ source_branch: 'tide', title: 'Both' });
    const answer = await merge(shop, made.iid, { squash: true });
    const { squash_commit_sha: squashed, merge_commit_sha: merged } = answer.json;
    expect(git(app(), shop, 'rev-parse', 'main')).toBe(merged);
    expect(git(app(), shop, 'log', '-1', '--format=%P', merged).split(' ')[1]).toBe(squashed);
    expect(git(app(), shop, 'log', '-1', '--format=%B', squashed).trim()).toBe('Both');
    expect(git(app(), shop, 'diff', '--name-only', `${merged}^1`, merged)).toBe('b.txt\nc.txt');
    expect(answer.json.sha).toBe(made.sha);
  });

  it('a project that always or never squashes overrules the choice', async () => {
    const squashed = async (squash_option: string, squash: boolean) => {
      const shop = await workshop(app(), { squash_option });
      await shop.open({ squash });
      expect((await shop.call('GET 1')).json.squash_on_merge).toBe(squash_option === 'always');
      return (await merge(shop, 1, { squash: true })).json.squash_commit_sha !== null;
    };
    expect(await squashed('always', false)).toBe(true);
    expect(await squashed('never', true)).toBe(false);
  });

  it('fast-forward projects move the branch, and want a rebase once it has moved on', async () => {
    const shop = await workshop(app(), { merge_method: 'ff' });
    await shop.open();
    await shop.open();
    await app().drain();
    const answer = await merge(shop, 1);
    expect(answer.json).toMatchObject({ state: 'merged', merge_commit_sha: null });
    expect(git(app(), shop, 'rev-parse', 'main')).toBe(answer.json.sha);
    const refused = await merge(shop, 2);
    expect([refused.status, refused.json.message]).toEqual([422, 'Branch cannot be merged']);
    expect((await shop.settled(2)).detailed_merge_status).toBe('need_rebase');
    expect((await shop.call('GET 2?include_diverged_commits_count=true')).json).toMatchObject({
      diverged_commits_count: 1,
    });
  });

  it('semi-linear projects make a merge commit, and want a rebase as well', async () => {
    const shop = await workshop(app(), { merge_method: 'rebase_merge' });
    await shop.open();
    await shop.open();
    const answer = await merge(shop, 1);
    expect(answer.json.merge_commit_sha).toBe(git(app(), shop, 'rev-parse', 'main'));
    expect((await merge(shop, 2)).status).toBe(422);
  });

  it('messages are those of the caller, else of the project', async () => {
    const shop = await workshop(app(), {
      merge_commit_template: 'Into %{target_branch}: %{title}',
    });
    await shop.open({ title: 'One' });
    await shop.open({ title: 'Two' });
    await merge(shop, 1);
    expect(git(app(), shop, 'log', '-1', '--format=%s', 'main')).toBe('Into main: One');
    await merge(shop, 2, { merge_commit_message: 'By hand\n\nBecause' });
    expect(git(app(), shop, 'log', '-1', '--format=%B', 'main').trim()).toBe('By hand\n\nBecause');
    await shop.open({ title: 'Three' });
    const json = { squash: true, squash_commit_message: 'All in one' };
    const { squash_commit_sha } = (await merge(shop, 3, json)).json;
    expect(git(app(), shop, 'log', '-1', '--format=%B', squash_commit_sha).trim()).toBe(
      'All in one',
    );
  });

  it('the source branch goes when asked, unless it has moved or is protected', async () => {
    const shop = await workshop(app());
    const asked = await shop.open();
    const chosen = await shop.open({ remove_source_branch: true });
    const kept = await shop.open({ remove_source_branch: true });
    const moved = await shop.open();
    const first = await merge(shop, asked.iid, { should_remove_source_branch: true });
    expect(first.json.should_remove_source_branch).toBe(true);
    await merge(shop, chosen.iid);
    await merge(shop, kept.iid, { should_remove_source_branch: false });
    await merge(shop, moved.iid, { should_remove_source_branch: true });
    await shop.commit(moved.source_branch, { 'late.txt': 'late\n' });
    await app().drain();
    const branches = git(app(), shop, 'for-each-ref', '--format=%(refname:short)', 'refs/heads');
    expect(branches.split('\n').sort()).toEqual(
      ['main', kept.source_branch, moved.source_branch].sort(),
    );
    expect((await shop.call(`GET ${asked.iid}/commits`)).json).toHaveLength(1);
    expect((await shop.call(`GET ${asked.iid}/diffs`)).json).toHaveLength(1);
  });

  it('two merges at once: one merges, the other is refused', async () => {
    const shop = await workshop(app());
    await shop.open();
    await app().drain();
    const answers = await Promise.all([merge(shop, 1), merge(shop, 1), merge(shop, 1)]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 405, 405]);
    const merges = git(app(), shop, 'rev-list', '--merges', '--count', 'main');
    expect(merges).toBe('1');
  });

  it('merges into one branch at once take turns, and none is lost', async () => {
    const shop = await workshop(app());
    for (let made = 0; made < 4; made++) await shop.open();
    await app().drain();
    const answers = await Promise.all([1, 2, 3, 4].map((iid) => merge(shop, iid)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(git(app(), shop, 'rev-list', '--merges', '--count', 'main')).toBe('4');
    expect(git(app(), shop, 'ls-tree', '--name-only', 'main').split('\n')).toHaveLength(5);
    await app().drain();
    const recorded = await app().call(`GET ${shop.path}/repository/branches/main`, {
      token: shop.owner.token,
    });
    expect(recorded.json.commit.id).toBe(git(app(), shop, 'rev-parse', 'main'));
  });

  describe('the caller is told of a head that is newer than what was checked', () => {
    it('a commit pushed after the check is part of the merge, or of the refusal', async () => {
      const shop = await workshop(app());
      const made = await shop.open();
      await app().drain();
      const newer = await shop.commit(made.source_branch, { 'later.txt': 'later\n' });
      const refused = await merge(shop, 1, { sha: made.sha });
      expect([refused.status, refused.json.message]).toEqual([
        409,
        `SHA does not match HEAD of source branch: ${newer}`,
      ]);
      const answer = await merge(shop, 1, { sha: newer });
      expect([answer.status, answer.json.sha]).toEqual([200, newer]);
      expect(git(app(), shop, 'ls-tree', '--name-only', 'main')).toContain('later.txt');
    });
  });
});

const capital = (shop: Workshop) =>
  shop.owner.username.charAt(0).toUpperCase() + shop.owner.username.slice(1);
