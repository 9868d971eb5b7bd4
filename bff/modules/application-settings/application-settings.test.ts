import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { emptySettingsCache } from './cache.ts';

onBothDatabases('application settings', (app) => {
  let root: TestUser | undefined;
  async function token() {
    root ??= await app().user('root', { admin: true });
    return root.token;
  }
  const put = async (json: object) =>
    app().call('PUT /application/settings', { token: await token(), json });
  const read = async () =>
    (await app().call('GET /application/settings', { token: await token() })).json;

  it('what is read can be written back, and nothing differs', async () => {
    const before = await read();
    expect(before).toMatchObject({
      default_project_visibility: 'private',
      restricted_visibility_levels: [],
      session_expire_delay: 10080,
      max_login_attempts: null,
      signin_enabled: true,
    });
    const written = await put(before);
    const { created_at, updated_at } = written.json;
    expect([written.status, written.json]).toEqual([200, { ...before, created_at, updated_at }]);
    expect(await app().deps.db.selectFrom('application_settings').selectAll().execute()).toEqual(
      [],
    );
  });

  it('only what differs from its default is stored, with who changed it', async () => {
    const changed = await put({ max_login_attempts: 5, max_attachment_size: 100, unknown: 'x' });
    expect([changed.status, changed.json.max_login_attempts]).toEqual([200, 5]);
    const stored = () => app().deps.db.selectFrom('application_settings').selectAll().execute();
    expect(await stored()).toMatchObject([
      { key: 'max_login_attempts', value: '5', updated_by: root?.id },
    ]);
    await put({ max_login_attempts: null });
    expect(await stored()).toEqual([]);
    const rows = await app().call('GET /bff/audit_events?action=application_settings.update', {
      token: await token(),
    });
    expect(rows.json[0]).toMatchObject({
      before: { max_login_attempts: 5 },
      after: { max_login_attempts: null },
    });
  });

  it('one wrong value is named and keeps the whole change out', async () => {
    const before = await read();
    const refused = async (json: object) => {
      const answer = await put({ max_attachment_size: 7, ...json });
      expect(answer.status).toBe(400);
      return answer.json;
    };
    expect(await refused({ session_expire_delay: 0 })).toEqual({
      message: { session_expire_delay: ['must be greater than or equal to 1'] },
    });
    expect(await refused({ personal_access_token_prefix: 'a b' })).toMatchObject({
      message: { personal_access_token_prefix: [expect.stringContaining('can contain only')] },
    });
    expect(await refused({ personal_access_token_prefix: 'x'.repeat(21) })).toEqual({
      message: { personal_access_token_prefix: ['is too long (maximum is 20 characters)'] },
    });
    expect(await refused({ default_project_visibility: 'secret' })).toEqual({
      error: 'default_project_visibility does not have a valid value',
    });
    expect(await refused({ can_create_group: 'perhaps' })).toEqual({
      error: 'can_create_group is invalid',
    });
    expect(await refused({ restricted_visibility_levels: 'private,secret' })).toEqual({
      error: 'restricted_visibility_levels does not have a valid value',
    });
    expect(await refused({ default_branch_name: 'a..b' })).toEqual({
      message: { default_branch_name: ['is invalid'] },
    });
    expect(await read()).toEqual(before);
    const none = await put({ nothing_known: 1 });
    expect([none.status, none.json.error]).toEqual([
      400,
      expect.stringMatching(/are missing, at least one parameter must be provided$/),
    ]);
  });

  it('a default level may not be a restricted one, in both directions', async () => {
    const problem = ['cannot be set to a restricted visibility level'];
    const both = await put({ restricted_visibility_levels: ['private'] });
    expect(both.json).toEqual({
      message: { default_project_visibility: problem, default_group_visibility: problem },
    });
    expect((await put({ restricted_visibility_levels: 'public,internal' })).status).toBe(200);
    const other = await put({ default_project_visibility: 'public' });
    expect(other.json).toEqual({ message: { default_project_visibility: problem } });
    expect((await put({ restricted_visibility_levels: '' })).json).toMatchObject({
      restricted_visibility_levels: [],
    });
  });

  it('an older name counts where the new one is absent, and is returned beside it', async () => {
    const off = await put({ signin_enabled: false });
    expect(off.json).toMatchObject({
      signin_enabled: false,
      password_authentication_enabled: false,
      password_authentication_enabled_for_web: false,
    });
    const on = await put({ signin_enabled: false, password_authentication_enabled_for_web: true });
    expect(on.json.signin_enabled).toBe(true);
  });

  it('another replica sees a change within a minute', async () => {
    const replica = { ...app().deps, settingsCache: emptySettingsCache() };
    const { hono } = createApp(replica);
    const { token: own } = await app().user('rena');
    const prefix = async (name: string) => {
      const made = await hono.request('http://x/api/v4/user/personal_access_tokens', {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': own, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, scopes: ['api'] }),
      });
      return ((await made.json()) as { token: string }).token.slice(0, 4);
    };
    expect(await prefix('one')).toBe('qdp-');
    await put({ personal_access_token_prefix: 'acme' });
    expect(await prefix('two')).toBe('qdp-');
    app().clock.set(app().clock.now() + 60_000);
    expect(await prefix('three')).toBe('acme');
    await put({ personal_access_token_prefix: 'qdp-' });
  });
});
