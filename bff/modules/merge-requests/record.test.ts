import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const person = (username: string) => ({
  id: expect.any(Number),
  username,
  public_email: null,
  name: expect.any(String),
  state: 'active',
  locked: false,
  avatar_url: null,
  web_url: `http://127.0.0.1:3000/${username}`,
});
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

onBothDatabases('records of merge requests', (app) => {
  it('a listed record holds every field of the specification and no other', async () => {
    const shop = await workshop(app());
    const made = await shop.open({
      title: 'Draft: x',
      description: '- [x] a',
      labels: 'b,a',
      assignee_id: shop.owner.id,
      reviewer_ids: [shop.owner.id],
      approvals_before_merge: 2,
    });
    await shop.call('POST 1/notes', { json: { body: 'Hello' } });
    await shop.call('PUT 1', { json: { state_event: 'close', discussion_locked: true } });
    await app().drain();
    const owner = person(shop.owner.username);
    const [row] = (await shop.call('GET')).json;
    expect(row).toEqual({
      id: made.id,
      iid: 1,
      project_id: shop.project.id,
      title: 'Draft: x',
      description: '- [x] a',
      state: 'closed',
      created_at: instant,
      updated_at: instant,
      web_url: `http://127.0.0.1:3000/${shop.project.full_path}/-/merge_requests/1`,
      merged_by: null,
      merge_user: null,
      merged_at: null,
      merge_after: null,
      prepared_at: instant,
      closed_by: owner,
      closed_at: instant,
      target_branch: 'main',
      source_branch: made.source_branch,
      user_notes_count: 1,
      upvotes: 0,
      downvotes: 0,
      author: owner,
      assignees: [owner],
      assignee: owner,
      reviewers: [owner],
      source_project_id: shop.project.id,
      target_project_id: shop.project.id,
      labels: ['a', 'b'],
      draft: true,
      work_in_progress: true,
      imported: false,
      imported_from: 'none',
      milestone: null,
      merge_when_pipeline_succeeds: false,
      merge_status: 'can_be_merged',
      detailed_merge_status: 'not_open',
      sha: made.sha,
      merge_commit_sha: null,
      squash_commit_sha: null,
      discussion_locked: true,
      should_remove_source_branch: null,
      force_remove_source_branch: false,
      reference: '!1',
      references: { short: '!1', relative: '!1', full: `${shop.project.full_path}!1` },
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      squash: false,
      squash_on_merge: false,
      task_completion_status: { count: 1, completed_count: 1 },
      has_conflicts: false,
      blocking_discussions_resolved: true,
      approvals_before_merge: 2,
    });
    const single = (await shop.call('GET 1?include_rebase_in_progress=true')).json;
    expect(single).toEqual({
      ...row,
      subscribed: true,
      changes_count: '1',
      merge_error: null,
      latest_build_started_at: null,
      latest_build_finished_at: null,
      first_deployed_to_production_at: null,
      pipeline: null,
      head_pipeline: null,
      diff_refs: {
        base_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
        head_sha: made.sha,
        start_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      rebase_in_progress: false,
      first_contribution: false,
      user: { can_merge: true },
    });
  });

  it('the project may be named by its path, in any case and spelling', async () => {
    const shop = await workshop(app());
    await shop.open();
    const byId = await shop.call('GET');
    const { full_path } = shop.project;
    for (const path of [full_path, full_path.toUpperCase()]) {
      for (const slash of ['%2F', '%2f']) {
        const named = await app().call(`GET /projects/${path.replace('/', slash)}/merge_requests`, {
          token: shop.owner.token,
        });
        expect(named.json).toEqual(byId.json);
      }
    }
    const unknown = await shop.call('GET 77');
    expect([unknown.status, unknown.json.message]).toEqual([404, '404 Merge Request Not Found']);
    const [{ id }] = byId.json;
    expect((await shop.call(`GET ${id + 1000}`)).status).toBe(404);
    expect((await shop.call('GET abc')).json).toEqual({ error: 'merge_request_iid is invalid' });
  });

  it('somebody without a role, of whom nothing was merged, is a first contributor', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    const author = await shop.member('author', 30);
    await shop.open({}, author.token);
    await shop.open({}, author.token);
    const members = `${shop.path}/members/${author.id}`;
    await app().call(`DELETE ${members}`, { token: shop.owner.token });
    const first = async (iid: number) => (await shop.call(`GET ${iid}`)).json.first_contribution;
    expect(await first(2)).toBe(true);
    await shop.call('PUT 1/merge', { json: {} });
    expect(await first(2)).toBe(false);
  });
});
