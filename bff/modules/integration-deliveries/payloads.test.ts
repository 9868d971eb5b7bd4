import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { nullSha } from '../../git/names.ts';
import { findProjectById } from '../projects/rules.ts';
import { recordPush } from '../pushes/rules.ts';
import type { News } from './news.ts';

const person = {
  id: expect.any(Number),
  name: 'Pia',
  username: 'pia',
  avatar_url: null,
  email: '[REDACTED]',
};

onBothDatabases('payloads', (app) => {
  async function told(path: string, project: string) {
    const { db } = app().deps;
    const rows = await db
      .selectFrom('integration_deliveries')
      .selectAll()
      .where('slug', '=', path)
      .where('project_id', '=', Number(project.split('/').at(-1)))
      .orderBy('id')
      .execute();
    return rows.map((row) => JSON.parse(row.news) as News);
  }

  it('carry what receivers read, and no address that somebody keeps to themselves', async () => {
    const port = await harbor(app(), 'pia');
    const { call, project } = port;
    // Nothing is sent here: what is written down is what would be.
    const slack = {
      webhook: 'https://chat.example.test/hook',
      branches_to_be_notified: 'all',
      notify_only_broken_pipelines: false,
      deployment_events: true,
    };
    app().deps.resolve = () => Promise.resolve(['93.184.216.34']);
    app().deps.fetch = () => Promise.reject(new Error('nothing is sent'));
    expect((await call(`PUT ${port.group}/integrations/slack`, slack)).status).toBe(200);
    const packagist = { username: 'bo', token: 'qux' };
    await call(`PUT ${port.group}/integrations/packagist`, packagist);
    const made = async (request: string, json: object) => {
      const answer = await call(request, json);
      if (answer.status >= 300) throw new Error(`${request}: ${answer.text}`);
      return answer.json;
    };
    await port.commit({ 'a.txt': '1', '.gitlab-ci.yml': 'build: {script: make}' });
    const first = (await call(`GET ${project}/repository/branches/main`)).json.commit.id;
    await made(`POST ${project}/repository/commits`, {
      branch: 'main',
      commit_message: 'Change all',
      actions: [
        { action: 'update', file_path: 'a.txt', content: '2' },
        { action: 'create', file_path: 'b c.txt', content: '3' },
        { action: 'delete', file_path: '.gitlab-ci.yml' },
      ],
    });
    const head = (await call(`GET ${project}/repository/branches/main`)).json.commit.id;
    await made(`POST ${project}/labels`, { name: 'bug', color: '#ff0000' });
    const issue = await port.issue({ title: 'Leak', labels: 'bug', description: 'Wet' });
    await made(`POST ${project}/issues/${issue.iid}/notes`, { body: 'Seen' });
    await call(`PUT ${project}/issues/${issue.iid}`, { state_event: 'close', title: 'Leaks' });
    await port.commit({ 'c.txt': '2' }, 'side', { start_branch: 'main' });
    const request = await made(`POST ${project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'main',
      title: 'Side',
      reviewer_ids: [port.id],
    });
    await made(`POST ${project}/repository/commits/${head}/comments`, { note: 'Fine' });
    await made(`POST ${project}/merge_requests/${request.iid}/notes`, { body: 'Good' });
    const deployment = {
      environment: 'sea',
      sha: head,
      ref: 'main',
      tag: false,
      status: 'success',
    };
    await made(`POST ${project}/deployments`, deployment);
    await app().drain();
    const ci = { name: 'build', state: 'failed', ref: 'main' };
    await made(`POST ${project}/statuses/${first}`, ci);
    await app().drain();

    const news = await told('slack', project);
    const of = (kind: string) => news.filter((one) => one.kind === kind).map((one) => one.payload);
    const home = `http://127.0.0.1:3000/at-pia/quay`;
    const place = {
      id: expect.any(Number),
      name: 'quay',
      description: null,
      web_url: home,
      avatar_url: null,
      git_ssh_url: '',
      git_http_url: `${home}.git`,
      namespace: 'pia',
      visibility_level: 0,
      path_with_namespace: 'at-pia/quay',
      default_branch: 'main',
      ci_config_path: null,
    };
    const older = { homepage: home, url: `${home}.git`, ssh_url: '', http_url: `${home}.git` };
    const pushes = of('push');
    expect(pushes[1]).toEqual({
      object_kind: 'push',
      event_name: 'push',
      before: first,
      after: head,
      ref: 'refs/heads/main',
      ref_protected: true,
      checkout_sha: head,
      message: null,
      user_id: port.id,
      user_name: 'Pia',
      user_username: 'pia',
      user_email: '[REDACTED]',
      user_avatar: null,
      project_id: expect.any(Number),
      project: { ...place, ...older },
      commits: [
        {
          id: head,
          message: 'Change all',
          title: 'Change all',
          timestamp: expect.stringMatching(/^2026-11-27T/),
          url: `${home}/-/commit/${head}`,
          author: { name: 'Pia', email: 'pia@example.test' },
          added: ['b c.txt'],
          modified: ['a.txt'],
          removed: ['.gitlab-ci.yml'],
        },
      ],
      total_commits_count: 1,
      push_options: {},
      repository: {
        name: 'quay',
        url: `${home}.git`,
        description: null,
        homepage: home,
        git_http_url: `${home}.git`,
        git_ssh_url: '',
        visibility_level: 0,
      },
    });
    expect(pushes[0]).toMatchObject({ before: '0'.repeat(40), total_commits_count: 1 });
    expect(
      of('issue').map((one) => 'object_attributes' in one && one.object_attributes),
    ).toMatchObject([
      { iid: 1, title: 'Leaks', description: 'Wet', action: 'open', url: `${home}/-/issues/1` },
      { action: 'close', state: 'closed' },
    ]);
    expect(of('issue')[1]).toMatchObject({
      event_type: 'issue',
      user: person,
      labels: [{ title: 'bug', color: '#ff0000', type: 'ProjectLabel' }],
      changes: {
        title: { previous: 'Leak', current: 'Leaks' },
        state: { previous: 'opened', current: 'closed' },
      },
    });
    expect(of('note')).toMatchObject([
      {
        object_attributes: { note: 'Seen', noteable_type: 'Issue', action: 'create' },
        issue: { iid: 1 },
      },
      { object_attributes: { note: 'Fine', noteable_type: 'Commit' }, commit: { id: head } },
      { object_attributes: { noteable_type: 'MergeRequest' }, merge_request: { iid: 1 } },
    ]);
    expect(of('merge_request')).toMatchObject([
      {
        event_type: 'merge_request',
        object_attributes: {
          iid: 1,
          source_branch: 'side',
          action: 'open',
          reviewer_ids: [port.id],
        },
        reviewers: [person],
      },
    ]);
    expect(of('pipeline').at(-1)).toMatchObject({
      project: place,
      merge_request: null,
      object_attributes: { status: 'failed', stages: ['test'], variables: [] },
      commit: { id: first, author: { name: 'Pia' } },
      builds: [{ name: 'build', stage: 'test', status: 'failed', user: person }],
    });
    expect(Object.keys((of('pipeline')[0] as { project: object }).project)).not.toContain(
      'homepage',
    );
    expect(of('deployment')).toMatchObject([
      {
        status: 'success',
        environment: 'sea',
        environment_slug: 'sea',
        short_sha: head.slice(0, 8),
        commit_title: 'Change all',
        ref: 'main',
        user: person,
      },
    ]);
    // A receiver whose form is ours hears of each change; a chat of the turns alone.
    const hooks = await told('packagist', project);
    expect(hooks.map((one) => one.kind)).toEqual(['push', 'push', 'push', 'merge_request']);
  });

  it('tell the twenty newest commits of a push and count the others; a fork and a large push tell nothing', async () => {
    const port = await harbor(app(), 'many');
    app().deps.fetch = () => Promise.reject(new Error('nothing is sent'));
    await port.call(`PUT ${port.group}/integrations/pivotaltracker`, { token: 'qux' });
    await port.call(`PUT ${port.group}/integrations/packagist`, { username: 'bo', token: 'qux' });
    await port.commit({ 'a.txt': '0' });
    for (let at = 1; at <= 22; at += 1)
      await port.commit({ [`f${at}.txt`]: '' }, 'long', at === 1 ? { start_branch: 'main' } : {});
    await app().drain();
    const long = (await port.call(`GET ${port.project}/repository/branches/long`)).json.commit.id;
    await app().deps.db.deleteFrom('integration_deliveries').execute();
    // One move over all of them, as a push by git makes it.
    await port.call(`POST ${port.project}/repository/branches?branch=whole&ref=long`);
    await app().drain();
    const [push] = await told('packagist', port.project);
    if (push?.payload.object_kind !== 'push') throw new Error('no push was told');
    const { commits, total_commits_count } = push.payload;
    expect([commits.length, total_commits_count, commits.at(-1)?.id]).toEqual([20, 22, long]);
    const { db } = app().deps;
    const count = async () =>
      (await db.selectFrom('integration_deliveries').selectAll().execute()).length;
    const before = await count();
    const fork = { path: 'copy', name: 'copy', namespace_id: Number(port.group.split('/').at(-1)) };
    expect((await port.call(`POST ${port.project}/fork`, fork)).status).toBe(201);
    await app().drain();
    const project = await findProjectById(app().ctx, Number(port.project.split('/').at(-1)));
    if (project === undefined) throw new Error('no project');
    const made = (kind: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ref: `refs/${kind}/x${at}`,
        old: nullSha,
        new: long,
      }));
    const push4 = { updates: made('heads', 4), options: [] };
    await recordPush(actAs(app(), port.user), project, push4);
    await app().drain();
    expect(await count()).toBe(before);
    const tags = { updates: made('tags', 3), options: ['ci.skip'] };
    await recordPush(actAs(app(), port.user), project, tags);
    await app().drain();
    const toldTags = (await told('packagist', port.project)).filter(
      ({ payload }) => payload.object_kind === 'tag_push' && payload.after === long,
    );
    expect(
      toldTags.map(({ payload }) => 'push_options' in payload && payload.push_options),
    ).toEqual([{ ci: { skip: true } }, { ci: { skip: true } }, { ci: { skip: true } }]);
    const commentsOn = await told('pivotaltracker', port.project);
    expect(commentsOn).toHaveLength(20);
    expect(new Set(commentsOn.map((one) => one.kind))).toEqual(new Set(['commit']));
  });
});
