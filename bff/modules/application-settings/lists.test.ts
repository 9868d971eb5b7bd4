import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

onBothDatabases('a setting that is a list', (app) => {
  let root: TestUser;
  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });
  const path = '/application/settings';
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  /** Text is sent as a form, the rest as JSON; answers the status, and the list as it is then read. */
  const put = async (sent: string | object, key = 'domain_allowlist') => {
    const { token } = root;
    const { status } =
      typeof sent === 'string'
        ? await app().call(`PUT ${path}`, { token, headers, body: sent })
        : await app().call(`PUT ${path}`, { token, json: sent });
    return [status, (await app().call(`GET ${path}`, { token })).json[key]];
  };

  it('comes as a list or as text, by JSON or form, and is emptied by each way to say nothing', async () => {
    const two = ['a.test', '*.b.test'];
    for (const sent of [
      { domain_allowlist: two },
      { domain_allowlist: 'a.test,*.b.test' },
      'domain_allowlist[]=a.test&domain_allowlist[]=*.b.test',
      'domain_allowlist=a.test,*.b.test',
      { domain_allowlist: 'a.test\n*.b.test' },
      'domain_allowlist=a.test%0D%0A*.b.test',
    ]) {
      expect([sent, await put(sent)]).toEqual([sent, [200, two]]);
      for (const nothing of [
        { domain_allowlist: [] },
        'domain_allowlist[]=',
        'domain_allowlist=',
        { domain_allowlist: null },
        { domain_allowlist: '' },
      ]) {
        await put({ domain_allowlist: ['kept.test'] });
        expect([nothing, await put(nothing)]).toEqual([nothing, [200, []]]);
      }
    }
  });

  it('holds what was sent without blanks, and refuses what is no item of it', async () => {
    expect(await put({ domain_allowlist: ['  a.test  ', ''] })).toEqual([200, ['a.test']]);
    expect(await put({ domain_allowlist: ['ä.test'] })).toEqual([200, ['ä.test']]);
    expect(await put({ domain_allowlist: ['no domain!'] })).toEqual([400, ['ä.test']]);
    expect(await put({ domain_allowlist: { 0: 'a.test' } })).toEqual([400, ['ä.test']]);
    const levels = 'restricted_visibility_levels';
    for (const [sent, status, then] of [
      [{ default_project_visibility: 'public', default_group_visibility: 'public' }, 200, []],
      [{ [levels]: ['internal', 'private'] }, 200, ['internal', 'private']],
      [{ [levels]: ['private'] }, 200, ['private']],
      [{ [levels]: [] }, 200, []],
      [{ [levels]: ['private'] }, 200, ['private']],
      [`${levels}[]=`, 200, []],
      [{ [levels]: ['secret'] }, 400, []],
      [{ [levels]: ['public'], default_project_visibility: 'public', terms: 'no' }, 400, []],
    ] as const) {
      expect([sent, await put(sent, levels)]).toEqual([sent, [status, then]]);
    }
    const { json } = await app().call(`GET ${path}`, { token: root.token });
    expect(json.terms).toBeNull();
    const reachable = ['10.0.0.0/8', 'svc.test:8080'];
    const named = 'outbound_local_requests_whitelist';
    expect(await put({ [named]: reachable }, named)).toEqual([200, reachable]);
    const registrars = 'valid_runner_registrars';
    expect(await put({ [registrars]: ['project', 'moon'] }, registrars)).toEqual([
      400,
      ['project', 'group'],
    ]);
  });
});
