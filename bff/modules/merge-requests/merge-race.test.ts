import { beforeEach, expect, it, vi } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, gitIn } from '../../testing/scratch.ts';
import { writerOf } from '../../testing/scratch-repository.ts';
import { onBothDatabases, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { type Opened, type Workshop, fresh, workshop } from '../../testing/workshop.ts';
import { repositoryPath } from '../projects/rules.ts';
import type * as mergePlan from './merge-plan.ts';

/** What happens once between the plan of a merge and its first step. */
const between = vi.hoisted((): { act: (() => unknown) | undefined } => ({ act: undefined }));

vi.mock('./merge-plan.ts', async (original) => {
  const real = await original<typeof mergePlan>();
  return {
    ...real,
    async planMerge(...given: Parameters<typeof real.planMerge>) {
      const plan = await real.planMerge(...given);
      const { act } = between;
      between.act = undefined;
      await act?.();
      return plan;
    },
  };
});

beforeEach(() => {
  between.act = undefined;
});

const merge = (shop: Workshop, json: object = {}) => shop.call('PUT 1/merge', { json });
const files = (app: TestApp, shop: Workshop, branch: string) =>
  gitIn(app, shop.project, 'ls-tree', '--name-only', branch).split('\n');

onBothDatabases('what happens between the plan of a merge and its first step', (app) => {
  const opened = async (attributes = {}): Promise<{ shop: Workshop; made: Opened }> => {
    const shop = await workshop(app());
    const made = await shop.open(attributes);
    await app().drain();
    return { shop, made };
  };

  it('a push is merged whole', async () => {
    const { shop, made } = await opened();
    let newer = '';
    between.act = async () => {
      newer = await shop.commit(made.source_branch, { 'late.txt': 'late\n' });
      await shop.call('GET 1');
    };
    const answer = await merge(shop);
    expect([answer.status, answer.json.sha]).toEqual([200, newer]);
    expect(files(app(), shop, 'main')).toContain('late.txt');
  });

  it('a push that only git knows of yet is merged whole', async () => {
    const { shop, made } = await opened();
    between.act = () => {
      const repo = writerOf(repositoryPath(app().ctx, shop.project.id));
      repo.commit(made.source_branch, { files: { 'late.txt': 'late\n' } });
    };
    expect((await merge(shop)).status).toBe(200);
    expect(files(app(), shop, 'main')).toContain('late.txt');
  });

  it('a push after the head that the caller has seen is 409', async () => {
    const { shop, made } = await opened();
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    let newer = '';
    between.act = async () => {
      newer = await shop.commit(made.source_branch, { 'late.txt': 'late\n' });
    };
    const answer = await merge(shop, { sha: made.sha });
    expect([answer.status, answer.json.message]).toEqual([
      409,
      `SHA does not match HEAD of source branch: ${newer}`,
    ]);
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
    expect(await shop.settled(1)).toMatchObject({ state: 'opened', merge_error: null });
  });

  it('a new target is the one that is merged into', async () => {
    const { shop } = await opened();
    await shop.commit('release');
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    between.act = () => shop.call('PUT 1', { json: { target_branch: 'release' } });
    const answer = await merge(shop);
    expect([answer.status, answer.json.target_branch]).toEqual([200, 'release']);
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
    expect(gitIn(app(), shop.project, 'rev-parse', 'release')).toBe(answer.json.merge_commit_sha);
  });

  const refusals: [string, Record<string, unknown>][] = [
    ['a draft', { title: 'Draft: not yet' }],
    ['to be merged later', { merge_after: '2030-01-01T00:00:00Z' }],
    ['closed', { state_event: 'close' }],
  ];
  it.each(refusals)('one that became %s is 405', async (_name, json) => {
    const { shop } = await opened();
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    between.act = () => shop.call('PUT 1', { json });
    expect((await merge(shop)).status).toBe(405);
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(tip);
  });

  it('an automatic merge goes on when a status is checked at that moment (gl#592733: it was lost)', async () => {
    const { shop } = await opened({ title: 'Draft: a' });
    await merge(shop, { auto_merge: true });
    between.act = async () => {
      await commitFiles(app(), shop.project, { branch: 'main', files: { 'b.txt': 'b\n' } });
      await shop.call('GET 1');
    };
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect((await shop.settled(1)).state).toBe('merged');
    expect(files(app(), shop, 'main')).toContain('b.txt');
  });

  it('an automatic merge goes on after an edit of something else', async () => {
    const { shop } = await opened({ title: 'Draft: a' });
    await merge(shop, { auto_merge: true });
    between.act = () => shop.call('PUT 1', { json: { merge_after: '2026-01-01T00:00:00Z' } });
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect((await shop.settled(1)).state).toBe('merged');
  });

  it('an automatic merge that is taken back merges nothing', async () => {
    const { shop } = await opened({ title: 'Draft: a' });
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    await merge(shop, { auto_merge: true });
    let canceled = 0;
    between.act = async () => {
      canceled = (await shop.call('POST 1/cancel_merge_when_pipeline_succeeds')).status;
    };
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: false,
    });
    expect([canceled, gitIn(app(), shop.project, 'rev-parse', 'main')]).toEqual([201, tip]);
  });
});

onBothDatabases('the source branch of a fork', (app) => {
  /** A merge request from a fork whose owner is not the one who merges. */
  async function fromFork() {
    const shop = await workshop(app(), { visibility: 'public' });
    const author = await app().user(fresh('author'));
    const forked = await app().call(`POST ${shop.path}/fork`, { token: author.token, json: {} });
    expect(forked.status).toBe(201);
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
        remove_source_branch: true,
      },
    });
    expect(made.status).toBe(201);
    return { shop, author, fork };
  }

  const branchesOf = (fork: { id: number }) =>
    gitIn(app(), fork, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');

  const merged = async (shop: Workshop, by: TestUser) => {
    const json = { should_remove_source_branch: true };
    expect((await shop.call('PUT 1/merge', { token: by.token, json })).status).toBe(200);
    await app().drain();
  };

  it('stays when whoever merges may not push there', async () => {
    const { shop, fork } = await fromFork();
    await merged(shop, shop.owner);
    expect(branchesOf(fork)).toContain('topic');
  });

  it('goes when whoever merges may push there', async () => {
    const { shop, author, fork } = await fromFork();
    await app().call(`POST /projects/${fork.id}/members`, {
      token: author.token,
      json: { user_id: shop.owner.id, access_level: accessLevels.developer },
    });
    await merged(shop, shop.owner);
    expect(branchesOf(fork)).not.toContain('topic');
  });
});
