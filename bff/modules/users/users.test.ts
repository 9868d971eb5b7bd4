import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('users', (app) => {
  it('an administrator creates a user, who has a namespace and can be found', async () => {
    const root = await app().user('root', { admin: true });
    const made = await app().call('POST /users', {
      token: root.token,
      json: {
        username: 'Bo.Halyard',
        name: 'Bo Halyard',
        email: 'bo@example.test',
        password: 'a long password',
        bio: 'ropes',
      },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      username: 'Bo.Halyard',
      state: 'active',
      is_admin: false,
      bio: 'ropes',
      created_by: { username: 'root' },
      namespace_id: expect.any(Number),
    });
    const found = await app().call('GET /users?username=bo.halyard', { token: root.token });
    expect(found.json).toHaveLength(1);
    const searched = await app().call('GET /users?search=HALYARD', { token: root.token });
    expect(searched.json).toHaveLength(1);
    const byIds = await app().call(`GET /users?ids=${made.json.id},99999`, { token: root.token });
    expect(byIds.json).toMatchObject([{ id: made.json.id }]);
  });

  it('a user reads summaries of others and may change nobody', async () => {
    const ann = await app().user('ann');
    const listed = await app().call('GET /users?search=ann', { token: ann.token });
    expect(Object.keys(listed.json[0]).sort()).toEqual(
      ['id', 'username', 'public_email', 'name', 'state', 'locked', 'avatar_url', 'web_url'].sort(),
    );
    for (const request of ['POST /users', `PUT /users/${ann.id}`, `POST /users/${ann.id}/block`]) {
      const json = { admin: true, username: 'x', name: 'x', email: 'x@example.test' };
      expect((await app().call(request, { token: ann.token, json })).status).toBe(403);
      expect((await app().call(request, { json })).status).toBe(401);
    }
    expect((await app().call('GET /user')).status).toBe(401);
  });

  it('users are read by id, whole by administrators alone', async () => {
    const root = await app().user('purser', { admin: true });
    const lou = await app().user('lou');
    const seen = await app().call(`GET /users/${root.id}`, { token: lou.token });
    expect(seen.json).toMatchObject({ username: 'purser', bot: false });
    expect(seen.json).not.toHaveProperty('email');
    const whole = await app().call(`GET /users/${lou.id}`, { token: root.token });
    expect(whole.json).toMatchObject({ email: 'lou@example.test', is_admin: false });
    const missing = await app().call('GET /users/999999', { token: lou.token });
    expect([missing.status, missing.json]).toEqual([404, { message: '404 User Not Found' }]);
  });

  it('a taken name or address is 409, a wrong one 400', async () => {
    const root = await app().user('boss', { admin: true });
    const create = async (json: object) => {
      const base = { name: 'x', password: 'a long password' };
      const answer = await app().call('POST /users', {
        token: root.token,
        json: { ...base, ...json },
      });
      return [answer.status, answer.json.message ?? answer.json.error];
    };
    expect((await create({ username: 'one', email: 'one@example.test' }))[0]).toBe(201);
    expect(await create({ username: 'ONE', email: 'two@example.test' })).toEqual([
      409,
      'Username has already been taken',
    ]);
    expect(await create({ username: 'two', email: 'One@example.test' })).toEqual([
      409,
      'Email has already been taken',
    ]);
    expect(await create({ username: 'two', email: 'nothing' })).toEqual([
      400,
      { email: ['is invalid'] },
    ]);
    expect((await create({ username: 'api', email: 'two@example.test' }))[0]).toBe(400);
    expect(
      (await create({ username: 'two', email: 'two@example.test', password: 'short' }))[0],
    ).toBe(400);
    expect(
      (await create({ username: 'two', email: 'two@example.test', password: undefined }))[1],
    ).toContain('at least one parameter must be provided');
  });

  it('a deleted user takes the personal projects along, and the sole owner of a group stays', async () => {
    const root = await app().user('admiral', { admin: true });
    const nell = await app().user('nell');
    const made = await app().call('POST /projects', { token: nell.token, json: { name: 'own' } });
    const group = { name: 'Crew', path: 'crew' };
    await app().call('POST /groups', { token: nell.token, json: group });
    const remove = (more = '') =>
      app().call(`DELETE /users/${nell.id}${more}`, { token: root.token });
    expect((await remove()).status).toBe(409);
    expect((await remove('?hard_delete=true')).status).toBe(204);
    expect((await remove()).status).toBe(404);
    for (const path of [`/projects/${made.json.id}`, '/groups/crew']) {
      expect((await app().call(`GET ${path}`, { token: root.token })).status).toBe(404);
    }
    expect((await app().call('GET /user', { token: nell.token })).status).toBe(401);
    expect((await app().call(`DELETE /users/${root.id}`, { token: root.token })).status).toBe(403);
  });

  it('a user is locked in the records no longer than for signing in', async () => {
    const root = await app().user('bosun', { admin: true });
    const gus = await app().user('gus');
    const signIn = async (password: string) => {
      const answer = await app().call('POST /bff/session', {
        headers: { Origin: 'http://127.0.0.1:3000' },
        json: { username: 'gus', password },
      });
      return answer.status;
    };
    const locked = async () =>
      (await app().call(`GET /users/${gus.id}`, { token: root.token })).json.locked;
    const pass = (minutes: number) => app().clock.set(app().clock.now() + minutes * 60_000);
    for (let guess = 0; guess < 10; guess += 1) expect(await signIn('wrong')).toBe(401);
    expect([await locked(), await signIn(gus.password)]).toEqual([true, 403]);
    pass(9);
    expect([await locked(), await signIn(gus.password)]).toEqual([true, 403]);
    const path = 'PUT /application/settings';
    const json = { failed_login_attempts_unlock_period_in_minutes: 30 };
    expect((await app().call(path, { token: root.token, json })).status).toBe(200);
    pass(2);
    expect([await signIn(gus.password), await locked()]).toEqual([403, true]);
    pass(20);
    expect([await locked(), await signIn(gus.password)]).toEqual([false, 201]);
  });

  it('the last administrator can be neither blocked nor demoted', async () => {
    const listed = await app().call('GET /users?admins=true&active=true', {
      token: (await app().user('lead', { admin: true })).token,
    });
    const [last, ...others] = listed.json as { id: number; username: string }[];
    const token = await app().tokenOf(
      await import('./rules.ts').then((rules) => rules.getUser(app().ctx, last?.id ?? 0)),
    );
    for (const other of others) await app().call(`POST /users/${other.id}/block`, { token });
    const demoted = await app().call(`PUT /users/${last?.id}`, { token, json: { admin: false } });
    expect([demoted.status, demoted.json]).toEqual([
      400,
      { message: { base: ['the last active administrator must stay'] } },
    ]);
    expect((await app().call(`POST /users/${last?.id}/block`, { token })).status).toBe(403);
  });

  it('sudo acts as the user and is refused to everyone else', async () => {
    const root = await app().user('captain', { admin: true });
    const mate = await app().user('mate');
    const as = (token: string, sudo: string) =>
      app().call('GET /user', { token, headers: { Sudo: sudo } });
    const acted = await app().call(`GET /user?sudo=${mate.id}`, { token: root.token });
    expect(acted.json.username).toBe('mate');
    expect((await as(root.token, 'MATE')).json.username).toBe('mate');
    expect((await as(mate.token, 'captain')).json).toEqual({
      message: '403 Forbidden - Must be admin to use sudo',
    });
    expect((await as(root.token, 'ghost')).json).toEqual({
      message: "404 User with ID or username 'ghost' Not Found",
    });
    const weak = await app().tokenOf(root.user, ['api']);
    expect((await as(weak, 'mate')).json).toMatchObject({
      error: 'insufficient_scope',
      scope: 'sudo',
    });
  });

  it("one's own profile changes, what one signs in with by the password alone, and old paths lead on", async () => {
    const root = await app().user('master', { admin: true });
    const ola = await app().user('ola');
    await app().call('POST /groups', { token: ola.token, json: { name: 'Taken', path: 'taken' } });
    const { json: project } = await app().call('POST /projects', {
      token: ola.token,
      json: { name: 'log' },
    });
    const save = async (json: object) => {
      const answer = await app().call('PUT /bff/profile', { token: ola.token, json });
      return [answer.status, answer.json.message ?? answer.json];
    };
    const whoAmI = async () => (await app().call('GET /user', { token: ola.token })).json;
    const before = await whoAmI();
    const { password: current_password } = ola;
    const wrong = { current_password: ['is invalid'] };
    for (const [json, status, message] of [
      [{ username: 'ola-2' }, 400, wrong],
      [{ email: 'new@example.test', current_password: 'guessed' }, 400, wrong],
      [{ username: 'MASTER', current_password }, 409, 'Username has already been taken'],
      [{ username: 'Taken', current_password }, 400, { username: ['has already been taken'] }],
      [{ email: 'nothing', current_password }, 400, { email: ['is invalid'] }],
    ] as const) {
      expect(await save(json)).toEqual([status, message]);
    }
    expect((await save({ username: 'api', current_password }))[0]).toBe(400);
    expect((await save({ name: '', bio: 'x' }))[0]).toBe(400);
    expect(await whoAmI()).toEqual(before);

    expect((await save({ name: 'Ola Cleat', bio: 'Ties', private_profile: true }))[0]).toBe(200);
    const change = { username: 'Ola.Cleat', email: 'ola@new.test', current_password };
    expect((await save(change))[0]).toBe(200);
    expect(await whoAmI()).toMatchObject({
      id: ola.id,
      name: 'Ola Cleat',
      username: 'Ola.Cleat',
      email: 'ola@new.test',
      bio: 'Ties',
      private_profile: true,
    });
    const old = await app().call('GET /projects/ola%2Flog', { token: ola.token });
    expect([old.status, old.headers.get('location')]).toEqual([
      301,
      expect.stringContaining(`/projects/${project.id}`),
    ]);
    const moved = await app().call('GET /projects/ola.cleat%2Flog', { token: ola.token });
    expect(moved.json).toMatchObject({
      id: project.id,
      path_with_namespace: 'Ola.Cleat/log',
      name_with_namespace: 'Ola Cleat / log',
    });
    const again = await app().call('POST /users', {
      token: root.token,
      json: { username: 'ola', name: 'x', email: 'o@example.test', password: 'a long password' },
    });
    expect(again.status).toBe(201);

    const settings = { token: root.token, json: { updating_name_disabled_for_users: true } };
    await app().call('PUT /application/settings', settings);
    expect(await save({ name: 'Olaf' })).toEqual([
      400,
      { name: ['can be changed by administrators only'] },
    ]);
    expect((await save({ name: 'Ola Cleat', bio: 'Knots' }))[0]).toBe(200);
    settings.json.updating_name_disabled_for_users = false;
    await app().call('PUT /application/settings', settings);
  });
});
