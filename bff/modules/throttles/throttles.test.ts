import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';
import { goLive, workTree } from '../../testing/live-server.ts';
import { emptySettingsCache } from '../application-settings/cache.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { emptyThrottleCounts } from './rules.ts';
import { type Asked, throttlesFor } from './families.ts';

const families = [
  'authenticated_api',
  'authenticated_web',
  'authenticated_files_api',
  'unauthenticated_api',
  'unauthenticated_web',
  'unauthenticated_files_api',
  'unauthenticated_git_http',
  'protected_paths',
] as const;

const on = (name: string, requests: number, period = 3600) => ({
  [`throttle_${name}_enabled`]: true,
  [`throttle_${name}_period_in_seconds`]: period,
  [`throttle_${name}_requests_per_period`]: requests,
});

onBothDatabases('throttles', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  afterEach(async () => {
    await set(Object.fromEntries(families.map((name) => [`throttle_${name}_enabled`, false])));
    await set({ rate_limiting_response_text: null });
    app().deps.throttleCounts.byKey.clear();
    await app().deps.db.deleteFrom('throttle_windows').execute();
  });

  const limits = (headers: Headers) =>
    ['name', 'limit', 'observed', 'remaining', 'reset'].map((name) =>
      headers.get(`ratelimit-${name}`),
    );
  const byToken = ({ token }: TestUser, path = '/user') => app().call(`GET ${path}`, { token });
  const from = (address: string, path: string) => app().ask(path, { address });
  const signIn = (user: TestUser, password = user.password) =>
    app().call('POST /bff/session', {
      headers: { Origin: testOrigin },
      json: { username: user.username, password },
    });

  it('are off until they are switched on, with what they need in the same request', async () => {
    const root = await app().user('root', { admin: true });
    const put = (json: object) =>
      app().call('PUT /application/settings', { token: root.token, json });
    expect(limits((await byToken(root)).headers)).toEqual(Array(5).fill(null));
    for (const name of [...families, 'unauthenticated']) {
      const [period, requests] = [
        `throttle_${name}_period_in_seconds`,
        `throttle_${name}_requests_per_period`,
      ];
      const bare = await put({ [`throttle_${name}_enabled`]: true, max_attachment_size: 7 });
      const error = `${period} is missing, ${requests} is missing`;
      expect([name, bare.status, bare.json]).toEqual([name, 400, { error }]);
      const half = await put({ [`throttle_${name}_enabled`]: true, [period]: 60 });
      expect([name, half.json]).toEqual([name, { error: `${requests} is missing` }]);
      const none = await put({ ...on(name, 0), max_attachment_size: 7 });
      expect([name, none.status]).toEqual([name, 400]);
    }
    const kept = await app().call('GET /application/settings', { token: root.token });
    expect(kept.json).toMatchObject({ max_attachment_size: 100 });
    const { json: written } = await put(kept.json);
    const { created_at, updated_at } = written;
    expect(written).toEqual({ ...kept.json, created_at, updated_at });
    const old = await put(on('unauthenticated', 5));
    expect(old.json).toMatchObject({
      ...on('unauthenticated', 5),
      ...on('unauthenticated_web', 5),
    });
  });

  it('count the requests of a person in fixed windows and say how it stands', async () => {
    const [ann, bob] = [await app().user('ann'), await app().user('bob')];
    await set({ ...on('authenticated_api', 2, 90), rate_limiting_response_text: 'Slowly, please' });
    // 12:00:10; windows of 90 seconds begin at multiples of 90 seconds since 1970.
    app().clock.set(Date.parse('2026-11-27T12:00:10.250Z'));
    const ends = Date.parse('2026-11-27T12:01:30Z') / 1000;
    const due = (observed: string, remaining: string) => [
      'throttle_authenticated_api',
      '2',
      observed,
      remaining,
      String(ends),
    ];
    expect(limits((await byToken(ann)).headers)).toEqual(due('1', '1'));
    const missing = await byToken(ann, '/projects/no%2Fsuch');
    expect([missing.status, ...limits(missing.headers)]).toEqual([404, ...due('2', '0')]);
    const refused = await byToken(ann);
    expect([refused.status, refused.text]).toEqual([429, 'Slowly, please\n']);
    expect(refused.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(limits(refused.headers)).toEqual(due('3', '0'));
    expect(refused.headers.get('ratelimit-resettime')).toBe('Fri, 27 Nov 2026 12:01:30 GMT');
    expect(refused.headers.get('retry-after')).toBe('80');
    expect((await byToken(bob)).status).toBe(200);
    app().clock.set(Date.parse('2026-11-27T12:01:30.000Z'));
    await set({ rate_limiting_response_text: '' });
    expect((await byToken(ann)).status).toBe(200);
    await byToken(ann);
    expect((await byToken(ann)).text).toBe('Retry later\n');
    // What was refused has done nothing.
    const json = { name: 'never' };
    const made = await app().call('POST /projects', { token: ann.token, json });
    expect(made.status).toBe(429);
    await set({ throttle_authenticated_api_enabled: false });
    expect((await byToken(ann, '/projects?membership=true')).json).toEqual([]);
  });

  it('count the console apart from the API, and an address apart from a person', async () => {
    const ann = await app().user('carla');
    const opened = await signIn(ann);
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const inConsole = () => app().call('GET /projects', { headers: { Cookie } });
    await set({ ...on('authenticated_api', 1), ...on('authenticated_web', 2) });
    expect((await byToken(ann)).status).toBe(200);
    expect((await byToken(ann)).status).toBe(429);
    expect([(await inConsole()).status, (await inConsole()).status]).toEqual([200, 200]);
    const refused = await inConsole();
    expect([refused.status, limits(refused.headers)[0]]).toEqual([
      429,
      'throttle_authenticated_web',
    ]);
    await set(on('unauthenticated_api', 1));
    const [here, there] = ['203.0.113.5', '203.0.113.6'];
    expect([await from(here, '/api/v4/projects'), await from(here, '/api/v4/projects')]).toEqual([
      200, 429,
    ]);
    expect(await from(there, '/api/v4/projects')).toBe(200);
    // Also what would be refused anyway counts.
    await set(on('unauthenticated_web', 1));
    expect([await from(here, '/bff/saved_views'), await from(here, '/bff/saved_views')]).toEqual([
      401, 429,
    ]);
    expect(await from(here, '/-/liveness')).toBe(200);
  });

  it('count files apart where that is on, and show the strictest', async () => {
    const fia = await app().user('fia');
    await set({ ...on('authenticated_api', 60), ...on('authenticated_files_api', 1) });
    const file = '/projects/no%2Fsuch/repository/files/a?ref=main';
    expect(limits((await byToken(fia, file)).headers)[0]).toBe('throttle_authenticated_files_api');
    expect((await byToken(fia, file)).status).toBe(429);
    expect(limits((await byToken(fia)).headers).slice(0, 3)).toEqual([
      'throttle_authenticated_api',
      '1',
      '1',
    ]);
    await set({ throttle_authenticated_files_api_enabled: false });
    expect(limits((await byToken(fia, file)).headers)[2]).toBe('2');
    await set(on('unauthenticated_files_api', 1));
    const anonymous = ['203.0.113.7', `/api/v4${file}`] as const;
    expect([await from(...anonymous), await from(...anonymous)]).toEqual([404, 429]);
    await set({ ...on('protected_paths', 2), protected_paths: ['/api/v4/projects/'] });
    const create = (name: string) =>
      app().call('POST /projects', { token: fia.token, json: { name } });
    expect(limits((await create('one')).headers)[0]).toBe('throttle_protected_paths');
    expect([(await create('two')).status, (await create('three')).status]).toEqual([201, 429]);
    expect((await byToken(fia, '/projects')).status).toBe(200);
  });

  it('never shut the administrators out', async () => {
    const root = await app().user('chief', { admin: true });
    const dan = await app().user('dan');
    await set({
      ...Object.assign({}, ...families.map((name) => on(name, 1, 86_400))),
      protected_paths: ['/users/sign_in'],
    });
    const first = await signIn(dan);
    expect(first.status).toBe(201);
    const sessions = async () =>
      (await app().deps.db.selectFrom('sessions').select('id').execute()).length;
    const before = await sessions();
    // Right and wrong are answered alike, and no session is left behind.
    for (const password of [dan.password, 'wrong']) {
      const { status, text } = await signIn(dan, password);
      expect([status, text]).toEqual([429, 'Retry later\n']);
    }
    expect((await signIn(root, 'wrong')).status).toBe(429);
    expect(await sessions()).toBe(before);
    const opened = await signIn(root);
    expect(opened.status).toBe(201);
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { Cookie, Origin: testOrigin, 'X-CSRF-Token': opened.json.csrf_token };
    for (let asked = 0; asked < 3; asked++) {
      expect((await app().call('GET /bff/session', { headers })).status).toBe(200);
      expect((await byToken(root, '/application/settings')).status).toBe(200);
      expect((await app().call('GET /application/settings', { headers })).status).toBe(200);
    }
    expect([(await byToken(dan)).status, (await byToken(dan)).status]).toEqual([200, 429]);
    expect((await byToken(dan, '/application/settings')).status).toBe(429);
    const off = Object.fromEntries(families.map((name) => [`throttle_${name}_enabled`, false]));
    const opens = await app().call('PUT /application/settings', { headers, json: off });
    expect(opens.status).toBe(200);
    expect((await byToken(dan)).status).toBe(200);
  });

  it('count anonymous clones, and let those with a name through', async () => {
    const gil = await app().user('gil');
    const json = { name: 'open', visibility: 'public' };
    await app().call('POST /projects', { token: gil.token, json });
    // A look at the refs is two requests.
    await set(on('unauthenticated_git_http', 2));
    const server = await goLive(app());
    const tree = await workTree();
    const list = () => tree.git('ls-remote', `${server.url}/gil/open.git`);
    await list();
    await expect(list()).rejects.toThrow(/429/);
    const Authorization = `Basic ${Buffer.from(`gil:${gil.token}`).toString('base64')}`;
    const refs = `${server.url}/gil/open.git/info/refs?service=git-upload-pack`;
    expect((await fetch(refs, { headers: { Authorization } })).status).toBe(200);
    const refused = await fetch(refs);
    expect([refused.status, limits(refused.headers)[0]]).toEqual([
      429,
      'throttle_unauthenticated_git_http',
    ]);
    await server.close();
    tree.remove();
  });

  it('are counted by all replicas together where they share a database', async () => {
    const una = await app().user('una');
    await set(on('authenticated_api', 3));
    const replica = createApp({
      ...app().deps,
      settingsCache: emptySettingsCache(),
      throttleCounts: emptyThrottleCounts(),
    });
    const there = () =>
      replica.hono.request(`${testOrigin}/api/v4/user`, {
        headers: { 'PRIVATE-TOKEN': una.token },
      });
    const both = [await byToken(una), await there(), await byToken(una), await there()];
    const shared = app().dialect === 'postgres';
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, shared ? 429 : 200]);
    const many = await Promise.all(Array.from({ length: 20 }, () => byToken(una)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(shared ? 0 : 1);
    app().clock.set(app().clock.now() + 7_200_000);
    expect((await byToken(una)).status).toBe(200);
    const kept = await app().deps.db.selectFrom('throttle_windows').selectAll().execute();
    // Windows that are over are forgotten, wherever they were counted.
    const { byKey } = app().deps.throttleCounts;
    expect([kept.length, byKey.size]).toEqual(shared ? [1, 0] : [0, 1]);
  });
});

describe('the protected paths', () => {
  it.each([
    [['/users/sign_in'], '/bff/session', true],
    [['/bff/session'], '/bff/session', true],
    [['/users'], '/bff/session', true],
    [['/users/'], '/users/password', true],
    [['/user'], '/users/password', false],
    [['/'], '/users', false],
    [[''], '/users', false],
    [['/users/password'], '/users', false],
  ])('%j and %s: %s', (paths, postsTo, covered) => {
    // As much of the settings as this throttle looks at.
    const settings = {
      ...on('protected_paths', 1),
      protected_paths: paths,
    } as unknown as Parameters<typeof throttlesFor>[0];
    const asked: Asked = {
      surface: 'web',
      actor: { kind: 'anonymous' },
      ip: '203.0.113.1',
      files: false,
      postsTo,
    };
    expect(throttlesFor(settings, asked)).toHaveLength(covered ? 1 : 0);
  });
});
