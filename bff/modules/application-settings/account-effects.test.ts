import { expect, it } from 'vitest';
import { DomainError } from '../../errors.ts';
import { signInByPassword } from '../sessions/rules.ts';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';
import { updateSettings } from './rules.ts';

onBothDatabases('a setting of accounts is obeyed', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  let root: TestUser;
  let ann: TestUser;

  it('which passwords are taken', async () => {
    root = await app().user('root', { admin: true });
    ann = await app().user('ann');
    await set({
      minimum_password_length: 10,
      password_lowercase_required: true,
      password_uppercase_required: true,
      password_number_required: true,
      password_symbol_required: true,
    });
    const create = (password: string) =>
      app().call('POST /users', {
        token: root.token,
        json: { username: 'amy', name: 'Amy', email: 'amy@example.test', password },
      });
    const says = {
      lower: 'must contain at least one lowercase letter',
      upper: 'must contain at least one uppercase letter',
      number: 'must contain at least one number',
      symbol: 'must contain at least one symbol',
      short: 'is too short (minimum is 10 characters)',
    };
    for (const [password, problems] of [
      ['aaaaaaaaaa', [says.upper, says.number, says.symbol]],
      ['AAAAAAAAAA', [says.lower, says.number, says.symbol]],
      ['1!1!', [says.short, says.lower, says.upper]],
      ['Anchor 123', [says.symbol]],
    ] as const) {
      const { status, json } = await create(password);
      expect([password, status, json]).toEqual([
        password,
        400,
        { message: { password: problems } },
      ]);
    }
    expect((await create('Anchor!123')).status).toBe(201);
    await set({
      minimum_password_length: 8,
      password_lowercase_required: false,
      password_uppercase_required: false,
      password_number_required: false,
      password_symbol_required: false,
    });
  });

  it('whose address keeps a new user inside', async () => {
    await set({ user_default_external: true, user_default_internal_regex: '@quay\\.test$' });
    for (const [name, host, external] of [
      ['ben', 'QUAY.test', false],
      ['bob', 'quay.test.example', true],
    ] as const) {
      const made = await app().call('POST /users', {
        token: root.token,
        json: {
          username: name,
          name,
          email: `${name}@${host}`,
          force_random_password: true,
        },
      });
      expect([made.status, made.json.external]).toEqual([201, external]);
    }
    await set({ user_default_external: false, user_default_internal_regex: null });
  });

  it('how long an access token may live, and that those which would live longer end', async () => {
    const make = (json: object = {}) =>
      app().call('POST /user/personal_access_tokens', {
        token: ann.token,
        json: { name: 'robot', scopes: ['api'], ...json },
      });
    const works = async (token: string) => (await app().call('GET /user', { token })).status;
    const long = await make();
    const short = await make({ expires_at: '2026-12-05' });
    await set({ max_personal_access_token_lifetime: 10 });
    await app().drain();
    expect(await Promise.all([ann.token, long.json.token, short.json.token].map(works))).toEqual([
      401, 401, 200,
    ]);
    ann.token = short.json.token;
    expect((await make()).json.expires_at).toBe('2026-12-07');
    const refused = await make({ expires_at: '2026-12-08' });
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: { expires_at: ['must be before 2026-12-07'] } },
    ]);
    await set({ max_personal_access_token_lifetime: null });
    await app().drain();
    expect((await make({ expires_at: '2026-12-08' })).status).toBe(201);
  });

  it('whether access tokens are made and taken at all, while sessions by password go on', async () => {
    const session = await app().call('POST /bff/session', {
      json: { username: 'ann', password: ann.password },
      headers: { Origin: testOrigin },
    });
    const headers = {
      Cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '',
      'X-CSRF-Token': session.json.csrf_token,
      Origin: testOrigin,
    };
    const make = () =>
      app().call('POST /user/personal_access_tokens', {
        headers,
        json: { name: 'late', scopes: ['api'] },
      });
    expect((await make()).status).toBe(201);
    await set({ disable_personal_access_tokens: true });
    expect((await app().call('GET /user', { token: ann.token })).status).toBe(401);
    expect((await app().call('GET /user', { headers })).status).toBe(200);
    const refused = await make();
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: '403 Forbidden - Personal access tokens are switched off on this server' },
    ]);
    await set({ disable_personal_access_tokens: false });
    expect((await app().call('GET /user', { token: ann.token })).status).toBe(200);
  });

  it('how many addresses one signs in from, and that a new one is told of', async () => {
    const from = async (ip: string, user: TestUser = ann) => {
      const ctx = { ...app().ctx, origin: { requestId: 'r', ip } };
      const { username, password } = user;
      try {
        await signInByPassword(ctx, { username, password }, { userAgent: undefined });
        return 'in';
      } catch (error) {
        if (!(error instanceof DomainError) || error.refusal.kind !== 'forbidden') throw error;
        return error.refusal.reason;
      }
    };
    const told = () =>
      app().deps.db.selectFrom('mails').select(['to', 'text']).orderBy('id').execute();
    await app().deps.db.deleteFrom('user_addresses').execute();
    expect(await from('10.0.0.1')).toBe('in');
    expect(await told()).toEqual([]);
    expect(await from('10.0.0.2')).toBe('in');
    expect(await from('10.0.0.1')).toBe('in');
    expect(await told()).toMatchObject([
      { to: 'ann@example.test', text: expect.stringContaining('from 10.0.0.2 on') },
    ]);
    await set({
      notify_on_unknown_sign_in: false,
      unique_ips_limit_enabled: true,
      unique_ips_limit_per_user: 2,
      unique_ips_limit_time_window: 60,
    });
    expect(await from('10.0.0.3')).toBe('Too many logins from different IPs');
    expect(await from('10.0.0.2')).toBe('in');
    for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      expect([ip, await from(ip, root)]).toEqual([ip, 'in']);
    }
    app().clock.set(app().clock.now() + 61_000);
    expect(await from('10.0.0.3')).toBe('in');
    expect(await told()).toHaveLength(1);
    await set({ unique_ips_limit_enabled: false, notify_on_unknown_sign_in: true });
  });

  it('whether passwords open the console, and always do for administrators', async () => {
    await set({ password_authentication_enabled_for_web: false });
    const signIn = async ({ username, password }: TestUser) =>
      (
        await app().call('POST /bff/session', {
          json: { username, password },
          headers: { Origin: testOrigin },
        })
      ).status;
    expect(await Promise.all([ann, root].map(signIn))).toEqual([403, 201]);
    await set({ password_authentication_enabled_for_web: true });
  });
});
