import { expect, it } from 'vitest';
import { onBothDatabases, type TestApp } from '../../testing/test-app.ts';

let made = 0;

async function administrator(app: TestApp) {
  const { token } = await app.user(`warden${++made}`, { admin: true });
  return {
    token,
    read: async () => (await app.call('GET /application/settings', { token })).json,
    put: async (json: object) => {
      const answer = await app.call('PUT /application/settings', { token, json });
      return { status: answer.status, json: answer.json };
    },
  };
}

const hooks = 'allow_local_requests_from_web_hooks_and_services';
const repack = 'housekeeping_optimize_repository_period';
const unauthenticated = 'throttle_unauthenticated_web';
const successors: readonly (readonly [older: string, newer: string, other: unknown])[] = [
  ['admin_notification_email', 'abuse_notification_email', 'x@example.test'],
  ['allow_local_requests_from_hooks_and_services', hooks, true],
  ['asset_proxy_whitelist', 'asset_proxy_allowlist', ['a.test']],
  ['housekeeping_full_repack_period', repack, 21],
  ['housekeeping_gc_period', repack, 22],
  ['housekeeping_incremental_repack_period', repack, 23],
  ['password_authentication_enabled', 'password_authentication_enabled_for_web', false],
  ['signin_enabled', 'password_authentication_enabled_for_web', false],
  ['throttle_unauthenticated_period_in_seconds', `${unauthenticated}_period_in_seconds`, 77],
  ['throttle_unauthenticated_requests_per_period', `${unauthenticated}_requests_per_period`, 78],
];

const refused: readonly (readonly [change: object, key: string, says: string])[] = [
  [{ gitaly_timeout_default: 58 }, 'gitaly_timeout_default', 'must be less than or equal to 57'],
  [{ gitaly_timeout_fast: 31 }, 'gitaly_timeout_fast', 'must be less than or equal to 30'],
  [{ gitaly_timeout_medium: 56 }, 'gitaly_timeout_medium', 'must be less than or equal to 55'],
  [
    { spam_check_endpoint_url: 'https://spam.example.test' },
    'spam_check_endpoint_url',
    'is blocked: Only allowed schemes are grpc, tls',
  ],
  [
    { home_page_url: 'javascript:alert(1)' },
    'home_page_url',
    'is blocked: Only allowed schemes are http, https',
  ],
  [
    { archive_builds_in_human_readable: '12 hours' },
    'archive_builds_in_human_readable',
    'must be a duration of at least 1 day',
  ],
  [
    { allowed_integrations: ['pumble', 'pager'] },
    'allowed_integrations',
    'contains an unknown integration name',
  ],
  [{ email_restrictions: '(a)\\1' }, 'email_restrictions', 'not valid RE2 syntax'],
  [
    { abuse_notification_email: 'nobody' },
    'abuse_notification_email',
    'must be a valid email address',
  ],
  [
    { delete_unconfirmed_users: true },
    'delete_unconfirmed_users',
    'must be false when email confirmation is off',
  ],
  [{ geo_node_allowed_ips: '10.0.0.0/33' }, 'geo_node_allowed_ips', 'contains an invalid IP range'],
  [
    { inactive_projects_delete_after_months: 1 },
    'inactive_projects_send_warning_email_after_months',
    'must be less than 1',
  ],
];

onBothDatabases('settings with a rule of their own', (app) => {
  it('are refused by name with its words, and nothing else of the request is stored', async () => {
    const { put, read } = await administrator(app());
    const before = await read();
    for (const [change, key, says] of refused) {
      const { status, json } = await put({ admin_mode: true, ...change });
      expect([status, json.message?.[key]]).toEqual([400, [says]]);
    }
    expect(await read()).toEqual(before);
    const fine = await put({ gitaly_timeout_default: 0, archive_builds_in_human_readable: '' });
    expect(fine.status).toBe(200);
    await put({ gitaly_timeout_default: 55, archive_builds_in_human_readable: null });
  });

  it('a secret is stored encrypted, shown as five asterisks, and those change nothing', async () => {
    const { put, read, token } = await administrator(app());
    expect((await read()).spam_check_api_key).toBeNull();
    expect((await put({ spam_check_api_key: 'geheim' })).json.spam_check_api_key).toBe('*****');
    const stored = async () =>
      app()
        .deps.db.selectFrom('application_settings')
        .select('value')
        .where('key', '=', 'spam_check_api_key')
        .executeTakeFirst();
    const kept = await stored();
    expect(kept?.value).not.toContain('geheim');
    expect(app().deps.secrets.decrypt(JSON.parse(kept?.value ?? ''))).toBe('geheim');
    await put({ spam_check_api_key: '*****', admin_mode: false });
    expect(await stored()).toEqual(kept);
    const rows = await app().call('GET /bff/audit_events?action=application_settings.update', {
      token,
    });
    expect(rows.text).not.toContain('geheim');
    expect(rows.text).toContain('"spam_check_api_key":"*****"');
    expect((await put({ spam_check_api_key: '' })).json.spam_check_api_key).toBeNull();
    expect(await stored()).toBeUndefined();
  });

  it('the two names of a thing are one value, and the neutral one counts where both are sent', async () => {
    const { put, read } = await administrator(app());
    await put({ gravatar_enabled: false });
    expect(await read()).toMatchObject({ avatar_service_enabled: false, gravatar_enabled: false });
    await put({ gravatar_enabled: false, avatar_service_enabled: true });
    expect(await read()).toMatchObject({ avatar_service_enabled: true, gravatar_enabled: true });
    await put({ admin_notification_email: 'old@example.test' });
    expect((await read()).abuse_notification_email).toBe('old@example.test');
    await put({ abuse_notification_email: null });
  });

  it('a switch asks for what is stored, where its partner need not come along', async () => {
    const { put } = await administrator(app());
    const alone = await put({ enforce_terms: true });
    expect([alone.status, alone.json]).toEqual([400, { message: { terms: ["can't be blank"] } }]);
    await put({ terms: 'Be kind.' });
    expect((await put({ enforce_terms: true })).status).toBe(200);
    expect((await put({ enforce_terms: false, terms: null })).status).toBe(200);
    const partner = await put({ spam_service_enabled: true });
    expect(partner.json).toEqual({ error: 'spam_service_api_key is missing' });
    const vendor = await put({ akismet_enabled: true });
    expect(vendor.json).toEqual({ error: 'akismet_api_key is missing' });
  });

  it('lists are taken as text or list, and emptied by either', async () => {
    const { put } = await administrator(app());
    const shown = async (json: object) => (await put(json)).json.asset_proxy_allowlist;
    expect(await shown({ asset_proxy_allowlist: '*.example.test, b.test' })).toEqual([
      '*.example.test',
      'b.test',
    ]);
    expect(await shown({ asset_proxy_allowlist: '' })).toEqual([]);
    expect(await shown({ asset_proxy_whitelist: ['c.test'] })).toEqual(['c.test']);
    expect(await shown({ asset_proxy_allowlist: [] })).toEqual([]);
    for (const registrars of [[], ['group'], ['project'], ['group', 'project']]) {
      const { json } = await put({ valid_runner_registrars: registrars });
      expect(json.valid_runner_registrars).toEqual(registrars);
    }
    await put({ valid_runner_registrars: ['project', 'group'] });
  });

  it('the periods of housekeeping come all or none, and say one thing', async () => {
    const { put, read } = await administrator(app());
    const wants = { housekeeping_enabled: true };
    expect((await put(wants)).json).toEqual({
      error: 'housekeeping_optimize_repository_period is missing',
    });
    const some = await put({ ...wants, housekeeping_gc_period: 200 });
    expect([some.status, some.json.error]).toEqual([
      400,
      expect.stringContaining('housekeeping_full_repack_period is missing'),
    ]);
    const older = {
      housekeeping_full_repack_period: 20,
      housekeeping_gc_period: 20,
      housekeeping_incremental_repack_period: 20,
    };
    expect((await put({ ...wants, ...older })).status).toBe(200);
    expect(await read()).toMatchObject({ ...older, housekeeping_optimize_repository_period: 20 });
    const both = { ...wants, ...older, housekeeping_optimize_repository_period: 30 };
    expect((await put(both)).status).toBe(400);
    const newer = { ...wants, housekeeping_optimize_repository_period: 10 };
    const done = await put({ ...newer, housekeeping_bitmaps_enabled: false });
    expect(done.json).toMatchObject({
      housekeeping_gc_period: 10,
      housekeeping_bitmaps_enabled: true,
    });
  });

  it('a value that cannot be changed, a removed name and an unknown one are ignored', async () => {
    const { put } = await administrator(app());
    const removed = {
      delayed_project_deletion: true,
      delayed_group_deletion: true,
      in_product_marketing_emails_enabled: true,
      repository_storages: ['a'],
      user_email_lookup_limit: 5,
    };
    const { status, json } = await put({
      ...removed,
      hashed_storage_enabled: false,
      id: 7,
      admin_mode: false,
    });
    expect([status, json.id, json.hashed_storage_enabled]).toEqual([200, 1, true]);
    expect(Object.keys(json).filter((key) => key in removed)).toEqual([]);
    const leftovers = Object.entries(json).filter(([key]) =>
      /^container_registry_(pre_)?import_/.test(key),
    );
    expect(leftovers).toHaveLength(9);
    expect(leftovers.filter(([, value]) => value !== 0 && value !== '')).toEqual([]);
  });

  it('the older code of branch protection and the newer object follow each other', async () => {
    const { put } = await administrator(app());
    const level = (access_level: number) => [{ access_level }];
    const first = await put({ default_branch_protection: 1 });
    expect(first.json.default_branch_protection_defaults).toEqual({
      allowed_to_push: level(30),
      allow_force_push: false,
      allowed_to_merge: level(40),
    });
    const none = {
      allowed_to_push: level(30),
      allow_force_push: true,
      allowed_to_merge: level(30),
    };
    const second = await put({ default_branch_protection_defaults: none });
    expect(second.json.default_branch_protection).toBe(0);
    const wrong = { allowed_to_push: level(35) };
    expect((await put({ default_branch_protection_defaults: wrong })).status).toBe(400);
    await put({ default_branch_protection: 2 });
  });

  it('the group of the performance bar is taken by path and returned by id', async () => {
    const { put, token } = await administrator(app());
    const group = (
      await app().call('POST /groups', { token, json: { name: 'Bar', path: 'barred' } })
    ).json;
    const taken = await put({ performance_bar_allowed_group_id: 'barred' });
    expect(taken.json.performance_bar_allowed_group_id).toBe(group.id);
    expect((await put({ performance_bar_allowed_group_path: 'no/where' })).status).toBe(400);
    const off = await put({ performance_bar_enabled: false });
    expect(off.json.performance_bar_allowed_group_id).toBeNull();
  });

  it('each older name sets its successor, and the newer one sets it', async () => {
    const { put, read } = await administrator(app());
    const before = await read();
    for (const [older, newer, other] of successors) {
      const { json } = await put({ [older]: other });
      expect([older, json[older], json[newer]]).toEqual([older, other, other]);
      const back = (await put({ [newer]: before[newer] })).json;
      expect([newer, back[older]]).toEqual([newer, before[newer]]);
    }
  });
});
