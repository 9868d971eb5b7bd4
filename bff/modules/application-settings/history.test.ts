import { beforeAll, expect, it } from 'vitest';
import { settingsCommands } from '../../commands/settings.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { updateSettings } from './rules.ts';

onBothDatabases('the history of the settings', (app) => {
  let root: TestUser;
  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });
  const ask = (request: string, json?: object, headers: Record<string, string> = {}) =>
    app().call(request, { token: root.token, headers, ...(json && { json }) });
  const set = (json: object, reason?: string) =>
    ask(
      'PUT /application/settings',
      json,
      reason === undefined ? {} : { 'X-Change-Reason': reason },
    );
  const history = async (query = '') => (await ask(`GET /bff/settings/history${query}`)).json;
  const stored = async (key: string) => (await ask('GET /application/settings')).json[key];

  it('says who changed what when and why, and leaves out what changed nothing', async () => {
    const reason = 'Für die Werft ✓ 100%';
    await set({ default_projects_limit: 7, terms: 'Be kind' }, encodeURIComponent(reason));
    await set({ default_projects_limit: 7 });
    await set({ default_projects_limit: 8 }, '50% more');
    const [latest, first, ...more] = await history();
    expect(more).toEqual([]);
    expect(latest).toMatchObject({ reason: '50% more' });
    expect(first).toEqual({
      id: expect.any(Number),
      actor: { kind: 'user', id: root.id, name: 'root' },
      impersonator: null,
      reason,
      created_at: expect.any(String),
      changes: expect.arrayContaining([
        { key: 'default_projects_limit', before: 100_000, after: 7 },
        { key: 'terms', before: null, after: 'Be kind' },
      ]),
    });
    expect(await history('?key=terms')).toHaveLength(1);
    expect(await history('?key=projects_limit')).toEqual([]);
    expect(await history('?actor=nobody')).toEqual([]);
  });

  it('a change is taken back by the rule of every change, and that is a change again', async () => {
    await set({
      diagram_service_a_enabled: true,
      diagram_service_a_url: 'https://plans.example.test',
      asset_proxy_secret_key: 'hush',
    });
    await set({ diagram_service_a_enabled: false, max_login_attempts: 5 });
    const [change] = await history();
    const back = await ask(`POST /bff/settings/history/${change.id}/revert`);
    expect(back.status).toBe(200);
    expect(back.json).toMatchObject({ diagram_service_a_enabled: true, max_login_attempts: null });
    const [revert] = await history();
    expect(revert.reason).toBe(`Reverts change ${change.id}`);
    expect(revert.changes).toHaveLength(2);
  });

  it('what cannot be taken back changes nothing', async () => {
    await set({ asset_proxy_secret_key: 'other', default_projects_limit: 3 });
    const [change] = await history();
    const secret = await ask(`POST /bff/settings/history/${change.id}/revert`);
    expect([secret.status, Object.keys(secret.json.message)]).toEqual([
      400,
      ['asset_proxy_secret_key'],
    ]);
    expect(await stored('default_projects_limit')).toBe(3);
    await set({ default_project_visibility: 'public' });
    await set({ default_project_visibility: 'internal' });
    const [level] = await history();
    await set({ restricted_visibility_levels: ['public'] });
    const clash = await ask(`POST /bff/settings/history/${level.id}/revert`);
    expect([clash.status, Object.keys(clash.json.message)]).toEqual([
      400,
      ['default_project_visibility'],
    ]);
    expect((await ask('POST /bff/settings/history/999999/revert')).status).toBe(404);
    await set({ restricted_visibility_levels: [], default_project_visibility: 'private' });
  });

  it('a file of all settings says what it would do, does that, and comes out as it went in', async () => {
    await set({ spam_service_enabled: true, spam_service_api_key: 'hush' });
    await set({ default_projects_limit: 11, domain_allowlist: ['a.test'], terms: null });
    const file = await ask('GET /bff/settings/export');
    expect(file.headers.get('content-type')).toContain('application/json');
    expect(file.json.settings).toMatchObject({ asset_proxy_secret_key: '*****' });
    await set({ default_projects_limit: 12, domain_allowlist: [], terms: 'Others' });
    const changes = [
      { key: 'default_projects_limit', before: 12, after: 11 },
      { key: 'terms', before: 'Others', after: null },
      { key: 'domain_allowlist', before: [], after: ['a.test'] },
    ];
    const dry = await ask('POST /bff/settings/import?dry_run=true', file.json);
    expect(dry.status).toBe(200);
    expect(dry.json).toMatchObject({ unknown: [], refused: [] });
    expect(dry.json.set).toHaveLength(changes.length);
    expect(dry.json.set).toEqual(expect.arrayContaining(changes));
    expect(await stored('default_projects_limit')).toBe(12);
    const done = await ask('POST /bff/settings/import', file.json);
    expect([done.status, done.json]).toEqual([200, dry.json]);
    expect((await ask('GET /bff/settings/export')).text).toBe(file.text);
    await set({ spam_service_enabled: false, spam_service_api_key: '' });
  });

  it('an import names what is unknown and refused, and with a refusal sets nothing', async () => {
    const settings = {
      sails: true,
      signin_enabled: true,
      default_projects_limit: 21,
      max_attachment_size: 'much',
      default_project_visibility: 'secret',
      wiki_page_max_content_bytes: 1,
      require_two_factor_authentication: true,
      home_page_url: 'ftp://x.test',
    };
    const dry = await ask('POST /bff/settings/import?dry_run=true', { settings });
    expect(dry.json).toEqual({
      set: [{ key: 'default_projects_limit', before: 11, after: 21 }],
      unchanged: ['password_authentication_enabled_for_web'],
      unknown: ['sails'],
      refused: [
        { key: 'max_attachment_size', problem: 'is invalid' },
        { key: 'default_project_visibility', problem: 'does not have a valid value' },
        { key: 'require_two_factor_authentication', problem: 'two_factor_grace_period is missing' },
        {
          key: 'wiki_page_max_content_bytes',
          problem: 'must be greater than or equal to 1024',
        },
        { key: 'home_page_url', problem: 'is blocked: Only allowed schemes are http, https' },
      ],
    });
    const refused = await ask('POST /bff/settings/import', { settings });
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([
      400,
      dry.json.refused.map(({ key }: { key: string }) => key),
    ]);
    expect(await stored('default_projects_limit')).toBe(11);
    const levels = { restricted_visibility_levels: ['private', 'public'], terms: 'Kept' };
    const clash = await ask('POST /bff/settings/import?dry_run=true', { settings: levels });
    expect(clash.json.set.map(({ key }: { key: string }) => key)).toEqual(['terms']);
    expect(clash.json.refused).toEqual([
      { key: 'restricted_visibility_levels', problem: 'does not fit the other settings' },
    ]);
  });

  it('a setting gets its default back from the command line, by any of its names', async () => {
    const run = async (...args: string[]) => {
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      try {
        await settingsCommands.reset?.run({ ctx: app().ctx, args, print });
      } catch (error) {
        lines.push(String(error));
      }
      return lines.join();
    };
    await updateSettings(app().ctx, { password_authentication_enabled_for_web: false });
    expect(await run('signin_enabled')).toBe(
      'password_authentication_enabled_for_web is true again (was false); a running server sees it in 60 s.',
    );
    expect(await stored('signin_enabled')).toBe(true);
    expect(await run('signin_enabled')).toContain('has its default: true.');
    expect(await run('asset_proxy_secret_key')).toContain('is null again (was "*****")');
    expect(await run('sails')).toContain('There is no setting sails.');
    expect(await run()).toContain('KEY is missing.');
    const [change] = await history();
    expect(change.actor).toEqual({ kind: 'system', id: null, name: 'test' });
  });
});
