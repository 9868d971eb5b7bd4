import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createApp } from '../app.ts';
import { goLive } from './live-server.ts';
import { onBothDatabases, testOrigin } from './test-app.ts';
import { workshop } from './workshop.ts';

const v4: readonly Endpoint[] = allEndpoints.filter(({ base }) => (base ?? 'v4') === 'v4');
const unlike = (due: number, method: string) =>
  v4
    .filter((one) => one.method === method && one.status[0] !== due)
    .map(({ id, status }) => `${id} ${status.join(' or ')}`);

/** POSTs that start something on what is there already; they create nothing of their own. */
const acts =
  /\.(play|cancel|retry|stop|merge|rotate|archive|unarchive|star|unstar|reject|publishAll|promote|allDone|setStatus|mattermost|slack|[a-z]+Pipeline|(set|reset)[A-Za-z]*(Estimate|Spent[A-Za-z]*))$/;

describe('the records of the v4 endpoints', () => {
  it('a read answers 200, a creation 201, a change 200 and a removal 204, or 202 when it goes on', () => {
    expect(unlike(200, 'GET')).toEqual([]);
    expect(unlike(201, 'POST').filter((id) => !acts.test(id.split(' ')[0] ?? ''))).toEqual([]);
    // What is switched off leaves nothing to show, nor does a draft that is one no more.
    const leaves = ['secondFactor.reset 204', 'draftNotes.publish 204'];
    const starts = (text: string) => text.endsWith(' 202') || leaves.includes(text);
    expect([...unlike(200, 'PUT'), ...unlike(200, 'PATCH')].filter((id) => !starts(id))).toEqual(
      [],
    );
    expect(unlike(204, 'DELETE').filter((id) => !starts(id))).toEqual([]);
  });

  it('an answer is JSON unless its record names another type', () => {
    const others = v4.filter(({ media }) => media !== undefined && media !== 'application/json');
    const known = /^(archives|repository|repositoryFiles|uploads)\.|\.rawDiffs$|\.(raw|download)/;
    expect(others.map(({ id }) => id).filter((id) => !known.test(id))).toEqual([]);
  });
});

onBothDatabases('facts of the protocol', (app) => {
  it('the version is in the path, and no header chooses another', async () => {
    const { token } = await app().user('vera');
    const headers = { 'Accept-Version': 'v3', 'X-API-Version': '5', Accept: 'application/vnd.v3' };
    const shown = await app().call('GET /version', { token, headers });
    expect([shown.status, Object.keys(shown.json)]).toEqual([
      200,
      expect.arrayContaining(['version', 'revision']),
    ]);
    const outside = await app().fetch(new Request(`${testOrigin}/version`));
    expect(outside.status).toBe(404);
  });

  it('of several credentials the Bearer counts, then the parameter, then the header', async () => {
    const [ann, bob, cid] = [
      await app().user('ann'),
      await app().user('bob'),
      await app().user('cid'),
    ];
    const who = async (query: string, headers: Record<string, string>) => {
      const { status, json } = await app().call(`GET /user${query}`, { headers });
      return json.username ?? status;
    };
    const Authorization = `Bearer ${ann.token}`;
    const parameter = `?private_token=${bob.token}`;
    expect(await who(parameter, { Authorization, 'PRIVATE-TOKEN': cid.token })).toBe('ann');
    expect(await who(parameter, { 'PRIVATE-TOKEN': cid.token })).toBe('bob');
    expect(await who('', { Authorization, 'PRIVATE-TOKEN': cid.token })).toBe('ann');
    expect(await who('', { Authorization: 'Bearer wrong', 'PRIVATE-TOKEN': cid.token })).toBe(401);
  });

  it('sudo by a session is refused and says so', async () => {
    const chief = await app().user('chief', { admin: true });
    await app().user('deckhand');
    const opened = await app().call('POST /bff/session', {
      json: { username: 'chief', password: chief.password },
      headers: { Origin: testOrigin },
    });
    const Cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { status, json } = await app().call('GET /user?sudo=deckhand', { headers: { Cookie } });
    expect([status, json]).toEqual([
      403,
      {
        message:
          '403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo',
      },
    ]);
  });

  it('a group is found by id and by path in any case and encoding', async () => {
    const { token } = await app().user('gerda');
    const json = { name: 'Top', path: 'team.two' };
    const top = (await app().call('POST /groups', { token, json })).json;
    const below = { name: 'Sub', path: 'sub-group', parent_id: top.id };
    const { id } = (await app().call('POST /groups', { token, json: below })).json;
    for (const path of [
      'team.two%2Fsub-group',
      'team%2Etwo%2fSUB-GROUP',
      'TEAM.TWO%2FSub-Group',
      String(id),
    ]) {
      const found = await app().call(`GET /groups/${path}`, { token });
      expect([path, found.status, found.json.id]).toEqual([path, 200, id]);
    }
    expect((await app().call('GET /groups/sub-group', { token })).status).toBe(404);
  });

  it('lists, hashes and lists of hashes come in brackets, and a nested fault is named so', async () => {
    const shop = await workshop(app());
    await shop.open({ labels: 'bug' });
    await shop.open();
    await shop.open();
    const iids = async (query: string) => {
      const { status, json } = await shop.call(`GET ?sort=asc&${query}`);
      return status === 200 ? json.map(({ iid }: { iid: number }) => iid) : json.error;
    };
    expect(await iids('iids[]=1&iids[]=3')).toEqual([1, 3]);
    expect(await iids('iids%5B%5D=3')).toEqual([3]);
    expect(await iids('iids=1,3')).toEqual([1, 3]);
    expect(await iids('iids[0]=3')).toEqual([3]);
    expect(await iids('iids=1&iids=3')).toEqual([1, 3]);
    expect(await iids('iids[]=abc')).toBe('iids is invalid');
    expect(await iids('not[labels]=bug')).toEqual([2, 3]);
    const send = (body: string) =>
      app().call(`POST ${shop.path}/repository/commits`, {
        token: shop.owner.token,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `branch=main&commit_message=Add&${body}`,
      });
    const one = 'actions[][action]=create&actions[][file_path]=x.txt&actions[][content]=x';
    expect((await send(one)).status).toBe(201);
    const two = 'actions[0][action]=create&actions[0][file_path]=y.txt&actions[0][content]=y';
    expect((await send(two)).status).toBe(201);
    const wrong = await send('actions[0][file_path]=z.txt');
    expect([wrong.status, wrong.json]).toEqual([400, { error: 'actions[0][action] is missing' }]);
  });

  it('a boolean is any of ten words in any case, and no other', async () => {
    const { token } = await app().user('boris');
    const { id } = (await app().call('POST /projects', { token, json: { name: 'b' } })).json;
    const set = async (word: string) => {
      const path = `/projects/${id}?issues_enabled=${encodeURIComponent(word)}`;
      const { json } = await app().call(`PUT ${path}`, { token });
      return json.issues_enabled ?? json.error;
    };
    for (const word of ['true', 'T', '1', 'Yes', 'y', 'ON']) {
      expect([word, await set('false'), await set(word)]).toEqual([word, false, true]);
    }
    for (const word of ['FALSE', 'f', '0', 'no', 'N', 'Off']) {
      expect([word, await set('true'), await set(word)]).toEqual([word, true, false]);
    }
    for (const word of ['maybe', '2', 'truely', '-1']) {
      expect([word, await set(word)]).toEqual([word, 'issues_enabled is invalid']);
    }
  });

  it('instants are written in UTC with milliseconds and read with any zone', async () => {
    const shop = await workshop(app());
    await shop.open();
    const [row] = (await shop.call('GET ')).json;
    const instants = Object.entries(row).filter(([, value]) =>
      /^\d{4}-\d\d-\d\dT/.test(String(value)),
    );
    expect(instants.map(([name]) => name)).toEqual(
      expect.arrayContaining(['created_at', 'updated_at']),
    );
    for (const [name, value] of instants) {
      expect([name, value]).toEqual([name, new Date(String(value)).toISOString()]);
    }
    const at = Date.parse(row.created_at);
    const zoned = (ms: number) => `${new Date(ms + 7_200_000).toISOString().slice(0, 19)}%2B02:00`;
    const after = async (ms: number) =>
      (await shop.call(`GET ?created_after=${zoned(ms)}`)).json.length;
    expect([await after(at - 60_000), await after(at + 60_000)]).toEqual([1, 0]);
  });

  it('a path id that must be a number and is none is named', async () => {
    const shop = await workshop(app());
    const { status, json } = await shop.call('GET abc');
    expect([status, json]).toEqual([400, { error: 'merge_request_iid is invalid' }]);
  });

  it('a person is told of in eight keys, wherever a record names one', async () => {
    const shop = await workshop(app());
    await shop.open();
    const [{ author }] = (await shop.call('GET ')).json;
    expect(author).toEqual({
      id: shop.owner.id,
      username: shop.owner.username,
      name: expect.any(String),
      state: 'active',
      locked: false,
      public_email: null,
      avatar_url: null,
      web_url: `${testOrigin}/${shop.owner.username}`,
    });
  });

  it('above ten thousand rows a list tells no total and no last page', async () => {
    const { token } = await app().user('counter', { admin: true });
    const event = {
      actor_kind: 'system',
      actor_name: 'test',
      action: 'many.rows',
      subject_type: 'Row',
      subject_name: 'row',
      created_at: '2026-11-27T00:00:00.000Z',
    } as const;
    const { db } = app().deps;
    const insert = async (rows: number) => {
      for (let left = rows; left > 0; left -= 1000) {
        const batch = Array.from({ length: Math.min(left, 1000) }, () => event);
        await db.insertInto('audit_events').values(batch).execute();
      }
    };
    const asked = async (query = '') => {
      const path = `/bff/audit_events?action=many.rows${query}`;
      const { headers } = await app().call(`GET ${path}`, { token });
      const rels = headers
        .get('link')
        ?.match(/rel="\w+"/g)
        ?.join(' ');
      return ['x-total', 'x-total-pages', 'x-total-omitted']
        .map((name) => headers.get(name))
        .concat(rels ?? '');
    };
    const all = 'rel="next" rel="first" rel="last"';
    await insert(10_000);
    expect(await asked()).toEqual(['10000', '500', null, all]);
    await insert(1);
    const omitted = [null, null, 'more than 10000', 'rel="next" rel="first"'];
    expect(await asked()).toEqual(omitted);
    expect(await asked('&with_total=false')).toEqual(omitted);
    expect(await asked('&with_total=true')).toEqual(['10001', '501', null, all]);
  });

  it('what breaks inside is a bare 500, and nothing of it is told', async () => {
    const broken = createApp(app().deps, [
      ({ hono }) =>
        hono.get('/api/v4/broken', () => {
          throw new Error('the secret of the house');
        }),
    ]);
    const answer = await broken.hono.fetch(new Request(`${testOrigin}/api/v4/broken`));
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { message: '500 Internal Server Error' },
    ]);
  });

  it('a header above 16 KiB is refused before anything reads it', async () => {
    const server = await goLive(app());
    const ask = async (size: number) => {
      const headers = { 'X-Long': 'x'.repeat(size) };
      return (await fetch(`${server.url}/api/v4/projects`, { headers })).status;
    };
    expect(await ask(12 * 1024)).toBe(200);
    expect(await ask(17 * 1024)).toBe(431);
    await server.close();
  });

  it('a URL above 8 KiB is 414, whoever meets it first', async () => {
    const server = await goLive(app());
    const ask = async (size: number) => {
      const { pathname, search } = new URL('/api/v4/projects?search=', server.url);
      const path = pathname + search;
      return fetch(server.url + path + 'x'.repeat(size - path.length));
    };
    expect((await ask(8192)).status).toBe(200);
    const refused = await ask(8193);
    expect([refused.status, await refused.json()]).toEqual([414, { message: '414 URI Too Long' }]);
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    expect((await ask(20_000)).status).toBe(414);
    await server.close();
  });
});
