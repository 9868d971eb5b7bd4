import { expect, it } from 'vitest';
import { integrationPlace } from '../../testing/integration-place.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { effectiveIntegrationsOf } from './effective-rules.ts';

const hook = { webhook: 'https://chat.example.test/hooks/AAA' };
const unavailable = [400, { message: '400 Integration not available' }];
const noIntegration = [404, { message: '404 Integration Not Found' }];

onBothDatabases('the rules of integrations', (app) => {
  it('says what is wrong in its order: path, body, 401, group, role, parameters, integration', async () => {
    const { group, call, member } = await integrationPlace(app(), 'orders');
    const at = `/groups/${group.id}/integrations`;
    const developer = await member('dev-orders', 30);
    const stranger = await app().user('stranger-orders');
    const maintainer = await member('maint-orders', 40);
    const said = async (request: string, options: object) => {
      const { status, json } = await call(request, options);
      return [status, json];
    };
    const put = (slug: string, options: object) => said(`PUT ${at}/${slug}`, options);
    expect(await put('pager', { token: undefined, json: {} })).toEqual([
      404,
      { error: '404 Not Found' },
    ]);
    const broken = { token: undefined, body: '{', headers: { 'content-type': 'application/json' } };
    expect(await put('pumble', broken)).toEqual([400, { error: 'Invalid JSON format' }]);
    expect(await put('pumble', { token: undefined, json: {} })).toEqual([
      401,
      { message: '401 Unauthorized' },
    ]);
    await call(`PUT /groups/${group.id}`, { json: { visibility: 'private' } });
    expect(await put('pumble', { token: stranger.token, json: {} })).toEqual([
      404,
      { message: '404 Group Not Found' },
    ]);
    expect(await put('pumble', { token: developer.token, json: {} })).toEqual([
      403,
      { message: '403 Forbidden' },
    ]);
    for (const request of [`GET ${at}`, `GET ${at}/pumble`, `DELETE ${at}/pumble`]) {
      expect((await call(request, { token: developer.token })).status).toBe(403);
      expect((await call(request, { token: stranger.token })).status).toBe(404);
    }
    expect(await put('pumble', { json: { push_events: 'perhaps' } })).toEqual([
      400,
      { error: 'webhook is missing, push_events is invalid' },
    ]);
    for (const method of ['GET', 'DELETE']) {
      const refused = { error: 'slug does not have a valid value' };
      expect(await said(`${method} ${at}/pager`, {})).toEqual([400, refused]);
      expect(await said(`${method} ${at}/jenkins`, {})).toEqual(unavailable);
      expect(await said(`${method} ${at}/pumble`, {})).toEqual(noIntegration);
    }
    expect(await put('jenkins', { json: {} })).toEqual(unavailable);
    expect((await put('pumble', { token: maintainer.token, json: hook }))[0]).toBe(200);
  });

  it('takes what is above whole, at once, and only where something is above', async () => {
    const { top, group, project, call } = await integrationPlace(app(), 'inherited');
    const above = `/groups/${top.id}/integrations/mattermost`;
    const below = `/groups/${group.id}/integrations/mattermost`;
    const inheriting = { json: { ...hook, username: 'ignored', use_inherited_settings: true } };
    const none = await call(`PUT ${below}`, inheriting);
    expect([none.status, none.json]).toEqual([400, { message: 'Default integration not found.' }]);
    expect((await call(`GET ${below}`)).status).toBe(404);
    const bare = await call(`PUT ${below}`, { json: { use_inherited_settings: true } });
    expect([bare.status, bare.json]).toEqual([400, { error: 'webhook is missing' }]);

    await call(`PUT ${above}`, { json: { ...hook, username: 'top', push_events: false } });
    // A group without a row of its own has what is above, a new one too.
    const fresh = await call('POST /groups', {
      json: { name: 'Fresh', path: 'fresh', parent_id: group.id },
    });
    for (const place of [`groups/${fresh.json.id}`, `projects/${project.id}`]) {
      const { json } = await call(`GET /${place}/integrations/mattermost`);
      expect([json.inherited, json.active, json.push_events]).toEqual([true, true, false]);
      expect((await call(`GET /${place}/integrations`)).json).toHaveLength(1);
    }
    const own = { json: { ...hook, username: 'below', channel: 'quay' } };
    expect((await call(`PUT ${below}`, own)).json).toMatchObject({
      inherited: false,
      push_events: true,
      properties: { username: 'below', channel: 'quay' },
    });
    const linked = (await call(`PUT ${below}`, inheriting)).json;
    expect(linked).toMatchObject({ inherited: true, active: true, push_events: false });
    expect([linked.properties.username, linked.properties.channel]).toEqual(['top', null]);
    await call(`PUT ${above}`, { json: { ...hook, username: 'changed', push_events: true } });
    expect((await call(`GET ${below}`)).json).toMatchObject({
      push_events: true,
      properties: { username: 'changed' },
    });
    const freed = (await call(`PUT ${below}`, { json: hook })).json;
    expect([freed.inherited, freed.properties.username]).toEqual([false, null]);
    await call(`PUT ${below}`, inheriting);
    expect((await call(`DELETE ${below}`)).status).toBe(204);
    expect((await call(`GET ${below}`)).json).toMatchObject({ active: false, inherited: false });
    expect((await call(`GET /projects/${project.id}/integrations`)).json).toEqual([]);
  });

  it('keeps to the instance’s list: not set up, not found, not listed, and nothing sent', async () => {
    const { group, project, call } = await integrationPlace(app(), 'listed');
    const root = await app().user('root-listed', { admin: true });
    const at = `/groups/${group.id}/integrations`;
    await call(`PUT ${at}/pumble`, { json: hook });
    await call(`PUT ${at}/slack`, { json: hook });
    const limit = (json: object) =>
      app().call('PUT /application/settings', { token: root.token, json });
    await limit({ allow_all_integrations: false, allowed_integrations: ['slack'] });
    const refusedOne = await call(`PUT ${at}/pumble`, { json: hook });
    expect([refusedOne.status, refusedOne.json]).toEqual(unavailable);
    for (const method of ['GET', 'DELETE']) {
      const gone = await call(`${method} ${at}/pumble`);
      expect([gone.status, gone.json]).toEqual(noIntegration);
    }
    const slugs = async () =>
      (await call(`GET ${at}`)).json.map((one: { slug: string }) => one.slug);
    expect(await slugs()).toEqual(['slack']);
    const working = await effectiveIntegrationsOf(app().ctx, project);
    expect(working.map(({ slug }) => slug)).toEqual(['slack']);
    await limit({ allow_all_integrations: true, allowed_integrations: [] });
    expect(await slugs()).toEqual(['pumble', 'slack']);
  });

  it('takes http and https addresses that are not local, and no other', async () => {
    const { group, call } = await integrationPlace(app(), 'urls');
    const put = async (project_url: string) => {
      const urls = { issues_url: 'https://bugs.example.test/:id', project_url };
      return (await call(`PUT /groups/${group.id}/integrations/clickup`, { json: urls })).json;
    };
    const failed = (text: string) => ({
      message: `Failed to update integration. {:project_url=>["${text}"]}`,
    });
    const blocked = failed('is blocked: requests to this address are not allowed');
    const bad = failed('must be a valid URL');
    for (const url of [
      'ftp://a.example.test',
      'javascript:alert(1)',
      'bugs',
      'https://a b',
      '//a',
    ]) {
      expect(await put(url)).toEqual(bad);
    }
    const local = ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.1.2.3', '0x7f.1'];
    for (const host of [...local, '169.254.169.254', 'a.localhost', '100.64.0.1', '[fd00::1]']) {
      expect([host, await put(`http://${host}/`)]).toEqual([host, blocked]);
    }
    expect(await put('https://me:pass@a.example.test')).toEqual(
      failed('must not contain credentials'),
    );
    expect((await call(`GET /groups/${group.id}/integrations/clickup`)).status).toBe(404);
    expect((await put('  https://bugs.example.test/p  ')).properties.project_url).toBe(
      'https://bugs.example.test/p',
    );
  });

  it('never keeps a secret readable, in the database or in the history', async () => {
    const { group, call } = await integrationPlace(app(), 'secrets');
    const secret = 'sesame-42';
    const json = {
      ci_server_url: 'https://ci.example.test',
      build_key: secret,
      username: 'ada',
      password: secret,
    };
    const made = await call(`PUT /groups/${group.id}/integrations/bamboo`, { json });
    expect(made.json.properties).toEqual({
      ci_server_url: 'https://ci.example.test',
      bamboo_url: 'https://ci.example.test',
      enable_ssl_verification: true,
      username: 'ada',
    });
    const { db } = app().deps;
    const kept = [
      await db.selectFrom('integrations').selectAll().execute(),
      await db.selectFrom('audit_events').selectAll().execute(),
      await db.selectFrom('domain_events').selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toContain(secret);
  });
});
