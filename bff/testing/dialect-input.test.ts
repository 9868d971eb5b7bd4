import { expect, it } from 'vitest';
import { onBothDatabases, testOrigin } from './test-app.ts';

onBothDatabases('what a request may hold', (app) => {
  it('bytes that are no text are 400 in plain text, wherever they stand', async () => {
    const { token } = await app().user('mara');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { 'Content-Type': 'application/json' };
    for (const [request, options] of [
      ['GET /projects/a%2Fb%E4', {}],
      ['GET /projects/a%2Fb%zz', {}],
      ['GET /projects/a%2Fb%00', {}],
      ['GET /projects?search=%E4', {}],
      ['GET /projects?search=%', {}],
      ['GET /projects?search=a%00b', {}],
      ['GET /projects?a%00b=c', {}],
      ['GET /projects', { headers: { 'PRIVATE-TOKEN': 'caf\xe9' } }],
      ['POST /projects', { token, headers: form, body: 'name=%ff' }],
      ['POST /projects', { token, headers: form, body: 'name=a%00' }],
      ['POST /projects', { token, headers: json, body: '{"name":"a\\u0000"}' }],
      ['POST /projects', { token, headers: json, body: '{"topics":[{"a":["\\u0000"]}]}' }],
      ['POST /projects', { token, headers: json, body: '{"name":"\\ud800"}' }],
      ['POST /projects', { token, headers: json, body: Buffer.from('{"name":"\xff"}', 'latin1') }],
    ] as const) {
      const { status, text, headers } = await app().call(request, options);
      expect([request, status, text]).toEqual([request, 400, 'Bad Request']);
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
    }
    const kept = await app().call('POST /projects', {
      token,
      json: { name: 'rest', description: '100%ab and %00 in letters' },
    });
    expect([kept.status, kept.json.description]).toEqual([201, '100%ab and %00 in letters']);
    const twice = await app().call('GET /projects/mara%2Frest%25E4', { token });
    expect([twice.status, twice.json.message]).toEqual([404, '404 Project Not Found']);
  });

  it('a body in JSON, form or multipart is the same, and a query joins it', async () => {
    const { token } = await app().user('bodo');
    const create = async (body: BodyInit, type?: string) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
      const made = await app().call('POST /projects?description=asked', { token, body, headers });
      return [made.status, made.json.description, made.json.topics, made.json.issues_enabled];
    };
    const due = [201, 'asked', ['a', 'b'], false];
    expect(
      await create('{"name":"j","topics":["a","b"],"issues_enabled":false}', 'application/json'),
    ).toEqual(due);
    const form = 'name=f&topics[]=a&topics%5B%5D=b&issues_enabled=no';
    expect(await create(form, 'application/x-www-form-urlencoded')).toEqual(due);
    const parts = new FormData();
    for (const [name, value] of [
      ['name', 'm'],
      ['topics[]', 'a'],
      ['topics[]', 'b'],
      ['issues_enabled', '0'],
    ] as const) {
      parts.append(name, value);
    }
    expect(await create(parts)).toEqual(due);
  });

  it('a JSON body has limits of depth, of lists, of hashes and of all together', async () => {
    const { token } = await app().user('lena');
    const send = async (body: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const { status, json } = await app().call('POST /projects', { token, headers, body });
      return [status, json.error ?? json.name];
    };
    const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
    const list = (length: number) => `[${Array.from({ length }, () => 1).join()}]`;
    expect(await send(`{"name":"deep","x":${nested(15)}}`)).toEqual([201, 'deep']);
    expect(await send(`{"x":${nested(16)}}`)).toEqual([400, 'Parameters nested too deeply']);
    expect(await send(`{"x":${'['.repeat(200_000)}`)).toEqual([400, 'Invalid JSON format']);
    expect(await send(`{"x":${list(50_001)}}`)).toEqual([400, 'Array parameter too large']);
    expect(await send(`{"name":"long","x":${list(50_000)}}`)).toEqual([201, 'long']);
    const hash = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50_001 }, (_, n) => [n, 0])),
    );
    expect(await send(`{"x":${hash}}`)).toEqual([400, 'Hash parameter too large']);
    const many = `{"x":[${list(40_000)},${list(40_000)},${list(40_000)}]}`;
    expect(await send(many)).toEqual([400, 'Too many total parameters']);
    const form = Array.from({ length: 5001 }, (_, n) => `a${n}=1`).join('&');
    const refused = await app().call('POST /projects', {
      token,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    expect([refused.status, refused.json]).toEqual([400, { error: 'Too many total parameters' }]);
  });

  it('a stranger’s body costs little, however it is made (CVE-2025-12571: a server down by depth and size)', async () => {
    const send = async (type: string, body: string) => {
      const began = process.cpuUsage();
      const heap = process.memoryUsage().heapUsed;
      const headers = { 'Content-Type': `application/${type}` };
      const { status, json } = await app().call('POST /projects', { headers, body });
      const { user, system } = process.cpuUsage(began);
      const cheap = user + system < 1_500_000;
      const small = process.memoryUsage().heapUsed - heap < 150 * 1024 ** 2;
      return [status, json.error ?? json.message, cheap, small];
    };
    const due = (error: string) => [400, error, true, true];
    const mega = 1024 ** 2;
    const nested = `${'['.repeat(9 * mega)}${']'.repeat(9 * mega)}`;
    expect(await send('json', nested)).toEqual(due('Parameters nested too deeply'));
    expect(await send('json', `[${'[],'.repeat(6 * mega)}[]]`)).toEqual(
      due('Too many total parameters'),
    );
    const objects = `{"a":${'{"a":'.repeat(3 * mega)}1${'}'.repeat(3 * mega)}}`;
    expect(await send('json', objects)).toEqual(due('Parameters nested too deeply'));
    const form = 'x-www-form-urlencoded';
    expect(await send(form, '&'.repeat(18 * mega))).toEqual(due('Too many total parameters'));
    expect(await send(form, `a${'['.repeat(18 * mega)}`)).toEqual([
      401,
      '401 Unauthorized',
      true,
      true,
    ]);
    // What stands in texts is no structure.
    const text = JSON.stringify({ name: '[{",\\"'.repeat(300_000) });
    expect((await send('json', text)).slice(0, 2)).toEqual([401, '401 Unauthorized']);
  });

  it('a body above the limit is 413, declared or not', async () => {
    const { token } = await app().user('gunda');
    const too_large = [413, { message: '413 Request Entity Too Large' }];
    const declared = await app().call('POST /projects', {
      token,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(20 * 1024 ** 2 + 1) },
      body: '{}',
    });
    expect([declared.status, declared.json]).toEqual(too_large);
    const part = new Uint8Array(1024 ** 2).fill(32);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(part);
      },
    });
    const request = new Request(`${testOrigin}/api/v4/projects`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    const answer = await app().fetch(request);
    expect([answer.status, await answer.json()]).toEqual(too_large);
    expect(sent).toBeLessThan(30);
  });

  it('a value of the wrong kind is named, and an unknown one is ignored', async () => {
    const { token } = await app().user('wanda');
    const create = async (json: object) => {
      const { status, json: answer } = await app().call('POST /projects', { token, json });
      return [status, answer.error ?? answer.name];
    };
    const both = 'visibility does not have a valid value, issues_enabled is invalid';
    expect(await create({ name: 'a', issues_enabled: 'maybe', visibility: 'secret' })).toEqual([
      400,
      both,
    ]);
    expect(await create({ name: 'a', namespace_id: 'x' })).toEqual([
      400,
      'namespace_id is invalid',
    ]);
    expect(await create({ name: 'a', topics: 'x' })).toEqual([400, 'topics is invalid']);
    expect(await create({ name: { a: 1 } })).toEqual([400, 'name is invalid']);
    expect(await create({ name: 'kept', no_such_field: { a: [1] } })).toEqual([201, 'kept']);
  });
});
