import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles, gitIn } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { reporter } = accessLevels;

onBothDatabases('the merge that could be', (app) => {
  it('is a commit with both heads as parents, the same until one of them moves', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const ref = async () => (await shop.call('GET 1/merge_ref')).json.commit_id;
    const first = await ref();
    const tip = gitIn(app(), shop.project, 'rev-parse', 'main');
    expect(gitIn(app(), shop.project, 'log', '-1', '--format=%P', first)).toBe(
      `${tip} ${made.sha}`,
    );
    expect(gitIn(app(), shop.project, 'rev-parse', 'refs/merge-requests/1/merge')).toBe(first);
    expect(await ref()).toBe(first);
    const files = { 'more.txt': 'm\n' };
    const moved = await commitFiles(app(), shop.project, { branch: 'main', files });
    const second = await ref();
    expect(gitIn(app(), shop.project, 'log', '-1', '--format=%P', second)).toBe(
      `${moved} ${made.sha}`,
    );
    expect(gitIn(app(), shop.project, 'rev-parse', 'main')).toBe(moved);
    await shop.call('DELETE 1');
    await app().drain();
    expect(gitIn(app(), shop.project, 'for-each-ref', 'refs/merge-requests')).toBe('');
  });

  it('is 400 where there is none', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const files = { [`${made.source_branch}.txt`]: 'another\n' };
    await commitFiles(app(), shop.project, { branch: 'main', files });
    const refusal = async () => {
      const answer = await shop.call('GET 1/merge_ref');
      return [answer.status, answer.json.message];
    };
    expect(await refusal()).toEqual([400, 'Merge request is not mergeable']);
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect(await refusal()).toEqual([400, 'Merge request is not mergeable']);
    expect((await shop.call('GET 77/merge_ref')).status).toBe(404);
  });
});

onBothDatabases('pipelines below a merge request', (app) => {
  const file = `
branch: { script: x }
request: { script: x, rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }] }
`;
  const withFile = async (text: string) => {
    const shop = await workshop(app());
    const files = { '.gitlab-ci.yml': text };
    await commitFiles(app(), shop.project, { branch: 'main', files });
    const made = await shop.open();
    await app().drain();
    return { shop, made };
  };
  const listed = async (shop: Workshop) =>
    (await shop.call('GET 1/pipelines')).json.map(
      (one: { source: string; sha: string }) => `${one.source} ${one.sha}`,
    );

  it('are listed newest first, those of its earlier heads too, and made on request', async () => {
    const { shop, made } = await withFile(file);
    const first = [`merge_request_event ${made.sha}`, `push ${made.sha}`];
    expect(await listed(shop)).toEqual(first);
    const next = await shop.commit(made.source_branch, { 'more.txt': 'm\n' });
    await app().drain();
    expect(await listed(shop)).toEqual([`merge_request_event ${next}`, `push ${next}`, ...first]);
    const asked = await shop.call('POST 1/pipelines', { json: {} });
    expect(asked.status).toBe(200);
    expect(asked.json).toMatchObject({
      source: 'merge_request_event',
      ref: 'refs/merge-requests/1/head',
      sha: next,
      user: { username: shop.owner.username },
    });
    expect((await shop.call('GET 1')).json.head_pipeline.id).toBe(asked.json.id);
    const later = await shop.call('POST 1/pipelines', { json: { async: true } });
    expect([later.status, later.json]).toEqual([202, {}]);
    expect(await listed(shop)).toHaveLength(5);
    await app().drain();
    expect(await listed(shop)).toHaveLength(6);
    const page = await shop.call('GET 1/pipelines?per_page=2');
    expect([page.json.length, page.headers.get('x-total')]).toEqual([2, '6']);
  });

  it('are refused: 403 to a Reporter, 405 when not open, 400 where the file wants none', async () => {
    const { shop } = await withFile('branch: { script: x, except: [merge_requests] }\n');
    const { token } = await shop.member('rep', reporter);
    expect((await shop.call('POST 1/pipelines', { token, json: {} })).status).toBe(403);
    const none = await shop.call('POST 1/pipelines', { json: {} });
    expect([none.status, Object.keys(none.json.message)]).toEqual([400, ['base']]);
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect((await shop.call('POST 1/pipelines', { json: {} })).status).toBe(405);
    expect((await shop.call('POST 77/pipelines', { json: {} })).status).toBe(404);
    expect(await listed(shop)).toHaveLength(1);
  });
});
