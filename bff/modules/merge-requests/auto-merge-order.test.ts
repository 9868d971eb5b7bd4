import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import type { DetailedMergeStatus } from '#contract/merge-request-record.ts';
import { reportStatus } from '../../testing/report-status.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const { developer } = accessLevels;
const hour = 3_600_000;

onBothDatabases('an automatic merge among other events', (app) => {
  /** What is so, told by what was done alone. */
  interface Model {
    needsPipeline: boolean;
    draft: boolean;
    thread: string | undefined;
    approved: boolean;
    block: number | undefined;
    later: boolean;
    changes: boolean;
    pipeline: 'running' | 'success' | 'failed' | undefined;
    waits: boolean;
  }

  function statusOf(model: Model, waits = model.waits): DetailedMergeStatus {
    if (model.changes) return 'requested_changes';
    if (!model.approved) return 'not_approved';
    if (model.block !== undefined) return 'merge_request_blocked';
    if (model.later) return 'merge_time';
    if (model.draft) return 'draft_status';
    if (model.thread !== undefined) return 'discussions_not_resolved';
    if (!model.needsPipeline && !(waits && model.pipeline !== undefined)) return 'mergeable';
    if (model.pipeline === 'success') return 'mergeable';
    return model.pipeline === 'running' ? 'ci_still_running' : 'ci_must_pass';
  }

  interface Scene {
    shop: Workshop;
    model: Model;
    pilot: TestUser;
    critic: TestUser;
    branch: string;
  }

  const say = ({ shop, critic }: Scene, state: string) =>
    shop.call(`PUT 1/reviewers/${critic.id}`, { token: critic.token, json: { state } });
  const review = async (scene: Scene, verb: 'approve' | 'unapprove') => {
    const answer = await scene.shop.call(`POST 1/${verb}`, { token: scene.pilot.token });
    expect([verb, answer.status]).toEqual([verb, 201]);
    scene.model.approved = verb === 'approve';
  };
  const runTo = async ({ shop, model }: Scene, state: NonNullable<Model['pipeline']>) => {
    await reportStatus(app(), shop, state);
    model.pipeline = state;
  };

  /** Each is passed over where it would change nothing. */
  const moves: Record<string, (scene: Scene) => Promise<unknown>> = {
    async set({ shop, model }) {
      const wanted = statusOf(model, true);
      const waitsForPipeline = wanted !== 'ci_must_pass' || model.pipeline === undefined;
      const answer = await shop.call('PUT 1/merge', { json: { auto_merge: true } });
      expect([wanted, answer.status]).toEqual([wanted, waitsForPipeline ? 200 : 405]);
      if (waitsForPipeline) model.waits = true;
    },
    async cancel({ shop, model }) {
      const answer = await shop.call('POST 1/cancel_merge_when_pipeline_succeeds');
      expect(answer.status).toBe(model.waits ? 201 : 406);
      model.waits = false;
    },
    async push({ shop, model, branch }) {
      await shop.commit(branch, { [`${fresh('file')}.txt`]: 'x\n' });
      Object.assign(model, { approved: false, waits: false, pipeline: undefined });
    },
    pushToTarget: ({ shop }) => shop.commit('main', { [`${fresh('file')}.txt`]: 'x\n' }),
    async draft({ shop, model }) {
      model.draft = true;
      await shop.call('PUT 1', { json: { title: 'Draft: a' } });
    },
    async ready({ shop, model }) {
      model.draft = false;
      await shop.call('PUT 1', { json: { title: 'a' } });
    },
    async comment({ shop, model }) {
      if (model.thread !== undefined) return;
      model.thread = (await shop.call('POST 1/discussions', { json: { body: 'Why?' } })).json.id;
    },
    async resolve({ shop, model }) {
      if (model.thread === undefined) return;
      await shop.call(`PUT 1/discussions/${model.thread}`, { json: { resolved: true } });
      model.thread = undefined;
    },
    approve: async (scene) => scene.model.approved || review(scene, 'approve'),
    unapprove: async (scene) => scene.model.approved && review(scene, 'unapprove'),
    async block({ shop, model }) {
      if (model.block !== undefined) return;
      const json = { blocking_merge_request_iid: 2 };
      model.block = (await shop.call('POST 1/blocks', { json })).json.id;
    },
    async unblock({ shop, model }) {
      if (model.block === undefined) return;
      await shop.call(`DELETE 1/blocks/${model.block}`);
      model.block = undefined;
    },
    async later({ shop, model }) {
      model.later = true;
      await shop.call('PUT 1', {
        json: { merge_after: new Date(app().clock.now() + hour).toISOString() },
      });
    },
    async due({ model }) {
      app().clock.set(app().clock.now() + hour + 1);
      model.later = false;
    },
    async criticize(scene) {
      scene.model.changes = true;
      await say(scene, 'requested_changes');
    },
    async praise(scene) {
      scene.model.changes = false;
      await say(scene, 'reviewed');
    },
    run: async (scene) => scene.model.pipeline === undefined && runTo(scene, 'running'),
    pass: async (scene) => scene.model.pipeline !== 'success' && runTo(scene, 'success'),
    fail: async (scene) => scene.model.pipeline !== 'failed' && runTo(scene, 'failed'),
    async closeAndReopen({ shop, model }) {
      await shop.call('PUT 1', { json: { state_event: 'close' } });
      await shop.call('PUT 1', { json: { state_event: 'reopen' } });
      model.waits = false;
    },
  };

  /** True when it has merged, which it does exactly when nothing stands in the way any more. */
  async function isMergedAfter(scene: Scene, name: string): Promise<boolean> {
    const { shop, model } = scene;
    await moves[name]?.(scene);
    const { state, detailed_merge_status, merge_when_pipeline_succeeds } = await shop.settled(1);
    const status = statusOf(model);
    const merges = model.waits && status === 'mergeable';
    expect([name, state, detailed_merge_status, merge_when_pipeline_succeeds]).toEqual([
      name,
      ...(merges ? ['merged', 'not_open', false] : ['opened', status, model.waits]),
    ]);
    return merges;
  }

  const mending = ['ready', 'resolve', 'approve', 'unblock', 'due', 'praise', 'pass', 'set'];

  it('merges exactly when all holds, whatever is pushed, approved, said and finished in what order', async () => {
    const start = app().clock.now();
    let merged = 0;
    const names = fc.constantFrom(...Object.keys(moves));
    const order = fc.record({
      needsPipeline: fc.boolean(),
      first: fc.array(names, { minLength: 6, maxLength: 12 }),
      last: fc.shuffledSubarray(mending, { minLength: mending.length }),
    });
    await fc.assert(
      fc.asyncProperty(order, async ({ needsPipeline: needs, first, last }) => {
        const shop = await workshop(app(), {
          only_allow_merge_if_all_discussions_are_resolved: true,
          only_allow_merge_if_pipeline_succeeds: needs,
        });
        const pilot = await shop.member('pilot', developer);
        const critic = await shop.member('critic', developer);
        const made = await shop.open({ title: 'a', reviewer_ids: [critic.id] });
        await shop.open();
        const rule = { name: 'Pilots', approvals_required: 1, user_ids: [pilot.id] };
        await shop.call('POST 1/approval_rules', { json: rule });
        await app().drain();
        const model: Model = {
          needsPipeline: needs,
          draft: false,
          thread: undefined,
          approved: false,
          block: undefined,
          later: false,
          changes: false,
          pipeline: undefined,
          waits: false,
        };
        const scene = { shop, model, pilot, critic, branch: made.source_branch };
        for (const name of [...first, ...last, 'set']) {
          if (await isMergedAfter(scene, name)) {
            merged += 1;
            return;
          }
        }
      }),
      { numRuns: 5, seed: 592_733, endOnFailure: true },
    );
    // At last nothing stands in the way of any.
    expect(merged).toBe(5);
    app().clock.set(start);
  });
});
