import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases, testOrigin } from '../../testing/test-app.ts';
import { emptySettingsCache } from '../application-settings/cache.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { createApp } from '../../app.ts';
import { limits } from './limits.ts';
import { emptyThrottleCounts } from './rules.ts';

const refusal = {
  message: { error: 'This endpoint has been requested too many times. Try again later.' },
};

onBothDatabases('limits of single endpoints', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  /** No call made before counts, and none that follows comes to the end of a window. */
  const nextWindow = () => {
    const most = 600_000;
    app().clock.set((Math.floor(app().clock.now() / most) + 1) * most);
  };

  it('let so many calls of a person through in a window as their setting says', async () => {
    const ann = await harbor(app(), 'ann');
    await ann.commit({ 'a.txt': 'one', 'b/c.txt': 'two' });
    await ann.issue({ title: 'Leak' });
    const bob = await ann.member('bob', 20);
    const raw = (path: string) => `GET ${ann.project}/repository/files/${path}/raw?ref=main`;
    const { project, group } = ann;
    type Row = [limit: keyof typeof limits, request: string, status: number, json?: object];
    const rows: readonly Row[] = [
      ['project', `GET ${project}`, 200],
      ['projects', 'GET /projects', 200],
      ['group', `GET ${group}`, 200],
      ['groups', 'GET /groups', 200],
      ['group_projects', `GET ${group}/projects`, 200],
      ['user', `GET /users/${ann.id}`, 200],
      ['user_projects', `GET /users/${ann.id}/projects`, 200],
      ['project_jobs', `GET ${project}/jobs`, 200],
      ['raw_file', raw('a.txt'), 200],
      ['search', `GET ${project}/merge_requests?search=leak`, 200],
      ['search', 'GET /merge_requests?search=', 200],
      ['search', `GET ${group}/issues?search=leak`, 200],
      ['issues_create', `POST ${project}/issues`, 201, { title: 'More' }],
      ['notes_create', `POST ${project}/issues/1/notes`, 201, { body: 'Yes' }],
      ['members_delete', `DELETE ${project}/members/99999`, 404],
      ['autocomplete_users', 'GET /bff/autocomplete/users?search=bob', 200],
    ];
    // Of these there is no switching off.
    const always = ['project_jobs', 'autocomplete_users'];
    expect(new Set(rows.map(([limit]) => limit))).toEqual(new Set(Object.keys(limits)));
    for (const [name, request, status, json] of rows) {
      const { person, period } = limits[name];
      nextWindow();
      await set({ [person]: 2 });
      // What is not admitted is not counted either.
      if (name === 'issues_create') await ann.call(`POST ${project}/issues`, {});
      const calls = [];
      for (let n = 0; n < 3; n += 1) calls.push(await ann.call(request, json));
      expect([request, ...calls.map((one) => one.status)]).toEqual([request, status, status, 429]);
      const [, , beyond] = calls;
      expect([beyond?.json, Number(beyond?.headers.get('retry-after'))]).toEqual([
        refusal,
        expect.closeTo(period, -2),
      ]);
      expect(beyond?.headers.get('ratelimit-name')).toBeNull();
      expect((await bob.as(request, json)).status === 429).toBe(name === 'raw_file');
      app().clock.set(app().clock.now() + period * 1000);
      expect([request, (await ann.call(request, json)).status]).toEqual([request, status]);
      await set({ [person]: always.includes(name) ? 600 : 0 });
      for (let n = 0; n < 3; n += 1) {
        expect([request, (await ann.call(request, json)).status]).toEqual([request, status]);
      }
    }
    const { json: kept } = await ann.call(`GET ${project}/issues?per_page=100`);
    // One from before, those let through, bob's, one of the next window, three without a limit.
    expect(kept).toHaveLength(1 + 2 + 1 + 1 + 3);

    nextWindow();
    await set({ raw_blob_request_limit: 1, search_rate_limit: 1, members_delete_limit: 1 });
    const statuses = async (...requests: string[]) => {
      const answers = [];
      for (const request of requests) answers.push((await ann.call(request)).status);
      return answers;
    };
    const [one, other] = [raw('a.txt'), raw('b%2Fc.txt')];
    expect(await statuses(one, other, one, other)).toEqual([200, 200, 429, 429]);
    const [list, search] = ['GET /merge_requests', 'GET /merge_requests?search=x'];
    expect(await statuses(list, search, list, search)).toEqual([200, 200, 200, 429]);
    const [here, there] = [`DELETE ${project}/members/9999`, `DELETE ${group}/members/9999`];
    expect(await statuses(here, there, here, there)).toEqual([404, 404, 429, 429]);
  });

  it('hold for addresses where nobody is named, and never for those on a list', async () => {
    const cid = await harbor(app(), 'cid', 'public');
    const [here, there] = ['203.0.113.5', '203.0.113.6'];
    const from = (address: string, path: string) => app().ask(`/api/v4${path}`, { address });
    const rows = [
      ['projects_api_rate_limit_unauthenticated', '/projects'],
      ['project_api_limit', cid.project],
      ['groups_api_limit', '/groups'],
      ['group_api_limit', cid.group],
      ['group_projects_api_limit', `${cid.group}/projects`],
      ['user_projects_api_limit', `/users/${cid.id}/projects`],
      ['search_rate_limit_unauthenticated', '/merge_requests?scope=all&search=x'],
    ] as const;
    for (const [key, path] of rows) {
      nextWindow();
      await set({ [key]: 1 });
      const answers = [await from(here, path), await from(here, path), await from(there, path)];
      expect([path, ...answers]).toEqual([path, 200, 429, 200]);
      await set({ [key]: 0 });
    }
    nextWindow();
    await set({ search_rate_limit: 1, users_get_by_id_limit: 1, notes_create_limit: 1 });
    await cid.issue({ title: 'Rust' });
    const thrice = async (name: string) => {
      const last = [];
      for (const [request, json] of [
        ['GET /merge_requests?search=x'],
        [`GET /users/${cid.id}`],
        [`POST ${cid.project}/issues/1/notes`, { body: 'Yes' }],
      ] as const) {
        await cid.call(request, json);
        last.push((await cid.call(request, json)).status);
      }
      return [name, ...last];
    };
    expect(await thrice('counted')).toEqual(['counted', 429, 429, 429]);
    await set({
      search_rate_limit_allowlist: ['bob', 'CID'],
      users_get_by_id_limit_allowlist: ['cid'],
      notes_create_limit_allowlist: ['cid'],
    });
    expect(await thrice('exempt')).toEqual(['exempt', 200, 200, 201]);
  });

  it('leave reads to the throttle of the console there, and count what it writes', async () => {
    const dot = await harbor(app(), 'dot');
    const opened = await app().call('POST /bff/session', {
      headers: { Origin: testOrigin },
      json: { username: 'dot', password: dot.password },
    });
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { Cookie, Origin: testOrigin, 'X-CSRF-Token': opened.json.csrf_token };
    nextWindow();
    await set({ project_api_limit: 1, issues_create_limit: 1 });
    const inConsole = async (request: string, json?: object) =>
      (await app().call(request, { headers, json })).status;
    expect([await inConsole(`GET ${dot.project}`), await inConsole(`GET ${dot.project}`)]).toEqual([
      200, 200,
    ]);
    const create = () => inConsole(`POST ${dot.project}/issues`, { title: 'Rope' });
    expect([await create(), await create()]).toEqual([201, 429]);
    expect((await dot.call(`GET ${dot.project}/issues`)).json).toHaveLength(1);
    await set({ project_api_limit: 400, issues_create_limit: 300 });
  });

  it('are spent by who acts for another, and leave the settings to administrators', async () => {
    const root = await app().user('root', { admin: true });
    const eve = await harbor(app(), 'eve');
    nextWindow();
    await set({ groups_api_limit: 1 });
    const asEve = () => app().call('GET /groups?sudo=eve', { token: root.token });
    expect([(await asEve()).status, (await asEve()).status]).toEqual([200, 429]);
    expect((await eve.call('GET /groups')).status).toBe(200);
    const json = { groups_api_limit: 0 };
    const put = await app().call('PUT /application/settings', { token: root.token, json });
    expect([put.status, (await asEve()).status]).toEqual([200, 200]);
  });

  it('of writes are counted by all replicas together where they share a database', async () => {
    const fay = await harbor(app(), 'fay');
    nextWindow();
    await set({ issues_create_limit: 1 });
    const replica = createApp({
      ...app().deps,
      settingsCache: emptySettingsCache(),
      throttleCounts: emptyThrottleCounts(),
    });
    const there = () =>
      replica.hono.request(`${testOrigin}/api/v4${fay.project}/issues`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': fay.token, 'Content-Type': 'application/json' },
        body: '{"title":"There"}',
      });
    await fay.issue({ title: 'Here' });
    expect((await there()).status).toBe(app().dialect === 'postgres' ? 429 : 201);
    await set({ issues_create_limit: 300 });
  });

  it('refuse one pipeline too many of a person for one commit', async () => {
    const gus = await harbor(app(), 'gus');
    await gus.commit({ '.gitlab-ci.yml': 'job:\n  script: [echo]\n' });
    await app().drain();
    nextWindow();
    await set({ pipeline_limit_per_project_user_sha: 1 });
    const create = () => gus.call(`POST ${gus.project}/pipeline`, { ref: 'main' });
    expect((await create()).status).toBe(201);
    const refused = await create();
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        message: { base: ['Too many pipelines created in the last minute. Try again later.'] },
      },
    ]);
    await gus.commit({ 'more.txt': 'more' });
    expect((await create()).status).toBe(201);
    app().clock.set(app().clock.now() + 60_000);
    expect((await create()).status).toBe(201);
    await set({ pipeline_limit_per_project_user_sha: 0 });
  });
});
