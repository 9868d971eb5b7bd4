import { expect, it } from 'vitest';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';

onBothDatabases('sessions', (app) => {
  const signIn = async (json: object, headers: Record<string, string> = { Origin: testOrigin }) => {
    const answer = await app().call('POST /bff/session', { json, headers });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { ...answer, cookie };
  };
  const byPassword = (user: TestUser) =>
    signIn({ username: user.username, password: user.password });
  const whoIs = (cookie: string) => app().call('GET /bff/session', { headers: { Cookie: cookie } });

  it('a password opens a session whose cookie is HttpOnly and whose token never leaves', async () => {
    const ann = await app().user('ann');
    const opened = await byPassword(ann);
    expect(opened.status).toBe(201);
    expect(opened.json).toMatchObject({
      user: { username: 'ann' },
      csrf_token: expect.any(String),
    });
    expect(opened.headers.get('set-cookie')).toMatch(
      /^qd_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const current = await whoIs(opened.cookie);
    expect(current.json).toMatchObject({
      user: { username: 'ann' },
      csrf_token: opened.json.csrf_token,
    });
    const tokens = await app().call('GET /personal_access_tokens', { token: ann.token });
    expect(tokens.json).toHaveLength(1);
    const rows = await app().deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(opened.cookie.slice('qd_session='.length));
  });

  it('an unknown name and a wrong password are refused alike', async () => {
    const bea = await app().user('bea');
    const wrong = await signIn({ username: 'bea', password: 'no' });
    const unknown = await signIn({ username: 'nobody', password: 'no' });
    expect([wrong.status, wrong.json]).toEqual([401, { message: '401 Unauthorized' }]);
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json]);
    expect((await byPassword(bea)).status).toBe(201);
  });

  it('after ten wrong passwords the right one is refused for a while', async () => {
    const cid = await app().user('cid');
    for (let attempt = 0; attempt < 10; attempt++) {
      await signIn({ username: 'cid', password: 'no' });
    }
    expect((await byPassword(cid)).status).toBe(403);
    const start = app().clock.now();
    app().clock.set(start + 11 * 60_000);
    expect((await byPassword(cid)).status).toBe(201);
    app().clock.set(start);
  });

  it('a blocked user is told so, and only with the right password', async () => {
    const dan = await app().user('dan');
    const root = await app().user('rooty', { admin: true });
    await app().call(`POST /users/${dan.id}/block`, { token: root.token });
    const blocked = await byPassword(dan);
    expect([blocked.status, blocked.json.message]).toEqual([
      403,
      '403 Forbidden - Your account has been blocked',
    ]);
    expect((await signIn({ username: 'dan', password: 'no' })).status).toBe(401);
  });

  it('signing in from another origin is refused', async () => {
    const eve = await app().user('eve');
    const json = { username: 'eve', password: eve.password };
    expect((await signIn(json, { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await signIn(json, {})).status).toBe(403);
    expect((await signIn(json, { Origin: 'http://localhost:3000' })).status).toBe(201);
  });

  it('a change by cookie alone needs the CSRF token and the same origin', async () => {
    const fay = await app().user('fay');
    const { cookie, json } = await byPassword(fay);
    const create = (headers: Record<string, string>) =>
      app().call('POST /projects', {
        headers: { Cookie: cookie, ...headers },
        json: { name: 'by cookie' },
      });
    const csrf = { 'X-CSRF-Token': json.csrf_token };
    expect((await create({})).status).toBe(401);
    expect((await create(csrf)).status).toBe(401);
    expect((await create({ ...csrf, Origin: 'http://evil.example' })).status).toBe(401);
    expect((await create({ Origin: testOrigin, 'X-CSRF-Token': 'x' })).status).toBe(401);
    expect((await create({ ...csrf, Origin: testOrigin })).status).toBe(201);
    const read = await app().call('GET /projects?owned=true', { headers: { Cookie: cookie } });
    expect(read.json).toHaveLength(1);
    expect((await create({ 'PRIVATE-TOKEN': fay.token })).status).toBe(400);
  });

  it('a session by token keeps its scopes and ends with the token', async () => {
    const gus = await app().user('gus');
    const token = await app().tokenOf(gus.user, ['read_api']);
    const opened = await signIn({ token });
    expect(opened.status).toBe(201);
    const create = await app().call('POST /projects', {
      headers: {
        Cookie: opened.cookie,
        Origin: testOrigin,
        'X-CSRF-Token': opened.json.csrf_token,
      },
      json: { name: 'x' },
    });
    expect([create.status, create.json.error]).toEqual([403, 'insufficient_scope']);
    const tokens = await app().call('GET /personal_access_tokens', { token: gus.token });
    const own = tokens.json.find((row: { scopes: string[] }) => row.scopes[0] === 'read_api');
    await app().call(`DELETE /personal_access_tokens/${own.id}`, { token: gus.token });
    expect((await whoIs(opened.cookie)).json).toMatchObject({ user: null, csrf_token: null });
  });

  it('a session by token ends on the day on which the token does', async () => {
    const ivy = await app().user('ivy');
    const made = await app().call('POST /user/personal_access_tokens', {
      token: ivy.token,
      json: { name: 'short', scopes: ['api'], expires_at: '2026-11-28' },
    });
    expect(made.status).toBe(201);
    const { cookie } = await signIn({ token: made.json.token });
    expect((await whoIs(cookie)).json.user.username).toBe('ivy');
    const before = app().clock.now();
    app().clock.set(Date.parse('2026-11-28T00:00:00Z'));
    expect((await whoIs(cookie)).json.user).toBeNull();
    expect((await signIn({ token: made.json.token })).status).toBe(401);
    app().clock.set(before);
  });

  it('a session ends with a block, a new password, a sign-out and with time', async () => {
    const hal = await app().user('hal');
    const root = await app().user('rooted', { admin: true });
    const ended = async (cookie: string) => (await whoIs(cookie)).json.user === null;

    const first = await byPassword(hal);
    await app().call(`POST /users/${hal.id}/block`, { token: root.token });
    expect(await ended(first.cookie)).toBe(true);
    await app().call(`POST /users/${hal.id}/unblock`, { token: root.token });

    const second = await byPassword(hal);
    await app().call(`PUT /users/${hal.id}`, {
      token: root.token,
      json: { password: hal.password },
    });
    app().clock.set(app().clock.now() + 5);
    expect(await ended(second.cookie)).toBe(true);

    const third = await byPassword(hal);
    const headers = {
      Cookie: third.cookie,
      Origin: testOrigin,
      'X-CSRF-Token': third.json.csrf_token,
    };
    const out = await app().call('DELETE /bff/session', { headers });
    expect(out.status).toBe(204);
    expect(await ended(third.cookie)).toBe(true);

    const fourth = await byPassword(hal);
    const start = app().clock.now();
    app().clock.set(start + 8 * 86_400_000);
    expect(await ended(fourth.cookie)).toBe(true);
    app().clock.set(start);
  });

  it('each sign-in has an id of its own, and ends when its user becomes an administrator or is one no more', async () => {
    const lea = await app().user('lea');
    const root = await app().user('roots', { admin: true });
    const make = (admin: boolean) =>
      app().call(`PUT /users/${lea.id}`, { token: root.token, json: { admin } });
    const cookies: string[] = [];
    const signInAgain = async () => {
      const headers = { Origin: testOrigin, Cookie: cookies.at(-1) ?? 'qd_session=chosen' };
      const { username, password } = lea;
      const { cookie } = await signIn({ username, password }, headers);
      cookies.push(cookie);
    };
    const alive = async () => {
      const users = await Promise.all(
        cookies.map(async (cookie) => (await whoIs(cookie)).json.user),
      );
      return users.map((user) => user !== null);
    };
    await signInAgain();
    await signInAgain();
    expect(new Set([...cookies, 'qd_session=chosen']).size).toBe(3);
    expect(await alive()).toEqual([true, true]);
    await make(true);
    expect(await alive()).toEqual([false, false]);
    await signInAgain();
    expect(await alive()).toEqual([false, false, true]);
    await make(false);
    expect(await alive()).toEqual([false, false, false]);
  });

  it('a new password needs the current one, and the session goes on under a new id', async () => {
    const ida = await app().user('ida');
    const { cookie, json } = await byPassword(ida);
    const headers = { Cookie: cookie, Origin: testOrigin, 'X-CSRF-Token': json.csrf_token };
    const change = (current_password: string, password: string) =>
      app().call('PUT /bff/password', { headers, json: { current_password, password } });
    expect((await change('no', 'a new password')).json).toEqual({
      message: { current_password: ['is invalid'] },
    });
    expect((await change(ida.password, 'short')).status).toBe(400);
    app().clock.set(app().clock.now() + 5);
    // Whoever is in stays in, also while a new address waits to be confirmed.
    await app()
      .deps.db.updateTable('users')
      .set({ confirmed_at: null })
      .where('id', '=', ida.id)
      .execute();
    const root = await app().user('purser', { admin: true });
    const confirming = { email_confirmation_setting: 'hard' };
    await app().call('PUT /application/settings', { token: root.token, json: confirming });
    const changed = await change(ida.password, 'a new password');
    const asBefore = { email_confirmation_setting: 'off' };
    await app().call('PUT /application/settings', { token: root.token, json: asBefore });
    expect(changed.status).toBe(200);
    const renewed = changed.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await whoIs(renewed)).json.user.username).toBe('ida');
    expect((await whoIs(cookie)).json.user).toBeNull();
  });

  it('a wrong password counts wherever it is asked, and each of several at once', async () => {
    const pam = await app().user('pam');
    const asking = [
      ['POST /bff/otp', {}],
      ['DELETE /bff/otp', {}],
      ['DELETE /bff/account', {}],
      ['PUT /bff/profile', { email: 'pam@new.test' }],
      ['PUT /bff/password', { password: 'a new password' }],
    ] as const;
    const askAll = async (current_password: string) => {
      const statuses: number[] = [];
      for (const [request, json] of asking) {
        const asked = { token: pam.token, json: { ...json, current_password } };
        statuses.push((await app().call(request, asked)).status);
      }
      return statuses;
    };
    expect(await askAll('no')).toEqual([400, 400, 400, 400, 400]);
    const attempts = Array.from({ length: 5 }, () => signIn({ username: 'pam', password: 'no' }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(await askAll(pam.password)).toEqual([403, 403, 403, 403, 403]);
    expect((await byPassword(pam)).status).toBe(403);
    const me = await app().call('GET /user', { token: pam.token });
    expect(me.json.email).toBe('pam@example.test');
  });

  it('a session counts as being here, day by day', async () => {
    const rex = await app().user('rex');
    const { cookie } = await byPassword(rex);
    const before = app().clock.now();
    app().clock.set(before + 86_400_000);
    await whoIs(cookie);
    const day = new Date(app().clock.now()).toISOString().slice(0, 10);
    const row = await app()
      .deps.db.selectFrom('users')
      .select('last_activity_on')
      .where('id', '=', rex.id)
      .executeTakeFirstOrThrow();
    expect(row.last_activity_on).toBe(day);
    app().clock.set(before);
  });

  it('people see and end their own sessions only', async () => {
    const jan = await app().user('jan');
    const kim = await app().user('kim');
    const { cookie } = await byPassword(jan);
    await byPassword(jan);
    const listed = await app().call('GET /bff/sessions', { headers: { Cookie: cookie } });
    expect(listed.json.map((row: { current: boolean }) => row.current).sort()).toEqual([
      false,
      true,
    ]);
    const other = listed.json.find((row: { current: boolean }) => !row.current);
    const hidden = await app().call(`DELETE /bff/sessions/${other.id}`, { token: kim.token });
    expect(hidden.status).toBe(404);
    const ended = await app().call(`DELETE /bff/sessions/${other.id}`, { token: jan.token });
    expect(ended.status).toBe(204);
    const after = await app().call('GET /bff/sessions', { headers: { Cookie: cookie } });
    expect(after.json).toHaveLength(1);
  });
});
