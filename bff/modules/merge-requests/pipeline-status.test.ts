import { expect, it, vi } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const wanting = { only_allow_merge_if_pipeline_succeeds: true };
const merge = (shop: Workshop, json: object = {}) => shop.call('PUT 1/merge', { json });
const statusOf = async (shop: Workshop) => (await shop.call('GET 1')).json.detailed_merge_status;

onBothDatabases('the pipeline of a merge request', (app) => {
  /** Something outside reports on the head; the first report makes the pipeline. */
  const report = async (shop: Workshop, head: { sha: string; ref: string }, state: string) => {
    const answer = await app().call(`POST ${shop.path}/statuses/${head.sha}`, {
      token: shop.owner.token,
      json: { state, ref: head.ref, name: 'check' },
    });
    expect(answer.status).toBe(201);
  };
  const opened = async (settings: object, attributes: object = {}) => {
    const shop = await workshop(app(), { ...settings });
    const made = await shop.open({ ...attributes });
    await app().drain();
    return { shop, head: { sha: made.sha, ref: made.source_branch } };
  };

  it('must have succeeded where the project wants it, and the status follows', async () => {
    const { shop, head } = await opened(wanting);
    const queries = vi.spyOn(app().deps.db.getExecutor(), 'executeQuery');
    expect(await statusOf(shop)).toBe('ci_must_pass');
    // One look-up serves the status and the record.
    const ofHeads = queries.mock.calls.filter(([{ sql }]) => /max\("p"\."id"\)/.test(sql));
    queries.mockRestore();
    expect(ofHeads).toHaveLength(1);
    expect((await merge(shop)).status).toBe(405);
    const steps = [
      ['pending', 'ci_still_running', 405],
      ['running', 'ci_still_running', 405],
      ['failed', 'ci_must_pass', 405],
      ['success', 'mergeable', 200],
    ] as const;
    for (const [state, wanted, status] of steps) {
      await report(shop, head, state);
      expect(await statusOf(shop)).toBe(wanted);
      expect((await shop.call('GET')).json[0].detailed_merge_status).toBe(wanted);
      expect((await merge(shop)).status).toBe(status);
    }
  });

  it('may have been skipped where the project allows it', async () => {
    const { shop, head } = await opened(wanting);
    await report(shop, head, 'skipped');
    expect(await statusOf(shop)).toBe('ci_must_pass');
    const set = await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { allow_merge_on_skipped_pipeline: true },
    });
    expect(set.json.allow_merge_on_skipped_pipeline).toBe(true);
    expect((await merge(shop)).status).toBe(200);
  });

  it('hinders nothing where the project does not want it', async () => {
    const { shop, head } = await opened({});
    await report(shop, head, 'failed');
    expect(await statusOf(shop)).toBe('mergeable');
    expect((await merge(shop)).status).toBe(200);
  });

  it('of another head counts for nothing', async () => {
    const { shop, head } = await opened(wanting);
    await report(shop, head, 'success');
    await shop.commit(head.ref, { 'more.txt': 'm\n' });
    await app().drain();
    expect(await statusOf(shop)).toBe('ci_must_pass');
    expect((await merge(shop)).status).toBe(405);
  });

  it('is waited for by an automatic merge, which then merges', async () => {
    const { shop, head } = await opened(wanting);
    const set = await merge(shop, { merge_when_pipeline_succeeds: true });
    expect([set.status, set.json.merge_when_pipeline_succeeds]).toEqual([200, true]);
    await report(shop, head, 'running');
    expect((await shop.settled(1)).state).toBe('opened');
    await report(shop, head, 'failed');
    expect(await shop.settled(1)).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      detailed_merge_status: 'ci_must_pass',
    });
    await report(shop, head, 'success');
    expect((await shop.settled(1)).state).toBe('merged');
  });

  it('is waited for by an automatic merge also where the project does not want it', async () => {
    const { shop, head } = await opened({});
    await report(shop, head, 'running');
    const set = await merge(shop, { auto_merge: true });
    expect(set.json).toMatchObject({ state: 'opened', detailed_merge_status: 'ci_still_running' });
    await report(shop, head, 'success');
    expect((await shop.settled(1)).state).toBe('merged');
  });

  it('that has failed is not waited for', async () => {
    const { shop, head } = await opened({});
    await report(shop, head, 'failed');
    expect((await merge(shop, { auto_merge: true })).status).toBe(405);
    expect((await merge(shop)).status).toBe(200);
  });

  it('is not waited for any more once the project does not want it', async () => {
    const { shop } = await opened(wanting);
    await merge(shop, { auto_merge: true });
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { only_allow_merge_if_pipeline_succeeds: false },
    });
    expect((await shop.settled(1)).state).toBe('merged');
  });

  it('that is deleted leaves the decision to the one before', async () => {
    const { shop, head } = await opened(wanting);
    await report(shop, head, 'success');
    const { json } = await app().call(`GET ${shop.path}/pipelines`, { token: shop.owner.token });
    await app().call(`DELETE ${shop.path}/pipelines/${json[0].id}`, { token: shop.owner.token });
    expect(await statusOf(shop)).toBe('ci_must_pass');
  });

  it('is in the single read, for those who may see it', async () => {
    const { shop, head } = await opened({ visibility: 'public' });
    const none = (await shop.call('GET 1')).json;
    expect(none).toMatchObject({
      head_pipeline: null,
      pipeline: null,
      latest_build_started_at: null,
      latest_build_finished_at: null,
      first_deployed_to_production_at: null,
    });
    await report(shop, head, 'running');
    await report(shop, head, 'success');
    const { json } = await shop.call('GET 1');
    expect(json.head_pipeline).toMatchObject({
      sha: head.sha,
      ref: head.ref,
      status: 'success',
      user: { username: shop.owner.username },
      detailed_status: { text: 'Passed' },
    });
    expect(json.pipeline).toMatchObject({ id: json.head_pipeline.id, status: 'success' });
    expect(json.latest_build_finished_at).toBe(json.head_pipeline.finished_at);
    await app()
      .deps.db.updateTable('projects')
      .set({ public_jobs: 0 })
      .where('id', '=', shop.project.id)
      .execute();
    const keys = Object.keys((await app().call(`GET ${shop.path}/merge_requests/1`)).json);
    expect(keys.filter((key) => /pipeline|build|deployed/.test(key))).toEqual([
      'merge_when_pipeline_succeeds',
    ]);
    const guest = await shop.member('guest', accessLevels.reporter);
    expect((await shop.call('GET 1', { token: guest.token })).json.head_pipeline.id).toBe(
      json.head_pipeline.id,
    );
  });
});
