import { describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { fresh, workshop } from '../../testing/workshop.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const { guest, reporter, developer } = accessLevels;

onBothDatabases('creating merge requests', (app) => {
  it('answers the single-read record, and the check follows in the background', async () => {
    const shop = await workshop(app());
    const head = await shop.commit('tide', { 'b.txt': 'b\n', 'c.txt': 'c\n' });
    const answer = await shop.call('POST', {
      json: {
        title: 'Draft: Turn the tide',
        source_branch: 'tide',
        target_branch: 'main',
        description: '- [ ] one\n- [x] two',
        labels: 'bug, New one ,,bug',
        assignee_id: shop.owner.id,
        reviewer_ids: [shop.owner.id],
        remove_source_branch: true,
        squash: true,
        merge_after: '2025-01-09T20:47+0100',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      iid: 1,
      project_id: shop.project.id,
      source_project_id: shop.project.id,
      target_project_id: shop.project.id,
      title: 'Draft: Turn the tide',
      state: 'opened',
      draft: true,
      work_in_progress: true,
      sha: head,
      labels: ['New one', 'bug'],
      task_completion_status: { count: 2, completed_count: 1 },
      author: { username: shop.owner.username },
      assignee: { username: shop.owner.username },
      reviewers: [{ username: shop.owner.username }],
      force_remove_source_branch: true,
      should_remove_source_branch: null,
      squash: true,
      squash_on_merge: true,
      merge_after: '2025-01-09T19:47:00.000Z',
      merge_status: 'checking',
      detailed_merge_status: 'preparing',
      prepared_at: null,
      changes_count: null,
      diff_refs: null,
      merge_commit_sha: null,
      merged_at: null,
      merge_user: null,
      merged_by: null,
      closed_by: null,
      imported: false,
      imported_from: 'none',
      has_conflicts: false,
      blocking_discussions_resolved: true,
      reference: '!1',
      references: { short: '!1', relative: '!1', full: `${shop.project.full_path}!1` },
      subscribed: true,
      user: { can_merge: true },
    });
    expect(answer.json.web_url).toBe(
      `http://127.0.0.1:3000/${shop.project.full_path}/-/merge_requests/1`,
    );
    expect(answer.json).not.toHaveProperty('allow_collaboration');

    const settled = await shop.settled(1);
    expect(settled).toMatchObject({
      merge_status: 'can_be_merged',
      detailed_merge_status: 'draft_status',
      changes_count: '2',
      merge_error: null,
      diff_refs: { head_sha: head },
    });
    expect(settled.prepared_at).not.toBeNull();
    expect(settled.updated_at).toBe(answer.json.updated_at);
  });

  it('numbers are per project and never given twice, also after a delete', async () => {
    const shop = await workshop(app());
    const first = await shop.open();
    const second = await shop.open();
    expect([first.iid, second.iid]).toEqual([1, 2]);
    expect((await shop.call('DELETE 2')).status).toBe(204);
    expect((await shop.open()).iid).toBe(3);
    const other = await workshop(app());
    expect((await other.open()).iid).toBe(1);
  });

  it('two of the same pair at once: one is created, the other is 409', async () => {
    const shop = await workshop(app());
    await shop.commit('tide');
    const json = { title: 't', source_branch: 'tide', target_branch: 'main' };
    const answers = await Promise.all([
      shop.call('POST', { json }),
      shop.call('POST', { json }),
      shop.call('POST', { json }),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.json).toEqual({
      message: ['Another open merge request already exists for this source branch: !1'],
    });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    expect((await shop.call('POST', { json })).status).toBe(201);
  });

  it('who may not create labels gets unknown names skipped', async () => {
    const shop = await workshop(app());
    await shop.open({ labels: 'known' });
    const author = await shop.member('dev', developer);
    const made = await shop.open({}, author.token);
    await app().call(`PUT ${shop.path}/members/${author.id}`, {
      token: shop.owner.token,
      json: { access_level: guest },
    });
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { visibility: 'public' },
    });
    const answer = await shop.call(`PUT ${made.iid}`, {
      token: author.token,
      json: { labels: 'known,unknown' },
    });
    expect([answer.status, answer.json.labels]).toEqual([200, ['known']]);
  });

  it('a fork merges into its origin, also from a branch of the same name', async () => {
    const shop = await workshop(app());
    const fork = await workshop(app());
    const unrelated = await fork.call('POST', {
      json: {
        title: 't',
        source_branch: 'main',
        target_branch: 'main',
        target_project_id: shop.project.id,
      },
    });
    expect(unrelated.status).toBe(403);
    const { db } = app().deps;
    await db
      .updateTable('projects')
      .set({ forked_from_project_id: shop.project.id })
      .where('id', '=', fork.project.id)
      .execute();
    await app().call(`POST ${shop.path}/members`, {
      token: shop.owner.token,
      json: { user_id: fork.owner.id, access_level: reporter },
    });
    const head = await fork.commit('main', { 'fork.txt': 'f\n' });
    const made = await fork.call('POST', {
      json: {
        title: 'From the fork',
        source_branch: 'main',
        target_branch: 'main',
        target_project_id: shop.project.id,
        allow_maintainer_to_push: true,
      },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      iid: 1,
      project_id: shop.project.id,
      source_project_id: fork.project.id,
      allow_collaboration: true,
      allow_maintainer_to_push: true,
      first_contribution: false,
      user: { can_merge: false },
    });
    expect(await shop.settled(1)).toMatchObject({
      sha: head,
      // Both began with a commit of their own: git finds no common history.
      detailed_merge_status: 'conflict',
    });
    const files = await shop.call('GET 1/diffs');
    expect(files.json.map((file: { new_path: string }) => file.new_path)).toContain('fork.txt');
  });

  describe('refuses', () => {
    it('what lacks a required field, before it looks for the project', async () => {
      const { token } = await app().user(fresh('nobody'));
      const answer = await app().call('POST /projects/999999/merge_requests', { token, json: {} });
      expect([answer.status, answer.json.error]).toEqual([
        400,
        'title is missing, title is empty, source_branch is missing, source_branch is empty, target_branch is missing, target_branch is empty',
      ]);
    });

    it('people below Developer, and everyone where merge requests are off', async () => {
      const shop = await workshop(app());
      await shop.commit('tide');
      const json = { title: 't', source_branch: 'tide', target_branch: 'main' };
      const reader = await shop.member('rep', reporter);
      expect((await shop.call('POST', { token: reader.token, json })).status).toBe(403);
      await app().call(`PUT ${shop.path}`, {
        token: shop.owner.token,
        json: { merge_requests_enabled: false },
      });
      expect((await shop.call('POST', { json })).status).toBe(403);
      expect((await shop.call('GET')).status).toBe(403);
    });

    it('in the order 422, 409, 400, and writes nothing', async () => {
      const shop = await workshop(app());
      await shop.commit('tide');
      const post = async (attributes: object) => {
        const json = { title: 't', source_branch: 'tide', target_branch: 'main', ...attributes };
        const answer = await shop.call('POST', { json });
        return [answer.status, answer.json.message];
      };
      const long = 'a'.repeat(256);
      expect(await post({ target_branch: 'tide', title: long })).toEqual([
        422,
        ["You can't use same project/branch for source and target"],
      ]);
      expect(await post({ title: long, target_branch: 'ghost', source_branch: 'phantom' })).toEqual(
        [
          400,
          {
            title: ['is too long (maximum is 255 characters)'],
            source_branch: ['does not exist'],
            target_branch: ['does not exist'],
          },
        ],
      );
      expect(await post({ milestone_id: 999_999, assignee_ids: [999_999] })).toEqual([
        400,
        {
          milestone_id: ['is invalid'],
          assignee_ids: ['user 999999 cannot read this merge request'],
        },
      ]);
      const [status, message] = await post({ description: 'é'.repeat(1_048_577) });
      expect([status, message]).toEqual([
        400,
        { description: ['is too long (maximum is 1048576 characters)'] },
      ]);
      expect((await shop.call('GET')).json).toEqual([]);
      expect((await post({ title: 'é'.repeat(255) }))[0]).toBe(201);
      expect(await post({ title: long })).toEqual([
        409,
        ['Another open merge request already exists for this source branch: !1'],
      ]);
    });

    it('a target project that is hidden or unknown alike', async () => {
      const shop = await workshop(app());
      const hidden = await workshop(app());
      await shop.commit('tide');
      const post = (target_project_id: number) =>
        shop.call('POST', {
          json: { title: 't', source_branch: 'tide', target_branch: 'main', target_project_id },
        });
      const answers = [await post(hidden.project.id), await post(999_999)];
      expect(answers.map((answer) => [answer.status, answer.json.message])).toEqual([
        [403, '403 Forbidden'],
        [403, '403 Forbidden'],
      ]);
      await app().call(`PUT ${hidden.path}`, {
        token: hidden.owner.token,
        json: { visibility: 'public' },
      });
      const unrelated = await post(hidden.project.id);
      expect([unrelated.status, unrelated.json.message]).toEqual([
        422,
        ['Source project is not a fork of the target project'],
      ]);
    });
  });
});
