import { expect, it } from 'vitest';
import { actorOfGit } from '../pushes/rules.ts';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';
import { updateSettings } from './rules.ts';

onBothDatabases('a setting is obeyed', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  const create = async (kind: 'projects' | 'groups', user: TestUser, json: object) =>
    app().call(`POST /${kind}`, { token: user.token, json });

  it('default levels of visibility, as far as the group allows', async () => {
    await set({ default_project_visibility: 'public', default_group_visibility: 'internal' });
    const ann = await app().user('ann');
    const group = await create('groups', ann, { name: 'g', path: 'ann-g' });
    expect(group.json.visibility).toBe('internal');
    const own = await create('projects', ann, { name: 'own' });
    expect(own.json.visibility).toBe('public');
    const inside = await create('projects', ann, { name: 'in', namespace_id: group.json.id });
    expect(inside.json.visibility).toBe('internal');
    await set({ default_project_visibility: 'private', default_group_visibility: 'private' });
  });

  it('restricted levels of visibility are for administrators', async () => {
    const bea = await app().user('bea');
    const root = await app().user('root', { admin: true });
    const kept = await create('projects', bea, { name: 'kept', visibility: 'public' });
    await set({ restricted_visibility_levels: ['public'] });
    const message = { visibility_level: ['public has been restricted by the administrator'] };
    for (const [kind, json] of [
      ['projects', { name: 'p', visibility: 'public' }],
      ['groups', { name: 'g', path: 'bea-g', visibility: 'public' }],
    ] as const) {
      const refused = await create(kind, bea, json);
      expect([refused.status, refused.json]).toEqual([400, { message }]);
    }
    const inner = await create('projects', bea, { name: 'inner' });
    const opened = await app().call(`PUT /projects/${inner.json.id}`, {
      token: bea.token,
      json: { visibility: 'public' },
    });
    expect([opened.status, opened.json]).toEqual([400, { message }]);
    const renamed = await app().call(`PUT /projects/${kept.json.id}`, {
      token: bea.token,
      json: { visibility: 'public', description: 'still open' },
    });
    expect(renamed.status).toBe(200);
    const json = { name: 'free', visibility: 'public' };
    expect((await create('projects', root, json)).status).toBe(201);
    await set({ restricted_visibility_levels: [] });
  });

  it('who may create groups and personal projects', async () => {
    const cid = await app().user('cid');
    const group = () =>
      create('groups', cid, { name: 'g', path: `cid-${Math.random()}`.slice(0, 12) });
    expect((await group()).status).toBe(201);
    await set({ can_create_group: false });
    expect((await group()).status).toBe(403);
    await set({ can_create_group: true, allow_project_creation_for_guest_and_below: false });
    expect((await group()).status).toBe(201);
    const dot = await app().user('dot');
    expect((await create('projects', dot, { name: 'p' })).status).toBe(403);
    expect((await create('groups', dot, { name: 'g', path: 'dot-g' })).status).toBe(403);
    const owned = await create('groups', cid, { name: 'g', path: 'cid-team' });
    await app().call(`POST /groups/${owned.json.id}/members`, {
      token: cid.token,
      json: { user_id: dot.id, access_level: 10 },
    });
    expect((await create('projects', dot, { name: 'p' })).status).toBe(403);
    await app().call(`PUT /groups/${owned.json.id}/members/${dot.id}`, {
      token: cid.token,
      json: { access_level: 20 },
    });
    expect((await create('projects', dot, { name: 'p' })).status).toBe(201);
    await set({ allow_project_creation_for_guest_and_below: true });
  });

  it('what new users, groups and projects begin with', async () => {
    await set({
      default_projects_limit: 1,
      user_default_external: true,
      user_defaults_to_private_profile: true,
      default_project_creation: 1,
      default_branch_name: 'trunk',
    });
    const eve = await app().user('eve');
    const profile = await app().call('GET /user', { token: eve.token });
    expect(profile.json).toMatchObject({
      projects_limit: 1,
      external: true,
      private_profile: true,
    });
    const first = await create('projects', eve, { name: 'one', initialize_with_readme: true });
    expect([first.status, first.json.default_branch]).toEqual([201, 'trunk']);
    const second = await create('projects', eve, { name: 'two' });
    expect([second.status, second.json]).toEqual([
      403,
      { message: "You've reached your limit of 1 projects created" },
    ]);
    const group = await create('groups', eve, { name: 'g', path: 'eve-g' });
    expect(group.json.project_creation_level).toBe('maintainer');
    await set({
      default_projects_limit: 100_000,
      user_default_external: false,
      user_defaults_to_private_profile: false,
      default_project_creation: 2,
      default_branch_name: null,
    });
  });

  const signIn = async (user: TestUser, password = user.password) => {
    const answer = await app().call('POST /bff/session', {
      json: { username: user.username, password },
      headers: { Origin: testOrigin },
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const isOpen = async () => {
      const session = await app().call('GET /bff/session', { headers: { Cookie: cookie } });
      return session.json.user !== null;
    };
    return { ...answer, isOpen };
  };
  const later = (minutes: number) => app().clock.set(app().clock.now() + minutes * 60_000);

  it('how long a session lasts, from the last request or from sign-in', async () => {
    const fay = await app().user('fay');
    await set({ session_expire_delay: 30 });
    const idle = await signIn(fay);
    for (let at = 0; at < 3; at++) {
      later(20);
      expect(await idle.isOpen()).toBe(true);
    }
    later(31);
    expect(await idle.isOpen()).toBe(false);
    await set({ session_expire_from_init: true });
    const fixed = await signIn(fay);
    later(20);
    expect(await fixed.isOpen()).toBe(true);
    later(11);
    expect(await fixed.isOpen()).toBe(false);
    await set({ session_expire_from_init: false, session_expire_delay: 1 });
    const short = await signIn(fay);
    for (let at = 0; at < 3; at++) {
      later(0.7);
      expect(await short.isOpen()).toBe(true);
    }
    await set({ session_expire_delay: 100_000_000 });
    const long = await signIn(fay);
    later(31 * 24 * 60);
    expect(await long.isOpen()).toBe(false);
    await set({ session_expire_delay: 10_080 });
  });

  it('how many failures lock an account, and for how long', async () => {
    const gus = await app().user('gus');
    await set({ max_login_attempts: 2, failed_login_attempts_unlock_period_in_minutes: 3 });
    for (let at = 0; at < 2; at++) await signIn(gus, 'wrong');
    expect((await signIn(gus)).status).toBe(403);
    later(4);
    expect((await signIn(gus)).status).toBe(201);
    await set({ max_login_attempts: null, failed_login_attempts_unlock_period_in_minutes: null });
  });

  it('whether passwords are taken, in the console and by git', async () => {
    const hal = await app().user('hal');
    const { ctx } = app();
    const git = (password: string) =>
      actorOfGit(ctx, { username: 'hal', password }, 'git-upload-pack').then(
        (actor) => actor.kind,
        (error: Error) => error.message,
      );
    const session = await signIn(hal);
    await set({ password_authentication_enabled_for_web: false });
    const refused = await signIn(hal);
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: '403 Forbidden - Signing in by password is switched off on this server' },
    ]);
    expect(await session.isOpen()).toBe(true);
    const byToken = await app().call('POST /bff/session', {
      json: { token: hal.token },
      headers: { Origin: testOrigin },
    });
    expect(byToken.status).toBe(201);
    expect(await git(hal.password)).toBe('user');
    await set({
      password_authentication_enabled_for_web: true,
      password_authentication_enabled_for_git: false,
    });
    expect(await git(hal.password)).toBe('unauthorized');
    expect(await git(hal.token)).toBe('user');
    await set({ password_authentication_enabled_for_git: true });
  });

  it('administration needs a fresh sign-in, or a token with the scope for it', async () => {
    const kim = await app().user('kim', { admin: true });
    const plain = await app().tokenOf(kim.user, ['api', 'sudo']);
    const session = await signIn(kim);
    const headers = { Cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const flags = async (options: { token?: string; headers?: Record<string, string> }) => {
      const system = (await app().call('GET /application/settings', options)).status;
      const sudo = { ...options, headers: { ...options.headers, Sudo: kim.username } };
      const asked = await app().call('GET /user', options);
      return [system, (await app().call('GET /user', sudo)).status, asked.json.is_admin ?? false];
    };
    const git = async (secret: string) => {
      const given = { username: 'kim', password: secret };
      const actor = await actorOfGit(app().ctx, given, 'git-receive-pack');
      return actor.kind === 'user' && actor.user.is_admin === 1;
    };
    expect(await flags({ token: plain })).toEqual([200, 200, true]);
    await set({ admin_mode: true });
    expect(await flags({ token: plain })).toEqual([403, 403, false]);
    expect(await flags({ token: kim.token })).toEqual([200, 200, true]);
    expect([await git(plain), await git(kim.token), await git(kim.password)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await flags({ headers })).toEqual([200, 403, true]);
    later(6 * 60);
    expect(await flags({ headers })).toEqual([403, 403, false]);
    await set({ admin_mode: false });
    expect(await flags({ headers })).toEqual([200, 403, true]);
  });

  it('what a new access token looks like and when it ends', async () => {
    const ida = await app().user('ida');
    const make = async (json: object = {}) => {
      const body = { name: 'robot', scopes: ['api'], ...json };
      const request = 'POST /user/personal_access_tokens';
      return (await app().call(request, { token: ida.token, json: body })).json;
    };
    await set({ personal_access_token_prefix: 'acme:' });
    const named = await make();
    expect([named.token, named.expires_at]).toEqual([
      expect.stringMatching(/^acme:[\w-]{20}$/),
      expect.stringMatching(/^20\d\d-/),
    ]);
    const works = await app().call('GET /user', { token: named.token });
    expect(works.status).toBe(200);
    await set({ require_personal_access_token_expiry: false });
    expect((await make()).expires_at).toBeNull();
    expect((await make({ expires_at: '2040-01-01' })).expires_at).toBe('2040-01-01');
    await set({ require_personal_access_token_expiry: true, personal_access_token_prefix: 'qdp-' });
    expect((await make({ expires_at: '2040-01-01' })).message.expires_at).toHaveLength(1);
  });

  it('how large a file may be that is sent along', async () => {
    const jan = await app().user('jan');
    await set({ max_attachment_size: 1 });
    const form = new FormData();
    form.append('name', 'with a file');
    form.append('file', new File([new Uint8Array(2.5 * 1024 ** 2)], 'large.bin'));
    const refused = await app().call('POST /projects', { token: jan.token, body: form });
    expect([refused.status, refused.json]).toEqual([
      413,
      { message: '413 Request Entity Too Large' },
    ]);
    await set({ max_attachment_size: 3 });
    const taken = await app().call('POST /projects', { token: jan.token, body: form });
    expect(taken.status).toBe(201);
    await set({ max_attachment_size: 100 });
  });
});
