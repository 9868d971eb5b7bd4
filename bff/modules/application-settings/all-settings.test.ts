import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { another, attributes, type Attribute, own, wrongs } from '../../testing/settings-table.ts';
import {
  createTestApp,
  onBothDatabases,
  type TestApp,
  testOrigin,
} from '../../testing/test-app.ts';

/** How a form writes lists and objects. */
const pairsOf = (name: string, given: unknown): [string, string][] => {
  if (Array.isArray(given)) return given.flatMap((item) => pairsOf(`${name}[]`, item));
  if (typeof given !== 'object' || given === null) return [[name, String(given)]];
  return Object.entries(given).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item));
};

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
    const formOf = (fields: [string, string][]) => ({
      body: new URLSearchParams(fields).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const pairs = Object.entries(sent).flatMap(([name, given]) => pairsOf(name, given));
    const byForm = await app().call('PUT /application/settings', formOf(pairs));
    expect(byForm.json).toEqual({ ...shown, updated_at: expect.any(String) });
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
    const given = fields.map(([name = '', text = '']): [string, string] => [name, text]);
    const back = await app().call('PUT /application/settings', formOf(given));
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

  it('each takes its bounds themselves', async () => {
    const { put } = await administrator(app());
    // Bound to one another; their own tests have them.
    const bound = /^(inactive_projects_|gitaly_timeout_|new_user_signups_cap)/;
    const faults: string[] = [];
    const numbers = own.filter(({ type }) => type === 'integer' || type === 'number');
    for (const one of numbers.filter(({ name }) => !bound.test(name))) {
      for (const edge of [one.min, one.max]) {
        if (edge === undefined) continue;
        const answer = await put({ [one.name]: edge });
        if (answer.json[one.name] !== edge) {
          faults.push(`${one.name} = ${edge}: ${answer.text.slice(0, 80)}`);
        }
      }
      await put({ [one.name]: one.initial });
    }
    expect(faults).toEqual([]);
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
