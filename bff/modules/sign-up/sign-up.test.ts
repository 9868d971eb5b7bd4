import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { actorOfGit } from '../pushes/rules.ts';
import { getUser } from '../users/rules.ts';
import { onBothDatabases, type TestUser, testOrigin } from '../../testing/test-app.ts';
import { removeUnconfirmed } from './rules.ts';

const origin = { Origin: testOrigin };
const day = 86_400_000;

onBothDatabases('registering', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  const register = (name: string, json: object = {}) =>
    app().call('POST /bff/sign_up', {
      headers: origin,
      json: { name, username: name, email: `${name}@example.test`, password: 'anchored1', ...json },
    });
  const signIn = (username: string) =>
    app().call('POST /bff/session', { headers: origin, json: { username, password: 'anchored1' } });
  const said = (answer: { status: number; json: { message: unknown } }) => [
    answer.status,
    answer.json.message,
  ];
  const mailTo = async (to: string) =>
    (await app().deps.db.selectFrom('mails').selectAll().where('to', '=', to).execute()).map(
      ({ subject, text }) => ({ subject, text }),
    );
  const idOf = async (username: string) =>
    (
      await app()
        .deps.db.selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirst()
    )?.id;
  const later = (time: number) => app().clock.set(app().clock.now() + time);
  const tend = async () => {
    await app().deps.db.deleteFrom('jobs').where('kind', '=', 'tend_accounts').execute();
    await enqueue(app().ctx, 'tend_accounts', {});
    await app().drain();
  };
  let root: TestUser;

  it('makes an account that waits for an administrator, unless it need not', async () => {
    root = await app().user('root', { admin: true });
    await set({ after_sign_up_text: 'Welcome **aboard**' });
    const opened = await app().call('GET /bff/bootstrap');
    expect(opened.json.sign_in).toEqual({ password: true, sign_up: true });
    const made = await register('ann');
    expect([made.status, made.json]).toEqual([
      201,
      {
        state: 'blocked_pending_approval',
        needs_confirmation: false,
        text: 'Welcome **aboard**',
      },
    ]);
    expect(await mailTo('root@example.test')).toMatchObject([
      { subject: 'A new user waits for approval' },
    ]);
    const early = await signIn('ann');
    expect(said(early)).toEqual([
      403,
      '403 Forbidden - Your account is pending approval from your administrator and hence blocked',
    ]);
    const id = await idOf('ann');
    const approved = await app().call(`POST /users/${id}/approve`, { token: root.token });
    expect([approved.status, approved.json]).toEqual([201, { message: 'Success' }]);
    expect(await mailTo('ann@example.test')).toMatchObject([{ subject: 'Welcome' }]);
    expect((await signIn('ann')).status).toBe(201);
    const again = await app().call(`POST /users/${id}/approve`, { token: root.token });
    expect(again.status).toBe(403);
    await register('bea');
    const gone = `POST /users/${await idOf('bea')}/reject`;
    expect((await app().call(gone, { token: root.token })).status).toBe(200);
    expect(await idOf('bea')).toBeUndefined();
    await set({ require_admin_approval_after_user_signup: false, after_sign_up_text: null });
    expect((await register('cid')).json).toEqual({
      state: 'active',
      needs_confirmation: false,
      text: '',
    });
  });

  it('is closed by its setting, and beyond the cap of seats an account waits', async () => {
    await set({ signup_enabled: false });
    expect((await app().call('GET /bff/bootstrap')).json.sign_in.sign_up).toBe(false);
    expect(said(await register('dot'))).toEqual([
      403,
      '403 Forbidden - Registration is switched off on this server',
    ]);
    expect(await idOf('dot')).toBeUndefined();
    await set({ signup_enabled: true, seat_control: 1, new_user_signups_cap: 4 });
    expect((await register('dot')).json.state).toBe('active');
    expect((await register('eve')).json.state).toBe('blocked_pending_approval');
    await set({ new_user_signups_cap: null, seat_control: 0 });
    await expect(set({ new_user_signups_cap: 5 })).rejects.toThrow('invalid');
    const foreign = await app().call('POST /bff/sign_up', {
      headers: { Origin: 'https://evil.test' },
      json: { name: 'x', username: 'x', email: 'x@example.test', password: 'anchored1' },
    });
    expect(foreign.status).toBe(403);
  });

  it('asks which addresses may', async () => {
    const notAllowed = 'is not allowed for sign-up. Please use your regular email address';
    await set({
      domain_denylist_enabled: true,
      domain_denylist: ['*.spam.test', 'bad.test'],
      email_restrictions_enabled: true,
      email_restrictions: '\\+',
    });
    for (const [email, problem] of [
      ['a@very.SPAM.test', notAllowed],
      ['a@bad.test', notAllowed],
      ['a+b@good.test', notAllowed],
      ['no address', 'is invalid'],
    ] as const) {
      expect([email, ...said(await register('fay', { email }))]).toEqual([
        email,
        400,
        { email: [problem] },
      ]);
    }
    await set({
      domain_denylist_enabled: false,
      email_restrictions_enabled: false,
      domain_allowlist: ['quay.test', 'dock*.test'],
    });
    expect(said(await register('fay', { email: 'a@spam.test' }))).toEqual([
      400,
      { email: ['domain is not authorized for sign-up'] },
    ]);
    expect((await register('fay', { email: 'a@docks.test' })).status).toBe(201);
    await set({ domain_allowlist: [] });
  });

  it('lets in whose address is confirmed, at once or within three days', async () => {
    await set({ email_confirmation_setting: 'hard' });
    expect((await register('gus')).json).toMatchObject({ needs_confirmation: true });
    const refusal = '403 Forbidden - You have to confirm your email address before continuing';
    expect(said(await signIn('gus'))).toEqual([403, refusal]);
    await set({ email_confirmation_setting: 'soft' });
    expect((await signIn('gus')).status).toBe(201);
    later(3 * day + 1);
    expect(said(await signIn('gus'))).toEqual([403, refusal]);
    const [mail] = await mailTo('gus@example.test');
    const token = /confirm=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const confirm = (json: object) => app().call('POST /bff/confirmation', { json });
    expect((await confirm({ token: 'guessed' })).status).toBe(404);
    expect((await confirm({ token })).status).toBe(204);
    expect((await confirm({ token })).status).toBe(404);
    expect((await signIn('gus')).status).toBe(201);
  });

  it('a new address of an account is asked the same, and its own link confirms it', async () => {
    await register('kit');
    const kit = await getUser(app().ctx, (await idOf('kit')) ?? 0);
    const token = await app().tokenOf(kit);
    const move = (email: string) =>
      app().call('PUT /bff/profile', { token, json: { email, current_password: 'anchored1' } });
    const confirmedAt = async () => (await getUser(app().ctx, kit.id)).confirmed_at;
    const linkTo = async (to: string) =>
      (await mailTo(to)).flatMap(({ text }) => /confirm=(\S+)/.exec(text)?.[1] ?? []);
    const confirm = async (link: string | undefined) =>
      (await app().call('POST /bff/confirmation', { json: { token: link } })).status;
    await set({ domain_allowlist: ['example.test', 'corp.test'] });
    expect(said(await move('kit@spam.test'))).toEqual([
      400,
      { email: ['domain is not authorized for sign-up'] },
    ]);
    expect((await getUser(app().ctx, kit.id)).email).toBe('kit@example.test');
    await set({ domain_allowlist: [] });
    later(4 * day);
    expect((await move('boss@corp.test')).status).toBe(200);
    expect(await mailTo('kit@example.test')).toContainEqual(
      expect.objectContaining({ subject: 'Your email address was changed' }),
    );
    const [first] = await linkTo('kit@example.test');
    expect([await confirm(first), await confirmedAt()]).toEqual([404, null]);
    expect((await signIn('kit')).status).toBe(201);
    const [second] = await linkTo('boss@corp.test');
    expect([await confirm(second), await confirmedAt()]).toEqual([204, expect.any(String)]);
    expect((await move('more@corp.test')).status).toBe(200);
    expect(await confirmedAt()).toBeNull();
    const given = { email: 'given@corp.test' };
    await app().call(`PUT /users/${kit.id}`, { token: root.token, json: given });
    expect(await confirmedAt()).not.toBeNull();
    const [third] = await linkTo('more@corp.test');
    expect(await confirm(third)).toBe(404);
  });

  it('is undone for who confirms nothing in the days that the setting gives', async () => {
    await register('ham');
    await register('hal');
    await set({ delete_unconfirmed_users: true, unconfirmed_users_delete_after_days: 5 });
    later(4 * day);
    await tend();
    expect(await idOf('hal')).toBeDefined();
    later(day + 1);
    await set({ delete_unconfirmed_users: false });
    await tend();
    expect(await idOf('hal')).toBeDefined();
    await set({ delete_unconfirmed_users: true });
    // The last administrator, whom nobody can delete, stands in the way of none behind it.
    const administers = (username: string, is_admin: 0 | 1) =>
      app()
        .deps.db.updateTable('users')
        .set({ is_admin })
        .where('username', '=', username)
        .execute();
    await administers('root', 0);
    await administers('ham', 1);
    await tend();
    const left = [await idOf('ham'), await idOf('hal'), await idOf('gus')];
    expect(left.map((id) => id !== undefined)).toEqual([true, false, true]);
    await administers('root', 1);
    await administers('ham', 0);
    await tend();
    expect(await idOf('ham')).toBeUndefined();
    await register('ivy');
    later(6 * day);
    // Confirmed after the list was read. SQLite lets the second statement in once the first has ended.
    let confirming: Promise<unknown> | undefined;
    const confirmsMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (confirming === undefined && result.rows.some((row) => row.username === 'ivy')) {
          confirming = app()
            .deps.db.updateTable('users')
            .set({ confirmed_at: new Date(app().clock.now()).toISOString() })
            .where('username', '=', 'ivy')
            .execute();
          if (app().dialect === 'postgres') await confirming;
        }
        return result;
      },
    };
    await removeUnconfirmed({
      ...app().ctx,
      db: app().deps.db.withPlugin(confirmsMeanwhile),
    });
    expect([confirming, await idOf('ivy')]).not.toContain(undefined);
    await set({ delete_unconfirmed_users: false, email_confirmation_setting: 'off' });
  });

  it('and then not coming for long ends with a deactivated account, which signing in opens', async () => {
    const states = async () =>
      Object.fromEntries(
        (
          await app()
            .deps.db.selectFrom('users')
            .select(['username', 'state'])
            .where('username', 'in', ['root', 'ann', 'cid', 'dot'])
            .execute()
        ).map(({ username, state }) => [username, state]),
      );
    later(80 * day);
    const cid = await signIn('cid');
    expect(cid.status).toBe(201);
    later(20 * day);
    await tend();
    expect(await states()).toEqual({ root: 'active', ann: 'active', cid: 'active', dot: 'active' });
    await set({ deactivate_dormant_users: true, deactivate_dormant_users_period: 90 });
    await tend();
    expect(await states()).toEqual({
      root: 'active',
      ann: 'deactivated',
      cid: 'active',
      dot: 'deactivated',
    });
    const told = (to: string) =>
      mailTo(to).then((mails) => mails.filter(({ subject }) => subject.includes('deactivated')));
    expect(await told('ann@example.test')).toHaveLength(1);
    const byGit = { username: 'ann', password: 'anchored1' };
    await expect(actorOfGit(app().ctx, byGit, 'git-upload-pack')).rejects.toThrow('forbidden');
    expect((await states()).ann).toBe('deactivated');
    expect((await signIn('ann')).status).toBe(201);
    expect((await states()).ann).toBe('active');
    await set({ user_deactivation_emails_enabled: false });
    await signIn('dot');
    later(40 * day);
    const cidsToken = await app().tokenOf(await getUser(app().ctx, (await idOf('cid')) ?? 0));
    expect((await app().call('GET /user', { token: cidsToken })).status).toBe(200);
    byGit.username = 'dot';
    await actorOfGit(app().ctx, byGit, 'git-upload-pack');
    later(51 * day);
    await tend();
    expect(await states()).toEqual({
      root: 'active',
      ann: 'deactivated',
      cid: 'active',
      dot: 'active',
    });
    expect(await told('ann@example.test')).toHaveLength(1);
  });
});
