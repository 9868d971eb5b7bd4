import { expect, it } from 'vitest';
import { integrationKinds } from '#contract/integrations/kinds.ts';
import { integrationPlace } from '../../testing/integration-place.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { effectiveOfGroup } from './effective-rules.ts';

const hook = { webhook: 'https://chat.example.test/hooks/AAA' };

onBothDatabases('integrations on the screens', (app) => {
  it('of a group are listed with their state, where they come from and who inherits them', async () => {
    const { top, group, project, call } = await integrationPlace(app(), 'overview');
    const list = async (path: string) => {
      const { json } = await call(`GET /bff/${path}/integrations`);
      return (slug: string) => json.find((one: { slug: string }) => one.slug === slug);
    };
    await call(`PUT /groups/${top.id}/integrations/pumble`, { json: hook });
    await call(`PUT /groups/${top.id}/integrations/slack`, { json: hook });
    await call(`DELETE /groups/${top.id}/integrations/slack`);
    const above = await list(`groups/${top.id}`);
    expect(above('pumble')).toMatchObject({
      title: 'Pumble',
      state: 'active',
      allowed: true,
      inherited: false,
      source: { level: 'group', id: top.id, full_path: top.full_path },
      heirs: { groups: 1, projects: 1 },
    });
    expect([above('slack').state, above('asana').state]).toEqual(['inactive', 'unset']);
    const shown = (await call(`GET /bff/groups/${top.id}/integrations/pumble`)).json;
    expect(shown).toMatchObject({ secrets: ['webhook'], above: null });
    expect(shown.first_heirs.map((one: { full_path: string }) => one.full_path)).toEqual([
      group.full_path,
      `${group.full_path}/shop`,
    ]);
    expect(JSON.stringify(shown)).not.toContain('AAA');
    const below = await list(`projects/${project.id}`);
    expect(below('pumble')).toMatchObject({
      inherited: true,
      source: { full_path: top.full_path },
      heirs: { groups: 0, projects: 0 },
    });
    // A group that decides on its own takes what lies below it along.
    await call(`PUT /groups/${group.id}/integrations/pumble`, { json: hook });
    expect((await list(`groups/${top.id}`))('pumble').heirs).toEqual({ groups: 0, projects: 0 });
    expect((await list(`groups/${group.id}`))('pumble').heirs).toEqual({ groups: 0, projects: 1 });
    const own = (await call(`GET /bff/groups/${group.id}/integrations/pumble`)).json;
    expect(own.above.source.full_path).toBe(top.full_path);
    const ofProject = `/bff/projects/${project.id}/integrations/pumble`;
    const mine = await call(`PUT ${ofProject}`, { json: hook });
    expect(mine.json).toMatchObject({ inherited: false, source: { level: 'project' } });
    expect((await call(`GET ${ofProject}`)).json).toEqual(mine.json);
  });

  it('of the instance are defaults of everybody, for administrators alone', async () => {
    const { group, project, call } = await integrationPlace(app(), 'instance');
    const { token } = await app().user('root-instance', { admin: true });
    const at = '/bff/instance/integrations';
    const asRoot = (request: string, json?: object) => app().call(request, { token, json });
    expect((await call(`PUT ${at}/discord`, { json: {} })).status).toBe(403);
    expect((await asRoot(`PUT ${at}/pager`, {})).json).toEqual({ error: '404 Not Found' });
    expect((await asRoot(`DELETE ${at}/discord`)).status).toBe(404);
    const webhook = 'https://discord.com/api/hooks/AAA';
    const bare = await asRoot(`PUT ${at}/discord`, {});
    expect([bare.status, bare.json]).toEqual([400, { message: { webhook: ["can't be blank"] } }]);
    const made = await asRoot(`PUT ${at}/discord`, { webhook, push_events: false });
    expect([made.status, made.json]).toMatchObject([
      200,
      { state: 'active', source: { level: 'instance', id: null }, events: { push_events: false } },
    ]);
    expect(made.json.heirs.groups).toBeGreaterThanOrEqual(2);
    const below = (await call(`GET /projects/${project.id}/integrations/discord`)).json;
    expect([below.inherited, below.push_events]).toEqual([true, false]);
    expect((await call(`DELETE /projects/${project.id}/integrations/discord`)).status).toBe(204);
    const linked = await call(`PUT /bff/groups/${group.id}/integrations/discord`, {
      json: { use_inherited_settings: true },
    });
    expect(linked.json).toMatchObject({ inherited: true, secrets: [] });
    expect((await asRoot(`GET ${at}/discord`)).json.heirs.projects).toBe(
      made.json.heirs.projects - 1,
    );
    expect((await asRoot(`DELETE ${at}/discord`)).status).toBe(204);
    expect((await call(`GET /groups/${group.id}/integrations/discord`)).json.active).toBe(false);
    const list = (await asRoot(`GET ${at}`)).json;
    expect(list).toHaveLength(integrationKinds.length);
    expect(list.every((one: { state: string }) => one.state !== 'active')).toBe(true);
  });

  it('a changed address never gets the secret that was stored (CVE-2022-4342, CVE-2023-0838, CVE-2023-2620, CVE-2022-2497): it is erased, and that is said', async () => {
    const { group, call } = await integrationPlace(app(), 'rotate');
    // Parts of a host name, no addresses.
    const names = new Set(['subdomain', 'datadog_site']);
    const first = (field: { type: string; key: string }) =>
      field.type === 'secret'
        ? 'sesame'
        : names.has(field.key)
          ? 'first'
          : 'https://a.example.test';
    const second = (key: string) => (names.has(key) ? 'second' : 'https://evil.example.test');
    const exposing = integrationKinds.filter(({ fields }) => fields.some(({ exposes }) => exposes));
    expect(exposing.map(({ slug }) => slug)).toEqual([
      'telegram',
      'campfire',
      'assembla',
      'bamboo',
      'buildkite',
      'datadog',
      'packagist',
    ]);
    for (const kind of exposing) {
      const at = `/bff/groups/${group.id}/integrations/${kind.slug}`;
      const needed = kind.fields.filter(({ required, exposes }) => required || exposes);
      const made = await call(`PUT ${at}`, {
        json: Object.fromEntries(needed.map((field) => [field.key, first(field)])),
      });
      expect([kind.slug, made.status]).toEqual([kind.slug, 200]);
      // Anything else changes without it, and what is stored stays.
      const flag = kind.events[0] ?? 'push_events';
      const flagged = await call(`PUT ${at}`, { json: { [flag]: false } });
      expect(flagged.json).toMatchObject({ events: { [flag]: false } });
      for (const { key, aliases = [], exposes = [] } of kind.fields) {
        for (const name of exposes.length > 0 ? [key, ...aliases] : []) {
          const changed = await call(`PUT ${at}`, { json: { [name]: second(key) } });
          const texts = [`was erased because ${key} changed: enter it again`];
          expect([changed.status, changed.json.message]).toEqual([
            400,
            Object.fromEntries(exposes.map((secret) => [secret, texts])),
          ]);
          const kept = await effectiveOfGroup(app().ctx, group, kind.slug);
          expect([kept?.settings[key], ...exposes.map((one) => kept?.settings[one])]).toEqual([
            first({ type: 'string', key }),
            ...exposes.map(() => 'sesame'),
          ]);
          const secrets = Object.fromEntries(exposes.map((one) => [one, 'anew']));
          const told = await call(`PUT ${at}`, { json: { [name]: second(key), ...secrets } });
          expect(told.json.properties[key]).toBe(second(key));
          const back = { [name]: first({ type: 'string', key }) };
          const old = Object.fromEntries(exposes.map((one) => [one, 'sesame']));
          expect((await call(`PUT ${at}`, { json: { ...back, ...old } })).status).toBe(200);
        }
      }
    }
  });
});
