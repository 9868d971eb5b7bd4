import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableRows } from '../../testing/markdown-table.ts';
import {
  createTestApp,
  onBothDatabases,
  type TestApp,
  testOrigin,
} from '../../testing/test-app.ts';

// What every setting must be is read from the table of the specification, not from the rows that
// the server is made of.

interface Attribute {
  name: string;
  type: string;
  initial: unknown;
  min: number | undefined;
  max: number | undefined;
  options: unknown[];
  other: string | undefined;
  partners: string[];
  is(word: string): boolean;
  older: boolean;
}

const value = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function readAttribute(item: string): Attribute {
  const [, name = '', rest = ''] = /^`(\w+)`: (.*)$/.exec(item) ?? [];
  const [type = '', ...facts] = rest.split('; ');
  const fact = (word: string) =>
    facts.find((one) => one.startsWith(`${word} `))?.slice(word.length + 1);
  const names = (text: string | undefined) =>
    [...(text ?? '').matchAll(/`([^`]*)`/g)].map(([, quoted = '']) => quoted);
  const number = (word: string) => (fact(word) === undefined ? undefined : Number(fact(word)));
  return {
    name,
    type,
    initial: value(names(fact('default'))[0] ?? 'null'),
    min: number('minimum'),
    max: number('maximum'),
    options: names(fact('one of')).map((text) => (type === 'integer' ? Number(text) : text)),
    other: names(fact('also written'))[0],
    partners: names(fact('requires')),
    is: (word) => facts.includes(word),
    older: fact('deprecated by') !== undefined,
  };
}

const specification = readFileSync(
  new URL('../../../docs/specification.md', import.meta.url),
  'utf8',
);
const attributes = tableRows(specification)
  .filter(({ cells }) => cells[0]?.startsWith('settings.attribute.'))
  .map(({ cells }) => readAttribute(cells[1] ?? ''));

/** Values that differ from the default where the rule of the setting wants a certain look. */
const sample: Readonly<Record<string, unknown>> = {
  abuse_notification_email: 'abuse@example.test',
  lets_encrypt_notification_email: 'tls@example.test',
  after_sign_out_path: 'https://example.test/bye',
  home_page_url: 'https://example.test/',
  help_page_support_url: 'https://example.test/help',
  diagram_service_c_url: 'https://example.test/draw',
  spam_check_endpoint_url: 'tls://spam.example.test',
  archive_builds_in_human_readable: '15 days',
  geo_node_allowed_ips: '10.0.0.0/8',
  personal_access_token_prefix: 'quay-',
  // Not all types of keys may be forbidden.
  ed25519_key_restriction: 256,
  default_project_visibility: 'internal',
  default_group_visibility: 'internal',
  restricted_visibility_levels: ['public'],
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 30 }],
    allow_force_push: false,
    allowed_to_merge: [{ access_level: 40 }],
  },
  default_branch_protection: 1,
  editor_extension_marketplace: { enabled: true, preset: 'open' },
  kroki_formats: { blockdiag: true },
  repository_storages_weighted: { default: 50 },
  resource_usage_limits: { memory: 1.5 },
  sign_in_restrictions: { session_expire_from_init: true },
  performance_bar_allowed_group_path: 'bar',
  performance_bar_enabled: true,
  gitaly_timeout_fast: 11,
  allowed_integrations: ['pumble', 'slack_slash_commands'],
  inactive_projects_delete_after_months: 12,
};

function another(one: Attribute): unknown {
  if (one.name in sample) return sample[one.name];
  if (one.options.length > 0) {
    const [first, second] = one.options.filter((option) => option !== one.initial);
    return one.type === 'string[]' ? [second ?? first] : first;
  }
  if (one.type === 'boolean') return one.initial !== true;
  if (one.type === 'string[]') return ['one.example.test', 'two.example.test'];
  if (one.type !== 'integer' && one.type !== 'number') return 'quay7';
  const from = typeof one.initial === 'number' ? one.initial : (one.min ?? 0);
  return one.max !== undefined && from + 1 > one.max ? from - 1 : from + 1;
}

const wrongs: Readonly<Record<string, unknown>> = {
  boolean: 'perhaps',
  integer: 'many',
  number: 'much',
  string: { a: 1 },
  text: { a: 1 },
  'string[]': { a: 1 },
  object: 'none',
};

const own = attributes.filter((one) => !one.is('read only') && !one.older);
let made = 0;

async function administrator(app: TestApp) {
  const { username, password } = await app.user(`root${++made}`, { admin: true });
  // One of the settings shuts access tokens out.
  const session = await app.call('POST /bff/session', {
    json: { username, password },
    headers: { Origin: testOrigin },
  });
  const headers = {
    Cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '',
    'X-CSRF-Token': String(session.json.csrf_token),
    Origin: testOrigin,
  };
  return {
    headers,
    read: async () => (await app.call('GET /application/settings', { headers })).json,
    put: (json: object) => app.call('PUT /application/settings', { headers, json }),
  };
}

onBothDatabases('all settings', (app) => {
  it('each has its default, its type and its other name', async () => {
    const { read } = await administrator(app());
    const shown = await read();
    expect(attributes).toHaveLength(445);
    const faults: string[] = [];
    for (const one of attributes) {
      if (one.name === 'performance_bar_enabled') {
        if (one.name in shown) faults.push(`${one.name} is returned`);
        continue;
      }
      const names = [one.name, ...(one.other === undefined ? [] : [one.other])];
      for (const name of names) {
        if (JSON.stringify(shown[name]) !== JSON.stringify(one.initial)) {
          faults.push(`${name} is ${JSON.stringify(shown[name])}, not ${String(one.initial)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('each takes another value, by JSON and by form, and gives it back', async () => {
    const { headers, read, put } = await administrator(app());
    await app().call('POST /groups', { headers, json: { name: 'bar', path: 'bar' } });
    const before = await read();
    const sent = Object.fromEntries(own.map((one) => [one.name, another(one)]));
    const written = await put(sent);
    expect([written.status, written.status === 200 ? '' : written.text]).toEqual([200, '']);
    const shown = await read();
    expect(shown).toEqual(written.json);
    const faults: string[] = [];
    for (const one of own) {
      if (one.name === 'performance_bar_enabled') continue;
      const due = one.is('secret') ? '*****' : sent[one.name];
      for (const name of [one.name, ...(one.other === undefined ? [] : [one.other])]) {
        if (JSON.stringify(shown[name]) !== JSON.stringify(due)) {
          faults.push(`${name} is ${JSON.stringify(shown[name])}, not ${JSON.stringify(due)}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(shown.performance_bar_allowed_group_id).toEqual(expect.any(Number));
    expect(shown.updated_at).toEqual(expect.any(String));
    expect((await put(shown)).json).toEqual({ ...shown, updated_at: expect.any(String) });

    const plain = own.filter((one) => one.initial !== null && one.type !== 'object');
    const fields = plain.flatMap(({ name, initial }) =>
      Array.isArray(initial)
        ? initial.length === 0
          ? [[`${name}`, '']]
          : initial.map((member) => [`${name}[]`, String(member)])
        : [[name, String(initial)]],
    );
    // The partner of a switch goes along, as a form has all of its fields.
    const partners = plain
      .filter(({ initial }) => initial === true)
      .flatMap((one) => one.partners)
      .filter((partner) => !plain.some(({ name }) => name === partner));
    for (const partner of partners) fields.push([partner, '']);
    const body = new URLSearchParams(fields.map(([name = '', text = '']) => [name, text]));
    const back = await app().call('PUT /application/settings', {
      body: body.toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([back.status, back.status === 200 ? '' : back.text]).toEqual([200, '']);
    const left = own.filter((one) => one.initial === null || one.type === 'object');
    await put({
      ...Object.fromEntries(left.map((one) => [one.name, one.initial])),
      performance_bar_enabled: false,
    });
    const after = await read();
    const same = { ...before, created_at: after.created_at, updated_at: after.updated_at };
    expect(after).toEqual(same);
  });
});

describe('all settings', () => {
  let kept: TestApp | undefined;
  beforeAll(async () => {
    kept = await createTestApp();
  });
  afterAll(() => kept?.close());
  const app = () => {
    if (kept === undefined) throw new Error('the app is not there yet');
    return kept;
  };

  it('each refuses what it is not, by name, and nothing is stored', async () => {
    const { read, put } = await administrator(app());
    const before = await read();
    const faults: string[] = [];
    const refused = async (one: Attribute, wrong: unknown) => {
      const partners = one.partners.map((name) => [name, before[name] ?? 'x']);
      const answer = await put({ ...Object.fromEntries(partners), [one.name]: wrong });
      if (answer.status !== 400 || !answer.text.includes(one.name)) {
        faults.push(
          `${one.name} = ${JSON.stringify(wrong)}: ${answer.status} ${answer.text.slice(0, 80)}`,
        );
      }
    };
    for (const one of own) {
      // It takes an id and a path.
      if (one.name !== 'performance_bar_allowed_group_id') await refused(one, wrongs[one.type]);
      const isNumber = one.type === 'integer' || one.type === 'number';
      if (one.min !== undefined) await refused(one, isNumber ? one.min - 1 : '');
      if (one.max === undefined) continue;
      if (isNumber) await refused(one, one.max + 1);
      else if (one.type === 'string[]')
        await refused(
          one,
          Array.from({ length: one.max + 1 }, (_, at) => `a${at}`),
        );
      else await refused(one, 'x'.repeat(one.max + 1));
    }
    for (const one of own.filter(({ options }) => options.length > 0)) {
      await refused(
        one,
        one.type === 'integer' ? 99 : one.type === 'string[]' ? ['no such'] : 'no such',
      );
    }
    expect(faults).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it('each switch wants its partners', async () => {
    const { put } = await administrator(app());
    const faults: string[] = [];
    for (const one of own.filter(({ partners }) => partners.length > 0)) {
      const on = one.type === 'boolean' ? true : 'https://example.test';
      const answer = await put({ [one.name]: on });
      const named = one.partners.some((partner) => answer.text.includes(partner));
      const hasDefaults = one.name === 'unique_ips_limit_enabled';
      if (hasDefaults ? answer.status !== 200 : answer.status !== 400 || !named) {
        faults.push(`${one.name}: ${answer.status} ${answer.text.slice(0, 80)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
