import { expect, it } from 'vitest';
import { chatEvents, eventDefaults } from '#contract/integrations/events.ts';
import type { IntegrationField, IntegrationKind } from '#contract/integrations/kind.ts';
import { integrationKinds } from '#contract/integrations/kinds.ts';
import { integrationPlace } from '../../testing/integration-place.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

/** A value of each field whose row wants a certain look. */
const samples: Readonly<Record<string, string | number | boolean>> = {
  recipients: 'ada@example.test, noor@example.test nobody',
  thread: 7,
  subdomain: 'quay-7',
  datadog_site: 'data.example.test',
  branches_to_be_notified: 'protected',
  labels_to_be_notified_behavior: 'match_all',
  labels_to_be_notified: '~bug,~"type::x"',
};

const sampleOf = (kind: IntegrationKind, field: IntegrationField) => {
  if (kind.slug === 'discord' && field.key === 'webhook') return 'https://discord.com/api/AAA';
  if (kind.slug === 'campfire' && field.key === 'room') return '42';
  if (field.url === true) return `https://${field.key.replaceAll('_', '-')}.example.test/:id`;
  if (field.key in samples) return samples[field.key];
  return field.type === 'boolean' ? field.default !== true : `some ${field.key}`;
};

const settable = ({ fields }: IntegrationKind) =>
  fields.filter(({ successor }) => successor === undefined);
const wholeBody = (kind: IntegrationKind) => ({
  ...Object.fromEntries(settable(kind).map((field) => [field.key, sampleOf(kind, field)])),
  ...Object.fromEntries(kind.events.map((flag) => [flag, !eventDefaults[flag]])),
});
const leastBody = (kind: IntegrationKind) => ({
  ...Object.fromEntries(
    kind.fields.flatMap((field) => (field.required ? [[field.key, sampleOf(kind, field)]] : [])),
  ),
  ...Object.fromEntries(
    kind.requiresEvents === true ? kind.events.map((flag) => [flag, eventDefaults[flag]]) : [],
  ),
});
const shownOf = (kind: IntegrationKind) =>
  settable(kind).flatMap((field) =>
    field.type === 'secret'
      ? []
      : [field.key, ...(field.aliases ?? [])].map((name) => [
          name,
          field.readonly ? field.default : sampleOf(kind, field),
        ]),
  );
const unlike: string[] = [];

onBothDatabases('each kind of integration', (app) => {
  it('takes each of its fields and flags, by JSON and by form, and gives them back', async () => {
    const { group, call } = await integrationPlace(app(), 'kinds');
    for (const kind of integrationKinds) {
      const at = `/groups/${group.id}/integrations/${kind.slug}`;
      const body = wholeBody(kind);
      const form = new URLSearchParams(
        Object.entries(body).map(([name, value]) => [name, String(value)]),
      );
      const flags = Object.fromEntries(kind.events.map((flag) => [flag, !eventDefaults[flag]]));
      for (const sent of [{ json: body }, { body: form }]) {
        const made = await call(`PUT ${at}`, sent);
        expect([kind.slug, made.status]).toEqual([kind.slug, 200]);
        expect(made.json).toMatchObject({ slug: kind.slug, title: kind.title, ...flags });
        expect(made.json.properties).toMatchObject(Object.fromEntries(shownOf(kind)));
        expect((await call(`GET ${at}`)).json).toEqual(made.json);
        expect((await call(`DELETE ${at}`)).status).toBe(204);
      }
      for (const { key, type } of kind.fields) {
        if (type !== 'secret') continue;
        const { json } = await call(`GET ${at}`);
        if (key in json.properties) unlike.push(`${kind.slug}.${key}`);
      }
    }
    expect(unlike).toEqual([]);
  });

  it('wants what it requires each time, begins with its defaults and refuses what a field is not', async () => {
    const { group, call } = await integrationPlace(app(), 'bounds');
    for (const kind of integrationKinds) {
      const at = `/groups/${group.id}/integrations/${kind.slug}`;
      const least = leastBody(kind);
      const needed = Object.keys(least);
      const missing = await call(`PUT ${at}`, { json: {} });
      expect([missing.status, missing.json]).toEqual([
        400,
        { error: needed.map((name) => `${name} is missing`).join(', ') },
      ]);
      const made = await call(`PUT ${at}`, { json: least });
      expect([kind.slug, made.status]).toEqual([kind.slug, 200]);
      expect(made.json).toMatchObject(eventDefaults);
      for (const field of settable(kind)) {
        if (field.required === true || field.type === 'secret') continue;
        expect([field.key, made.json.properties[field.key]]).toEqual([field.key, field.default]);
      }
      // A second time nothing less will do.
      const again = await call(`PUT ${at}`, { json: {} });
      expect(again.status).toBe(400);
      for (const field of kind.fields.filter(({ required }) => required)) {
        const blank = await call(`PUT ${at}`, { json: { ...least, [field.key]: ' ' } });
        const text = `{:${field.key}=>["can't be blank"]}`;
        expect([blank.status, blank.json]).toEqual([
          400,
          { message: `Failed to update integration. ${text}` },
        ]);
      }
      for (const { key, type } of kind.fields) {
        if (!['boolean', 'enum', 'integer'].includes(type)) continue;
        const wrong = await call(`PUT ${at}`, { json: { ...least, [key]: 'perhaps' } });
        const says = type === 'enum' ? 'does not have a valid value' : 'is invalid';
        expect([wrong.status, wrong.json]).toEqual([400, { error: `${key} ${says}` }]);
      }
      for (const flag of kind.events) {
        const wrong = await call(`PUT ${at}`, { json: { ...least, [flag]: 'perhaps' } });
        expect(wrong.json).toEqual({ error: `${flag} is invalid` });
      }
      expect((await call(`GET ${at}`)).json).toEqual(made.json);
    }
  });

  it('stores no flag that it does not name, and hears the older word for branches', async () => {
    const { group, call } = await integrationPlace(app(), 'older');
    const at = `/groups/${group.id}/integrations`;
    const token = { json: { token: 'aaa', push_events: false, job_events: false } };
    const commands = (await call(`PUT ${at}/mattermost-slash-commands`, token)).json;
    expect(commands).toMatchObject({ push_events: true, job_events: true, properties: {} });
    const old = integrationKinds.filter(({ fields }) =>
      fields.some(({ key }) => key === 'notify_only_default_branch'),
    );
    expect(old.map(({ slug }) => slug)).toEqual([
      'mattermost',
      'slack',
      'hangouts-chat',
      'microsoft-teams',
      'pipelines-email',
    ]);
    for (const kind of old) {
      const put = async (json: object) =>
        (await call(`PUT ${at}/${kind.slug}`, { json: { ...leastBody(kind), ...json } })).json
          .properties;
      expect((await put({ notify_only_default_branch: false })).branches_to_be_notified).toBe(
        'all',
      );
      const both = { notify_only_default_branch: true, branches_to_be_notified: 'protected' };
      expect((await put(both)).branches_to_be_notified).toBe('protected');
      const { branches_to_be_notified: last, ...rest } = await put({
        notify_only_default_branch: 'true',
      });
      expect([last, rest.notify_only_default_branch]).toEqual([
        'default',
        kind.slug === 'pipelines-email' ? true : undefined,
      ]);
    }
    const checked = await call(`PUT ${at}/buildkite`, {
      json: { token: 'a', project_url: 'https://ci.example.test', enable_ssl_verification: false },
    });
    expect(checked.json.properties.enable_ssl_verification).toBe(true);
  });

  it('keeps lists short, texts in their form and takes both names of a field', async () => {
    const { group, call } = await integrationPlace(app(), 'forms');
    const at = `/groups/${group.id}/integrations`;
    const hook = { webhook: 'https://chat.example.test/AAA' };
    const eleven = Array.from({ length: 11 }, (_, at) => `room${at}`).join(',');
    const addresses = Array.from({ length: 31 }, (_, at) => `a${at}@example.test`).join('\n');
    const refused: [string, object, string][] = [
      [
        'slack',
        { ...hook, push_channel: eleven },
        ':push_channel=>["must have at most 10 channels"]',
      ],
      ['discord', hook, ':webhook=>["must be a https://discord.com/ URL"]'],
      ['pipelines-email', { recipients: addresses }, `:recipients=>["can't exceed 30"]`],
      ['campfire', { token: 'a', room: 'hall' }, ':room=>["is not a positive number"]'],
      ['campfire', { token: 'a', subdomain: '7up' }, ':subdomain=>["is invalid"]'],
      [
        'asana',
        { api_key: 'a', restrict_to_branch: 'b'.repeat(1_100_000) },
        ':base=>["is too large (maximum is 1 MiB)"]',
      ],
    ];
    for (const [slug, json, text] of refused) {
      const answer = await call(`PUT ${at}/${slug}`, { json });
      expect([answer.status, answer.json]).toEqual([
        400,
        { message: `Failed to update integration. {${text}}` },
      ]);
      expect((await call(`GET ${at}/${slug}`)).status).toBe(404);
    }
    const bamboo = {
      bamboo_url: 'https://ci.example.test',
      build_key: 'k',
      username: 'u',
      password: 'p',
    };
    const byVendor = await call(`PUT ${at}/bamboo`, { json: bamboo });
    expect([byVendor.status, byVendor.json.properties.ci_server_url]).toEqual([
      200,
      bamboo.bamboo_url,
    ]);
    const { bamboo_url: _, ...nameless } = bamboo;
    const without = await call(`PUT ${at}/bamboo`, { json: nameless });
    expect(without.json).toEqual({ error: 'ci_server_url is missing' });
    const packages = { username: 'u', token: 't', server: true };
    expect(
      (await call(`PUT ${at}/packagist`, { json: packages })).json.properties.server,
    ).toBeNull();
    const mail = { recipients: 'a@example.test' };
    expect((await call(`PUT ${at}/pipelines-email`, { json: mail })).status).toBe(200);
    expect(chatEvents).toHaveLength(9);
  });
});
