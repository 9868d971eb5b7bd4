import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { updateSettings } from '../application-settings/rules.ts';
import { reactivate } from '../users/state-rules.ts';
import { changeUser } from '../users/rules.ts';
import { actorOfGit, authorizeGit } from '../pushes/rules.ts';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';

onBothDatabases('before anything else', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  const later = (seconds: number) => app().clock.set(app().clock.now() + seconds * 1000);
  const signIn = async ({ username, password }: TestUser, otp?: string) => {
    const answer = await app().call('POST /bff/session', {
      headers: { Origin: testOrigin },
      json: { username, password, otp },
    });
    const headers = {
      Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
      'X-CSRF-Token': String(answer.json.csrf_token),
      Origin: testOrigin,
    };
    const call = (request: string, json?: object) => app().call(request, { headers, json });
    return { ...answer, call };
  };
  let root: TestUser;
  let ann: TestUser;
  let codes: string[] = [];
  let totp: TOTP;
  const code = () => totp.generate({ timestamp: app().clock.now() });

  it('a second factor is set up with the password and a code', async () => {
    root = await app().user('root', { admin: true });
    ann = await app().user('ann');
    const { call } = await signIn(ann);
    const current_password = ann.password;
    expect((await call('POST /bff/otp', { current_password: 'wrong' })).status).toBe(400);
    const begun = await call('POST /bff/otp', { current_password });
    expect([begun.status, begun.json]).toEqual([
      201,
      {
        enabled: false,
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/.*ann\?.*secret=/),
        recovery_codes: [],
      },
    ]);
    totp = new TOTP({ secret: begun.json.secret });
    expect((await call('POST /bff/otp', { current_password, otp: '000000' })).status).toBe(400);
    const done = await call('POST /bff/otp', { current_password, otp: code() });
    codes = done.json.recovery_codes;
    expect([done.status, done.json.enabled, done.json.secret]).toEqual([201, true, null]);
    expect(new Set(codes).size).toBe(10);
    expect((await call('GET /user')).json.two_factor_enabled).toBe(true);
    expect((await call('POST /bff/otp', { current_password })).status).toBe(409);
    const row = await app()
      .deps.db.selectFrom('users')
      .select(['otp_secret', 'otp_recovery'])
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(begun.json.secret);
    expect(JSON.stringify(row)).not.toContain(codes[0]);
  });

  it('sign-in asks for the code, takes each once, and a recovery code once', async () => {
    later(60);
    const asked = [401, { message: '401 Unauthorized', otp_required: true }];
    const got = ({ status, json }: { status: number; json: unknown }) => [status, json];
    expect(got(await signIn(ann))).toEqual(asked);
    expect(got(await signIn(ann, '123456'))).toEqual(asked);
    expect((await signIn({ ...ann, password: 'wrong' }, code())).json).toEqual({
      message: '401 Unauthorized',
    });
    const used = code();
    expect((await signIn(ann, used)).status).toBe(201);
    expect(got(await signIn(ann, used))).toEqual(asked);
    expect((await signIn(ann, codes[3])).status).toBe(201);
    expect(got(await signIn(ann, codes[3]))).toEqual(asked);
    expect((await signIn(ann, codes[4]?.toUpperCase())).status).toBe(201);
    const { ctx } = app();
    const byPassword = { username: 'ann', password: ann.password };
    await expect(actorOfGit(ctx, byPassword, 'git-upload-pack')).rejects.toThrow('unauthorized');
    const byToken = { username: 'ann', password: ann.token };
    expect((await actorOfGit(ctx, byToken, 'git-upload-pack')).kind).toBe('user');
  });

  it('a second factor goes with the password, or by an administrator', async () => {
    later(60);
    const { call } = await signIn(ann, code());
    expect((await call('DELETE /bff/otp', { current_password: 'wrong' })).status).toBe(400);
    // The password alone does not wake a deactivated account, for git not at all.
    const row = () => app().deps.db.selectFrom('users').selectAll().where('id', '=', ann.id);
    await changeUser(app().ctx, ann.id, { state: 'deactivated' });
    const stale = await row().executeTakeFirstOrThrow();
    expect((await signIn(ann)).status).toBe(401);
    const byPassword = { username: 'ann', password: ann.password };
    await expect(actorOfGit(app().ctx, byPassword, 'git-upload-pack')).rejects.toThrow(
      'unauthorized',
    );
    expect((await row().executeTakeFirstOrThrow()).state).toBe('deactivated');
    later(60);
    expect((await signIn(ann, code())).status).toBe(201);
    expect((await row().executeTakeFirstOrThrow()).state).toBe('active');
    // A block that came after the account was read stays.
    await changeUser(app().ctx, ann.id, { state: 'blocked' });
    await expect(reactivate(app().ctx, stale)).rejects.toThrow('forbidden');
    expect((await row().executeTakeFirstOrThrow()).state).toBe('blocked');
    await changeUser(app().ctx, ann.id, { state: 'active' });
    expect((await signIn(ann)).status).toBe(401);
    const reset = () =>
      app().call(`PATCH /users/${ann.id}/disable_two_factor`, { token: root.token });
    expect((await reset()).status).toBe(204);
    expect((await reset()).status).toBe(400);
    expect((await signIn(ann)).status).toBe(201);
    const again = await call('POST /bff/otp', { current_password: ann.password });
    totp = new TOTP({ secret: again.json.secret });
    await call('POST /bff/otp', { current_password: ann.password, otp: code() });
    const removed = await call('DELETE /bff/otp', { current_password: ann.password });
    expect([removed.status, (await signIn(ann)).status]).toEqual([204, 201]);
  });

  it('a second factor that is demanded has its time of grace, and then nothing else opens', async () => {
    await set({ require_two_factor_authentication: true, two_factor_grace_period: 1 });
    const { call, json } = await signIn(ann);
    const until = json.demands.two_factor_until;
    expect(json.demands).toEqual({ terms: null, two_factor_until: until, maintenance: null });
    expect(Math.round((Date.parse(until) - app().clock.now()) / 60_000)).toBe(60);
    expect((await call('GET /user')).status).toBe(200);
    later(3601);
    const refused = await call('GET /user');
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: '403 Forbidden - Two-factor authentication must be set up first' },
    ]);
    expect((await app().call('GET /user', { token: ann.token })).status).toBe(200);
    expect((await call('GET /bff/session')).json.demands.two_factor_until).toBe(until);
    const begun = await call('POST /bff/otp', { current_password: ann.password });
    totp = new TOTP({ secret: begun.json.secret });
    await call('POST /bff/otp', { current_password: ann.password, otp: code() });
    expect((await call('GET /user')).status).toBe(200);
    await set({
      require_two_factor_authentication: false,
      require_admin_two_factor_authentication: true,
      two_factor_grace_period: 0,
    });
    const admin = await signIn(root);
    expect((await admin.call('GET /user')).status).toBe(403);
    const back = { require_admin_two_factor_authentication: false };
    expect((await admin.call('PUT /application/settings', back)).status).toBe(200);
    expect((await admin.call('GET /user')).status).toBe(200);
    const bea = await app().user('bea');
    await set({ require_admin_two_factor_authentication: true });
    expect((await (await signIn(bea)).call('GET /user')).status).toBe(200);
    await set(back);
  });

  it('terms in force are accepted, by everyone and again when they change', async () => {
    await set({ enforce_terms: true, terms: 'Be **kind**' });
    const opened = await app().call('GET /bff/bootstrap');
    expect(opened.json.terms).toEqual({ enforced: true, text: 'Be **kind**' });
    const project = () => app().call('GET /projects', { token: ann.token });
    expect((await project()).status).toBe(403);
    const told = (await app().call('GET /bff/session', { token: ann.token })).json.demands.terms;
    expect(told.text).toBe('Be **kind**');
    const accept = (version: string) =>
      app().call('POST /bff/terms', { token: ann.token, json: { version } });
    expect((await accept('of yesterday')).status).toBe(409);
    expect((await project()).status).toBe(403);
    expect((await accept(told.version)).status).toBe(201);
    expect((await project()).status).toBe(200);
    expect((await app().call('GET /user', { token: root.token })).status).toBe(403);
    const settings = await app().call('PUT /application/settings', {
      token: root.token,
      json: { terms: 'Be very kind' },
    });
    expect([settings.status, (await project()).status]).toEqual([200, 403]);
    await set({ enforce_terms: false });
    expect((await project()).status).toBe(200);
  });

  it('maintenance lets administrators alone change anything, and says why', async () => {
    const made = await app().call('POST /projects', { token: root.token, json: { name: 'dock' } });
    const asAnn = await actorOfGit(
      app().ctx,
      { username: 'ann', password: ann.token },
      'git-receive-pack',
    );
    await set({ maintenance_mode: true, maintenance_mode_message: 'Back at noon' });
    const create = (token: string) =>
      app().call('POST /groups', { token, json: { name: 'g', path: 'gang' } });
    const refused = await create(ann.token);
    expect([refused.status, refused.json]).toEqual([503, { message: 'Back at noon' }]);
    expect((await app().call('GET /groups', { token: ann.token })).status).toBe(200);
    const path = made.json.path_with_namespace;
    const push = authorizeGit({ ...app().ctx, actor: asAnn }, path, 'git-receive-pack');
    await expect(push).rejects.toThrow('unavailable');
    const session = await app().call('GET /bff/session', { token: ann.token });
    expect(session.json.demands.maintenance).toBe('Back at noon');
    expect((await create(root.token)).status).toBe(201);
    await set({ maintenance_mode: false, maintenance_mode_message: null });
    expect((await create(ann.token)).status).not.toBe(503);
  });
});
