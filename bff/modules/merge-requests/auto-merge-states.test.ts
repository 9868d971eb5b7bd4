import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import type { DetailedMergeStatus } from '#contract/merge-request-record.ts';
import { reportStatus } from '../../testing/report-status.ts';
import { commitFiles } from '../../testing/scratch.ts';
import { report as reportControl } from '../../testing/signed-calls.ts';
import { onBothDatabases, type TestApp } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

const { developer } = accessLevels;
const hour = 3_600_000;

const iso = (instant: number) => new Date(instant).toISOString();
const setAuto = (shop: Workshop) => shop.call('PUT 1/merge', { json: { auto_merge: true } });
const ofProject = (app: TestApp, shop: Workshop, request: string, json: object) => {
  const [method, rest = ''] = request.split(' ');
  return app.call(`${method} ${shop.path}${rest}`, { token: shop.owner.token, json });
};

/** What brings a merge request into a status, and what takes that away. */
interface Case {
  settings?: Record<string, unknown>;
  attributes?: Record<string, unknown>;
  arrange?: (app: TestApp, shop: Workshop) => Promise<() => unknown>;
}

const needsPipeline = { only_allow_merge_if_pipeline_succeeds: true };
const needsThreads = { only_allow_merge_if_all_discussions_are_resolved: true };

/** A branch whose change cannot be merged. */
async function conflicting(app: TestApp, shop: Workshop): Promise<() => unknown> {
  const { source_branch: branch } = (await shop.call('GET 1')).json;
  await commitFiles(app, shop.project, { branch, files: { 'a.txt': 'two\n' } });
  await commitFiles(app, shop.project, { branch: 'main', files: { 'a.txt': 'three\n' } });
  return () => commitFiles(app, shop.project, { branch, files: { 'a.txt': 'three\n' } });
}

const waiting: Partial<Record<DetailedMergeStatus, Case>> = {
  requested_changes: {
    async arrange(_app, shop) {
      const critic = await shop.member('critic', developer);
      const say = (state: string) =>
        shop.call(`PUT 1/reviewers/${critic.id}`, { token: critic.token, json: { state } });
      await say('requested_changes');
      return () => say('reviewed');
    },
  },
  not_approved: {
    async arrange(_app, shop) {
      const pilot = await shop.member('pilot', developer);
      const rule = { name: 'Pilots', approvals_required: 1, user_ids: [pilot.id] };
      await shop.call('POST 1/approval_rules', { json: rule });
      return () => shop.call('POST 1/approve', { token: pilot.token });
    },
  },
  merge_request_blocked: {
    async arrange(_app, shop) {
      const { iid } = await shop.open();
      await shop.call('POST 1/blocks', { json: { blocking_merge_request_iid: iid } });
      return () => shop.call(`PUT ${iid}/merge`, { json: {} });
    },
  },
  status_checks_must_pass: {
    async arrange(app, shop) {
      const secret = 'the harbour is ours';
      const json = { external_url: 'http://127.0.0.1:9/', secret_token: secret };
      const { id } = (await ofProject(app, shop, 'POST /compliance_external_controls', json)).json;
      const settings = { only_allow_merge_if_all_status_checks_passed: true };
      await ofProject(app, shop, 'PUT ', settings);
      return () => reportControl(app, { id, secret, project: String(shop.project.id) });
    },
  },
  merge_time: {
    async arrange(app, shop) {
      await shop.call('PUT 1', { json: { merge_after: iso(app.clock.now() + hour) } });
      return () => app.clock.set(app.clock.now() + hour + 1);
    },
  },
  draft_status: {
    attributes: { title: 'Draft: a' },
    arrange: async (_app, shop) => () => shop.call('PUT 1', { json: { title: 'a' } }),
  },
  discussions_not_resolved: {
    settings: needsThreads,
    async arrange(_app, shop) {
      const { id } = (await shop.call('POST 1/discussions', { json: { body: 'Why?' } })).json;
      return () => shop.call(`PUT 1/discussions/${id}`, { json: { resolved: true } });
    },
  },
  ci_still_running: {
    settings: needsPipeline,
    async arrange(app, shop) {
      await reportStatus(app, shop, 'running');
      return () => reportStatus(app, shop, 'success');
    },
  },
  // One that is still to be made is waited for.
  ci_must_pass: {
    settings: needsPipeline,
    arrange: async (app, shop) => () => reportStatus(app, shop, 'success'),
  },
};

const refusing: [DetailedMergeStatus, number, Case][] = [
  ['conflict', 422, { arrange: conflicting }],
  [
    'need_rebase',
    422,
    {
      settings: { merge_method: 'ff' },
      async arrange(app, shop) {
        await commitFiles(app, shop.project, { branch: 'main', files: { 'b.txt': 'b\n' } });
        return () => undefined;
      },
    },
  ],
  [
    'commits_status',
    405,
    {
      async arrange(app, shop) {
        const { source_branch } = (await shop.call('GET 1')).json;
        await ofProject(app, shop, `DELETE /repository/branches/${source_branch}`, {});
        return () => undefined;
      },
    },
  ],
  [
    'not_open',
    405,
    {
      async arrange(_app, shop) {
        await shop.call('PUT 1', { json: { state_event: 'close' } });
        return () => undefined;
      },
    },
  ],
  [
    'ci_must_pass',
    405,
    {
      settings: needsPipeline,
      async arrange(app, shop) {
        await reportStatus(app, shop, 'failed');
        return () => undefined;
      },
    },
  ],
];

onBothDatabases('an automatic merge', (app) => {
  const stage = async ({ settings = {}, attributes = {}, arrange }: Case) => {
    const shop = await workshop(app(), settings);
    await shop.open(attributes);
    await app().drain();
    const mend = await arrange?.(app(), shop);
    const { detailed_merge_status: status } = await shop.settled(1);
    return { shop, mend, status };
  };

  it('set in each status that can pass waits for what it names, and merges once that has passed', async () => {
    const start = app().clock.now();
    for (const [name, how] of Object.entries(waiting)) {
      const { shop, mend, status } = await stage(how);
      const set = await setAuto(shop);
      expect([name, status, set.status, set.json.state]).toEqual([name, name, 200, 'opened']);
      const kept = await shop.settled(1);
      expect([
        name,
        kept.state,
        kept.merge_when_pipeline_succeeds,
        kept.detailed_merge_status,
      ]).toEqual([name, 'opened', true, name]);
      await mend?.();
      expect([name, (await shop.settled(1)).state]).toEqual([name, 'merged']);
      app().clock.set(start);
    }
  });

  it('set in a status that does not pass by itself is refused and not kept', async () => {
    for (const [name, code, how] of refusing) {
      const { shop, status } = await stage(how);
      const set = await setAuto(shop);
      expect([name, status, set.status]).toEqual([name, name, code]);
      const kept = await shop.settled(1);
      expect([name, kept.merge_when_pipeline_succeeds, kept.merge_user]).toEqual([
        name,
        false,
        null,
      ]);
    }
  });

  it.each(['preparing', 'checking', 'unchecked'] as const)(
    'set while the status is %s is judged by the check that follows',
    async (status) => {
      const shop = await workshop(app());
      const made = await shop.open({ title: 'Draft: a' });
      if (status !== 'preparing') {
        await app().drain();
        await app()
          .deps.db.updateTable('merge_requests')
          .set({ merge_status: status })
          .where('id', '=', made.id)
          .execute();
      }
      expect((await shop.call('GET ')).json[0].detailed_merge_status).toBe(status);
      const set = await setAuto(shop);
      expect([set.status, set.json.detailed_merge_status]).toEqual([200, 'draft_status']);
      await shop.call('PUT 1', { json: { title: 'a' } });
      expect((await shop.settled(1)).state).toBe('merged');
    },
  );

  it('that waits while a conflict comes merges once it is gone, or is taken back by the push that mends it', async () => {
    const { shop, mend } = await stage({ attributes: { title: 'Draft: a' } });
    expect((await setAuto(shop)).status).toBe(200);
    const { source_branch: branch } = (await shop.call('GET 1')).json;
    const file = `${branch}.txt`;
    await commitFiles(app(), shop.project, { branch: 'main', files: { [file]: 'other\n' } });
    await mend?.();
    expect(await shop.settled(1)).toMatchObject({ has_conflicts: true, state: 'opened' });
    await shop.call('PUT 1', { json: { title: 'a' } });
    expect(await shop.settled(1)).toMatchObject({
      detailed_merge_status: 'conflict',
      merge_when_pipeline_succeeds: true,
    });
    await commitFiles(app(), shop.project, { branch: 'main', files: { [file]: null } });
    expect((await shop.settled(1)).state).toBe('merged');
  });
});
