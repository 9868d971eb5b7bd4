import { describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';
import { closedBy, mentioned } from './issue-references.ts';

describe('issues that a text names', () => {
  const told = (found: { path: string | undefined; iid: number }[]) =>
    found.map(({ path = '', iid }) => `${path}#${iid}`);
  it.each([
    ['Closes #1, #2 and sea/shore#3, not #4', ['#1', '#2', 'sea/shore#3'], 4],
    ['fixes: #5\nResolved issue #6 and #5', ['#5', '#6'], 2],
    ['Implements #7abc, enclose #8, closes#9', [], 1],
    ['x#1 &#39; a/b/#2 /#3', [], 0],
    ['Closing a/b.c/d-e#10', ['a/b.c/d-e#10'], 1],
    [`Closes ${'a-'.repeat(50_000)}#1 ${'#1 and '.repeat(20_000)}`, [], 1],
  ])('%.60j: what it closes, and how many it mentions', (text, closes, mentions) => {
    expect(told(closedBy([text]))).toEqual(closes);
    expect(mentioned([text])).toHaveLength(mentions);
  });
});

onBothDatabases('issues of merge requests', (app) => {
  it('are listed, told in the message, and closed by the merge where its author may', async () => {
    const shop = await workshop(app());
    const other = await workshop(app(), { visibility: 'public' });
    const { token } = shop.owner;
    const issue = async (title: string, place = shop.path, by = token) =>
      (await app().call(`POST ${place}/issues`, { token: by, json: { title } })).json;
    for (const title of ['one', 'two', 'three', 'four']) await issue(title);
    await issue('elsewhere', other.path, other.owner.token);
    const elsewhere = `${other.project.full_path}#1`;
    const description = `Closes #1 and ${elsewhere}. See #3 and #99.`;
    await shop.commit('tide', { 'b.txt': 'b\n' });
    await shop.open({ source_branch: 'tide', description, title: 'Fixes #2' });
    await shop.call('POST 1/notes', { json: { body: 'And #4?' } });
    const titles = async (rest: string, by = token) => {
      const answer = await shop.call(`GET 1/${rest}`, { token: by });
      return answer.json.map((one: { title: string }) => one.title);
    };
    expect(await titles('closes_issues')).toEqual(['one', 'two', 'elsewhere']);
    expect(await titles('related_issues')).toEqual(['one', 'two', 'three', 'four', 'elsewhere']);
    const page = await shop.call('GET 1/related_issues?per_page=2&page=3');
    expect([page.json.length, page.headers.get('x-total')]).toEqual([1, '5']);

    const confidential = { token, json: { confidential: true } };
    await app().call(`PUT ${shop.path}/issues/2`, confidential);
    const planner = await app().user('planner-of-issues');
    await app().call(`PUT ${shop.path}`, { token, json: { visibility: 'public' } });
    expect(await titles('closes_issues', planner.token)).toEqual(['one', 'elsewhere']);

    const merged = await shop.call('PUT 1/merge', { json: {} });
    const { json: commit } = await app().call(
      `GET ${shop.path}/repository/commits/${merged.json.merge_commit_sha}`,
      { token },
    );
    // What is written once it is merged closes nothing more, and keeps nothing open.
    await shop.call('PUT 1', { json: { title: 'Nothing', description: 'Closes #3' } });
    expect(commit.message).toContain(`Fixes #2\n\nCloses #1, #2 and ${elsewhere}\n\nSee merge`);
    await app().drain();
    const states = async (place: string, by: string) => {
      const { json } = await app().call(`GET ${place}/issues?sort=asc`, { token: by });
      return json.map((one: { state: string }) => one.state);
    };
    expect(await states(shop.path, token)).toEqual(['closed', 'closed', 'opened', 'opened']);
    expect(await states(other.path, other.owner.token)).toEqual(['opened']);
  });

  it('are left alone by a merge into another branch', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    await app().call(`POST ${shop.path}/issues`, { token, json: { title: 'one' } });
    await shop.commit('release');
    await shop.open({ target_branch: 'release', description: 'Closes #1' });
    expect((await shop.call('GET 1/closes_issues')).json).toEqual([]);
    expect((await shop.call('GET 1/related_issues')).json).toHaveLength(1);
    expect((await shop.call('PUT 1/merge', { json: {} })).json.state).toBe('merged');
    await app().drain();
    const left = await app().call(`GET ${shop.path}/issues/1`, { token });
    expect(left.json.state).toBe('opened');
    const visitor = await shop.member('visitor', accessLevels.guest);
    expect((await shop.call('GET 1/closes_issues', { token: visitor.token })).status).toBe(403);
  });

  it('are closed as well where the merge is pushed', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    await app().call(`POST ${shop.path}/issues`, { token, json: { title: 'one' } });
    const { sha } = await shop.open({ description: 'Closes #1' });
    await shop.settled(1);
    const pushed = await app().call(`POST ${shop.path}/repository/commits`, {
      token,
      json: {
        branch: 'main',
        start_sha: sha,
        force: true,
        commit_message: 'On top',
        actions: [{ action: 'create', file_path: 'top.txt', content: 'top' }],
      },
    });
    expect(pushed.status).toBe(201);
    expect((await shop.settled(1)).state).toBe('merged');
    await app().drain();
    const issue = await app().call(`GET ${shop.path}/issues/1`, { token });
    expect(issue.json).toMatchObject({ state: 'closed', closed_by: { id: shop.owner.id } });
  });
});
