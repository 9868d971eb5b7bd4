import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { actAs, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { enqueue } from '../../jobs/queue.ts';
import { findProjectById, repositoryPath } from '../projects/rules.ts';
import { limitsOfPush, recordPush, refusalOfPush, refuseOverHttp } from '../pushes/rules.ts';
import { tendInactiveProjects } from '../removal/inactive-rules.ts';
import { updateSettings } from './rules.ts';

const day = 86_400_000;

onBothDatabases('a setting of projects is obeyed', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  let root: TestUser;
  let ann: TestUser;
  let dev: TestUser;
  let made = 0;

  const call = (request: string, who: TestUser, json?: object) =>
    app().call(request, { token: who.token, json });
  const project = async (json: object = {}) => {
    const name = `place${++made}`;
    const answer = await call('POST /projects', ann, { name, ...json });
    expect(answer.status).toBe(201);
    const member = { user_id: dev.id, access_level: 30 };
    await call(`POST /projects/${answer.json.id}/members`, ann, member);
    return answer.json as { id: number; http_url_to_repo: string };
  };
  const commit = (id: number, who: TestUser, content = '1', branch = 'main') =>
    call(`POST /projects/${id}/repository/commits`, who, {
      branch,
      commit_message: 'Change',
      actions: [{ action: 'create', file_path: `f${++made}`, content }],
    });
  const rowOf = async (id: number) => {
    const row = await findProjectById(app().ctx, id);
    if (row === undefined) throw new Error('the project is gone');
    return row;
  };

  beforeAll(async () => {
    root = await app().user('root', { admin: true });
    ann = await app().user('ann');
    dev = await app().user('dev');
  });

  it('how the first branch is protected, by the older code and by the newer object', async () => {
    const protection = async (id: number) => {
      const [row] = (await call(`GET /projects/${id}/protected_branches`, ann)).json;
      const levels = (list: { access_level: number }[]) => list.map((one) => one.access_level);
      return row === undefined
        ? undefined
        : [levels(row.push_access_levels), levels(row.merge_access_levels), row.allow_force_push];
    };
    for (const [code, who, due] of [
      [0, 'dev', undefined],
      [1, 'dev', [[30], [40], false]],
      [2, 'ann', [[40], [40], false]],
      [3, 'ann', [[40], [30], false]],
      [4, 'dev', [[40], [40], false]],
    ] as const) {
      await set({ default_branch_protection: code });
      const { id } = await project();
      const refused = await commit(id, dev);
      expect([code, refused.status]).toEqual([code, who === 'dev' ? 201 : 403]);
      if (who === 'ann') await commit(id, ann);
      expect([code, await protection(id)]).toEqual([code, due]);
    }
    await set({
      default_branch_protection_defaults: {
        allowed_to_push: [{ access_level: 0 }],
        allowed_to_merge: [{ access_level: 30 }],
        allow_force_push: true,
      },
    });
    const { id } = await project();
    expect((await commit(id, ann)).status).toBe(201);
    expect(await protection(id)).toEqual([[0], [30], true]);
    await set({ default_branch_protection: 2 });
  });

  it('after how many pushes a repository is packed, if at all', async () => {
    const { id } = await project();
    await commit(id, ann);
    const jobs = async () =>
      (
        await app()
          .deps.db.selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'housekeep')
          .where('payload', 'like', `%"project_id":${id}}`)
          .execute()
      ).length;
    await set({ housekeeping_enabled: true, housekeeping_optimize_repository_period: 3 });
    await commit(id, ann);
    expect(await jobs()).toBe(0);
    await commit(id, ann);
    expect(await jobs()).toBe(1);
    await app().drain();
    const graph = `${repositoryPath(app().ctx, id)}/objects/info/commit-graph`;
    expect(existsSync(graph)).toBe(true);
    await set({ housekeeping_enabled: false });
    for (let at = 0; at < 3; at++) await commit(id, ann);
    expect(await jobs()).toBe(1);
    await set({ housekeeping_enabled: true, housekeeping_optimize_repository_period: 10 });
  });

  it('how git reaches a repository, and how much it may send', async () => {
    await set({ custom_http_clone_url_root: 'https://git.example.test/' });
    const { id, http_url_to_repo } = await project();
    expect(http_url_to_repo).toMatch(/^https:\/\/git\.example\.test\/ann\/place\d+\.git$/);
    await set({ custom_http_clone_url_root: null, enabled_git_access_protocol: 'ssh' });
    await expect(refuseOverHttp(app().ctx)).rejects.toThrow('forbidden');
    await set({ enabled_git_access_protocol: 'all', receive_max_input_size: 3 });
    await refuseOverHttp(app().ctx);
    expect(await limitsOfPush(app().ctx)).toEqual([['receive.maxInputSize', '3145728']]);
    await set({ receive_max_input_size: null });
    expect(await limitsOfPush(app().ctx)).toEqual([]);
    await commit(id, ann);
    const push = {
      updates: [{ ref: 'refs/tags/v1', old: '0'.repeat(40), new: '1'.repeat(40) }],
      repo: repositoryPath(app().ctx, id),
    };
    const refusal = async () => refusalOfPush(actAs(app(), ann.user), await rowOf(id), push);
    await set({ repository_size_limit: 1 });
    const fits = await refusal();
    await commit(id, ann, randomBytes(1_600_000).toString('base64'));
    expect([fits, await refusal()]).toEqual([
      undefined,
      'Your push has been rejected, because this repository has exceeded its size limit of 1 MB by 1 MB.',
    ]);
    await set({ repository_size_limit: 0 });
  });

  it('how many changes of one push are told one by one', async () => {
    const { id } = await project();
    await set({ push_event_activities_limit: 2 });
    const told = async (tags: readonly string[]) => {
      const updates = tags.map((tag) => ({
        ref: `refs/tags/${tag}`,
        old: '0'.repeat(40),
        new: '1'.repeat(40),
      }));
      await app().deps.db.deleteFrom('domain_events').execute();
      await recordPush(actAs(app(), ann.user), await rowOf(id), { updates, options: [] });
      const rows = await app()
        .deps.db.selectFrom('domain_events')
        .select('name')
        .where('name', '=', 'repository.push')
        .execute();
      return rows.length;
    };
    expect(await told(['a', 'b'])).toBe(2);
    expect(await told(['c', 'd', 'e'])).toBe(1);
    await set({ push_event_activities_limit: 3 });
  });

  it('who may delete projects', async () => {
    const { id } = await project();
    const group = await call('POST /groups', ann, { name: 'g', path: 'ann-g' });
    await call('POST /projects', ann, { name: 'inner', namespace_id: group.json.id });
    await set({ default_project_deletion_protection: true });
    const message = '403 Forbidden - Only administrators may delete projects on this server';
    for (const path of [`/projects/${id}`, `/groups/${group.json.id}`]) {
      const refused = await call(`DELETE ${path}`, ann);
      expect([refused.status, refused.json]).toEqual([403, { message }]);
    }
    const asRoot = (request: string) => call(request, root);
    expect((await removeAtOnce(asRoot, `/projects/${id}`)).status).toBe(202);
    const eve = await app().user('eve');
    await call('POST /projects', eve, { name: 'hers' });
    const leave = () => call('DELETE /bff/account', eve, { current_password: eve.password });
    const stays = await leave();
    expect([stays.status, stays.json]).toEqual([403, { message }]);
    await set({ default_project_deletion_protection: false });
    const asAnn = (request: string) => call(request, ann);
    expect((await removeAtOnce(asAnn, `/groups/${group.json.id}`)).status).toBe(202);
    expect((await leave()).status).toBe(204);
  });

  it('that an idle project is told of, then deleted, unless something happens', async () => {
    const idle = await project();
    const busy = await project();
    const discussed = await project();
    const late = await project();
    const speak = (id: number) => call(`POST /projects/${id}/issues`, ann, { title: 'Is it?' });
    const tend = async () => {
      await app().deps.db.deleteFrom('jobs').where('kind', '=', 'tend_projects').execute();
      await enqueue(app().ctx, 'tend_projects', {});
      await app().drain();
    };
    const isThere = async (id: number) => (await call(`GET /projects/${id}`, root)).status === 200;
    const mails = async () =>
      (
        await app()
          .deps.db.selectFrom('mails')
          .select('subject')
          .where('to', '=', 'ann@example.test')
          .where('subject', 'like', '%will be deleted')
          .execute()
      ).length;
    // What the refs of other tests have left to do is activity.
    await app().drain();
    const others = await app().deps.db.selectFrom('projects').select('id').execute();
    app().clock.set(app().clock.now() + 40 * day);
    await tend();
    expect(await mails()).toBe(0);
    await set({ delete_inactive_projects: true, inactive_projects_min_size_mb: 100 });
    await tend();
    expect(await mails()).toBe(0);
    await set({ inactive_projects_min_size_mb: 0 });
    await tend();
    expect(await mails()).toBe(others.length);
    await tend();
    expect(await mails()).toBe(others.length);
    await commit(busy.id, ann);
    const activity = async () => (await rowOf(discussed.id)).last_activity_at;
    await speak(discussed.id);
    const first = await activity();
    expect(app().clock.now() - Date.parse(first)).toBeLessThan(60_000);
    app().clock.set(app().clock.now() + 50 * 60_000);
    await speak(discussed.id);
    expect(await activity()).toBe(first);
    app().clock.set(app().clock.now() + 11 * 60_000);
    await speak(discussed.id);
    expect((await activity()) > first).toBe(true);
    app().clock.set(app().clock.now() + 32 * day);
    // Somebody comes back after the list was read; SQLite lets that in once the list has ended.
    let comes: Promise<unknown> | undefined;
    const comesMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const listed = result.rows.some((row) => row.id === late.id && 'inactive_warned_at' in row);
        if (comes === undefined && listed) {
          comes = app()
            .deps.db.updateTable('projects')
            .set({ last_activity_at: new Date(app().clock.now()).toISOString() })
            .where('id', '=', late.id)
            .execute();
          if (app().dialect === 'postgres') await comes;
        }
        return result;
      },
    };
    await tendInactiveProjects({ ...app().ctx, db: app().deps.db.withPlugin(comesMeanwhile) });
    const left = [idle, busy, discussed, late].map(({ id }) => isThere(id));
    expect(comes).toBeDefined();
    expect(await Promise.all(left)).toEqual([false, true, true, true]);
    await set({ delete_inactive_projects: false });
  });

  it('whether hours are the largest unit of time', async () => {
    const { id } = await project();
    const issue = await call(`POST /projects/${id}/issues`, ann, { title: 'Long' });
    const path = `/projects/${id}/issues/${issue.json.iid}`;
    const shown = await call(`POST ${path}/time_estimate?duration=1w2d3h4m`, ann);
    expect(shown.json.human_time_estimate).toBe('1w 2d 3h 4m');
    await set({ time_tracking_limit_to_hours: true });
    expect((await call(`GET ${path}`, ann)).json.time_stats.human_time_estimate).toBe('59h 4m');
    expect((await call(`GET ${path}/time_stats`, ann)).json.human_time_estimate).toBe('59h 4m');
    await set({ time_tracking_limit_to_hours: false });
  });
});
