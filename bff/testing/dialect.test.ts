import { expect, it } from 'vitest';
import { onBothDatabases, testOrigin } from './test-app.ts';

onBothDatabases('the v4 dialect', (app) => {
  /** A user with a group of so many projects. */
  async function withProjects(name: string, count: number) {
    const { token } = await app().user(name);
    const group = await app().call('POST /groups', {
      token,
      json: { name, path: `${name}-group` },
    });
    for (let at = 1; at <= count; at++) {
      const json = { name: `p${String(at).padStart(3, '0')}`, namespace_id: group.json.id };
      await app().call('POST /projects', { token, json });
    }
    return { token, path: `/groups/${group.json.id}/projects` };
  }

  it('a page carries its place in headers, and Link leads on with what was asked', async () => {
    const { token, path } = await withProjects('paula', 5);
    const asked = `${path}?sort=asc&search=p&order_by=name&per_page=2&page=2`;
    const page = await app().call(`GET ${asked}&private_token=${token}`);
    expect(page.status).toBe(200);
    const heads = [
      'x-page',
      'x-per-page',
      'x-prev-page',
      'x-next-page',
      'x-total',
      'x-total-pages',
    ];
    expect(heads.map((name) => page.headers.get(name))).toEqual(['2', '2', '1', '3', '5', '3']);
    const links = (page.headers.get('link') ?? '').split(', ');
    const parsed = links.map((link) => /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? []);
    expect(parsed.map(([, , rel]) => rel)).toEqual(['prev', 'next', 'first', 'last']);
    const pages = parsed.map(([, url]) => new URL(url ?? '').searchParams.get('page'));
    expect(pages).toEqual(['1', '3', '1', '3']);
    for (const [, url = ''] of parsed) {
      expect(url.startsWith(`${testOrigin}/api/v4${path}?`)).toBe(true);
      const names = [...new URL(url).searchParams.keys()];
      expect(names).toEqual(['id', 'order_by', 'page', 'per_page', 'search', 'sort']);
      expect(url).not.toContain(token);
    }
    const next = (parsed[1]?.[1] ?? '').slice(testOrigin.length);
    const followed = await app().call(`GET ${next}`, { token });
    expect(followed.json.map((row: { name: string }) => row.name)).toEqual(['p005']);
    const odd = await app().call(`GET ${path}?search=bug%2C%C3%BCber`, { token });
    expect(odd.headers.get('link')).toContain('search=bug%2C%C3%BCber');
  });

  it('a list that says nothing of its order goes by id, from page to page', async () => {
    const { token } = await app().user('ordered');
    const post = (path: string, json: object) => app().call(`POST ${path}`, { token, json });
    const { id } = (await post('/projects', { name: 'orders', initialize_with_readme: true })).json;
    const project = `/projects/${id}`;
    const named = (key: string, more: object = {}) =>
      ['zeal', 'mast', 'anchor'].map((name) => ({ [key]: name, ...more }));
    for (const [path, bodies] of [
      [`${project}/triggers`, named('description')],
      [`${project}/environments`, named('name')],
      [`${project}/pipeline_schedules`, named('description', { ref: 'main', cron: '0 1 * * *' })],
      ['/personal_access_tokens', []],
    ] as const) {
      for (const json of bodies) expect((await post(path, json)).status).toBe(201);
      for (const name of bodies.length === 0 ? ['z', 'a'] : []) {
        await post('/user/personal_access_tokens', { name, scopes: ['api'] });
      }
      const read = async (query: string): Promise<number[]> => {
        const { json } = await app().call(`GET ${path}${query}`, { token });
        return json.map((row: { id: number }) => row.id);
      };
      const all = await read('');
      expect([path, all.length, all]).toEqual([path, 3, all.toSorted((a, b) => a - b)]);
      const pages = await Promise.all([1, 2, 3].map((page) => read(`?per_page=1&page=${page}`)));
      expect(pages.flat()).toEqual(all);
    }
  });

  it('a page past the end is empty and has no neighbours', async () => {
    const { token, path } = await withProjects('petra', 2);
    for (const page of ['3', '9007199254740991']) {
      const answer = await app().call(`GET ${path}?per_page=1&page=${page}`, { token });
      expect([answer.status, answer.json]).toEqual([200, []]);
      const heads = ['x-prev-page', 'x-next-page', 'x-total-pages'];
      expect(heads.map((name) => answer.headers.get(name))).toEqual(['', '', '2']);
    }
    const empty = await app().call(`GET ${path}?search=nothing`, { token });
    expect(empty.headers.get('x-total-pages')).toBe('1');
  });

  it('page sizes are clamped or refused, never obeyed without limit', async () => {
    const { token, user } = await app().user('perry');
    for (let at = 0; at < 100; at++) await app().tokenOf(user);
    const path = '/personal_access_tokens';
    const sizeOf = async (text: string) => {
      const answer = await app().call(`GET ${path}${text}`, { token });
      const rows = Array.isArray(answer.json) ? answer.json.length : answer.json;
      return [answer.status, rows, answer.headers.get('x-per-page')];
    };
    const refused = (error: string) => [400, { error }, null];
    expect(await sizeOf('')).toEqual([200, 20, '20']);
    expect(await sizeOf('?per_page=101')).toEqual([200, 100, '100']);
    expect(await sizeOf('?per_page=100000')).toEqual([200, 100, '100']);
    expect(await sizeOf('?per_page=-1')).toEqual([200, 20, '20']);
    expect(await sizeOf('?per_page=0')).toEqual(refused('per_page has a value not allowed'));
    expect(await sizeOf('?per_page=')).toEqual([200, 20, '20']);
    for (const size of ['abc', '1.5', '99999999999999999999']) {
      expect(await sizeOf(`?per_page=${size}`)).toEqual(refused('per_page is invalid'));
    }
    expect(await sizeOf('?page=0')).toEqual([200, 20, '20']);
    expect(await sizeOf('?page=x')).toEqual(refused('page is invalid'));
  });

  it('a token may sit in either header or in the query, and nowhere else', async () => {
    const { token } = await app().user('tilda');
    await app().call('POST /projects', { token, json: { name: 'open', visibility: 'public' } });
    const asks = async (headers: Record<string, string>, query = '') => {
      const { status, json } = await app().call(`GET /user${query}`, { headers });
      return [status, json.username ?? json];
    };
    const fine = [200, 'tilda'];
    expect(await asks({ 'Private-token': token })).toEqual(fine);
    expect(await asks({ 'private-token': token })).toEqual(fine);
    expect(await asks({ Authorization: `Bearer ${token}` })).toEqual(fine);
    expect(await asks({ authorization: `bearer ${token}` })).toEqual(fine);
    expect(await asks({}, `?private_token=${token}`)).toEqual(fine);
    expect(await asks({}, `?access_token=${token}`)).toEqual(fine);
    const basic = { Authorization: 'Basic Zm9vOmJhcg==' };
    expect(await asks({ 'PRIVATE-TOKEN': token, ...basic })).toEqual(fine);
    const refused = [401, { message: '401 Unauthorized' }];
    for (const headers of [
      { PRIVATE_TOKEN: token },
      basic,
      { 'PRIVATE-TOKEN': '' },
      { 'PRIVATE-TOKEN': 'wrong' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer wrong' },
    ]) {
      expect(await asks(headers as Record<string, string>)).toEqual(refused);
    }
    for (const path of ['/projects/tilda%2Fopen', '/projects/tilda%2Fopen/merge_requests']) {
      const wrong = await app().call(`GET ${path}`, { token: 'wrong' });
      expect([wrong.status, wrong.json]).toEqual(refused);
      expect((await app().call(`GET ${path}`)).status).toBe(200);
    }
  });

  it('HEAD answers as GET does, without the body', async () => {
    const { token } = await app().user('heidi');
    const read = await app().call('GET /projects', { token });
    const head = await app().call('HEAD /projects', { token });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'link', 'content-type', 'cache-control', 'x-total']) {
      expect(head.headers.get(name)).toBe(read.headers.get(name));
    }
    expect((await app().call('HEAD /user')).status).toBe(401);
    const reading = await app().tokenOf((await app().user('hedda')).user, ['read_api']);
    expect((await app().call('HEAD /projects', { token: reading })).status).toBe(200);
  });

  it('any origin may read the API, and none with credentials', async () => {
    const origin = { Origin: 'https://elsewhere.example' };
    const read = await app().call('GET /projects', { headers: origin });
    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.get('access-control-allow-credentials')).toBeNull();
    const exposed = read.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Link', 'X-Total', 'X-Request-Id', 'ETag']));
    const preflight = await app().call('OPTIONS /projects', {
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'private-token, content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'private-token, content-type',
    );
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await app().call('GET /user', { headers: origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      '*',
    ]);
    const console = await app().call('GET /bff/session', { headers: origin });
    expect(console.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a session cookie that another site’s page sends along is not looked at', async () => {
    const cora = await app().user('cora');
    const opened = await app().call('POST /bff/session', {
      json: { username: 'cora', password: cora.password },
      headers: { Origin: testOrigin },
    });
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const read = async (headers: Record<string, string>) =>
      (await app().call('GET /user', { headers: { Cookie, ...headers } })).status;
    expect(await read({})).toBe(200);
    expect(await read({ Origin: testOrigin })).toBe(200);
    expect(await read({ Origin: 'http://127.0.0.1:8080' })).toBe(401);
    expect(await read({ Origin: 'null' })).toBe(401);
  });

  it('what a caller has already is answered by 304', async () => {
    const { token } = await app().user('edda');
    const read = await app().call('GET /user', { token });
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/);
    const known = (value: string, method = 'GET') =>
      app().call(`${method} /user`, { token, headers: { 'If-None-Match': value } });
    const again = await known(`"other", ${etag}`);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await known(etag, 'HEAD')).status).toBe(304);
    expect((await known('W/"other"')).status).toBe(200);
  });

  it('every answer names its request, its run time and its limits for browsers', async () => {
    const seen = new Set<string | null>();
    for (const request of ['GET /projects', 'GET /user', 'GET /no/such', 'OPTIONS /user']) {
      const { headers } = await app().call(request);
      expect(headers.get('x-runtime')).toMatch(/^\d+\.\d+$/);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')).toContain('Origin');
      seen.add(headers.get('x-request-id'));
    }
    expect(seen.size).toBe(4);
    expect(seen.has(null)).toBe(false);
  });

  it('answers are JSON whatever is accepted, and an unknown format is 406', async () => {
    const { token } = await app().user('fritz');
    const plain = await app().call('GET /user', { token, headers: { Accept: 'text/html' } });
    expect(plain.headers.get('content-type')).toBe('application/json');
    expect((await app().call('GET /user?format=json', { token })).status).toBe(200);
    const odd = await app().call('GET /user?format=xml', { token });
    const error = "The requested format 'xml' is not supported.";
    expect([odd.status, odd.json]).toEqual([406, { error }]);
  });

  it('the third version of the API is gone', async () => {
    const error = 'API V3 is no longer supported. Use API V4 instead.';
    for (const request of ['GET /api/v3/projects', 'POST /api/v3/users/1/block', 'GET /api/v3/']) {
      const { status, json } = await app().call(request);
      expect([status, json]).toEqual([410, { error }]);
    }
    const unknown = await app().call('GET /api/v5/projects');
    expect([unknown.status, unknown.json]).toEqual([404, { error: '404 Not Found' }]);
  });
});
