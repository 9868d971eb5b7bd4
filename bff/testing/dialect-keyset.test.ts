import { expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { onBothDatabases, testOrigin } from './test-app.ts';

const endpoints: readonly Endpoint[] = allEndpoints;

onBothDatabases('lists in keyset order', (app) => {
  /** Follows `next` from page to page; what each page holds, and the last page's headers. */
  async function walk(token: string, path: string) {
    const pages: string[][] = [];
    let next: string | undefined = `/api/v4${path}`;
    let headers = new Headers();
    while (next !== undefined) {
      const answer = await app().call(`GET ${next}`, { token });
      expect([next, answer.status]).toEqual([next, 200]);
      pages.push(
        answer.json.map((row: { name?: string; title?: string }) => row.name ?? row.title),
      );
      headers = answer.headers;
      const links: string = headers.get('link') ?? '';
      expect(links).toMatch(/^(<[^>]+>; rel="next")?$/);
      next = /<([^>]+)>/.exec(links)?.[1]?.slice(testOrigin.length);
    }
    return { pages, headers };
  }

  async function staged() {
    const { token } = await app().user('keyra', { admin: true });
    const group = await app().call('POST /groups', { token, json: { name: 'c', path: 'key-c' } });
    const json = { name: 'c', namespace_id: group.json.id };
    const project = await app().call('POST /projects', { token, json });
    for (const name of ['a', 'e', 'b', 'd']) {
      await app().call('POST /projects', { token, json: { name } });
      await app().call('POST /groups', { token, json: { name, path: `key-${name}` } });
    }
    const issues = `/projects/${project.json.id}/issues`;
    for (const title of ['same', 'same', 'other', 'same', 'ähnlich']) {
      await app().call(`POST ${issues}`, { token, json: { title } });
      // Two of them at the same instant are still told apart.
      if (title === 'other') app().clock.set(app().clock.now() + 1000);
    }
    return { token, issues, group };
  }

  it('go on from a row, and say only where the next page begins', async () => {
    const { token, issues, group } = await staged();
    const keyset = 'pagination=keyset&per_page=2';
    const projects = await walk(token, `/projects?${keyset}&order_by=id&sort=asc`);
    expect(projects.pages).toEqual([['c', 'a'], ['e', 'b'], ['d']]);
    for (const name of ['x-page', 'x-per-page', 'x-next-page', 'x-total', 'link']) {
      expect([name, projects.headers.get(name)]).toEqual([name, null]);
    }
    expect((await walk(token, `/projects?${keyset}&order_by=id`)).pages).toEqual([
      ['d', 'b'],
      ['e', 'a'],
      ['c'],
    ]);
    expect((await walk(token, `/groups?${keyset}`)).pages.flat()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
    const titles = await walk(token, `${issues}?${keyset}&order_by=title&sort=asc`);
    expect(titles.pages).toEqual([['other', 'same'], ['same', 'same'], ['ähnlich']]);
    const newest = await walk(token, `${issues}?pagination=keyset&per_page=1`);
    expect(newest.pages.flat().sort()).toEqual(titles.pages.flat().sort());
    for (const path of ['/issues', `/groups/${group.json.id}/issues`]) {
      const all = await walk(token, `${path}?${keyset}&scope=all`);
      expect([path, all.pages.length, all.pages.flat()]).toEqual([path, 3, newest.pages.flat()]);
    }
    const first = await app().call(`GET /projects?${keyset}&order_by=id&private_token=${token}`);
    expect(first.headers.get('link')).not.toContain(token);
  });

  it('show each row once, also where rows come and go between two pages', async () => {
    const { token } = await app().user('kevin', { admin: true });
    for (const name of ['k1', 'k2', 'k3', 'k4']) await app().user(name);
    const path = '/users?pagination=keyset&per_page=2&order_by=username&sort=asc&search=k';
    const first = await app().call(`GET ${path}`, { token });
    expect(first.json.map((row: { username: string }) => row.username)).toEqual(['k1', 'k2']);
    await app().user('k0');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app().call(`GET ${next.slice(testOrigin.length)}`, { token });
    expect(second.json.map((row: { username: string }) => row.username)).toEqual(['k3', 'k4']);
  });

  it('of commits keep to the head that they began at, whatever is pushed meanwhile', async () => {
    const { token } = await app().user('kit');
    const { json: project } = await app().call('POST /projects', { token, json: { name: 'log' } });
    const path = `/projects/${project.id}/repository/commits`;
    const commit = async (title: string) => {
      const actions = [{ action: 'create', file_path: title, content: title }];
      const json = { branch: 'main', commit_message: title, actions };
      expect((await app().call(`POST ${path}`, { token, json })).status).toBe(201);
    };
    for (const title of ['one', 'two', 'three', 'four', 'five']) await commit(title);
    const asked = `${path}?pagination=keyset&per_page=2`;
    const whole = await walk(token, asked);
    expect(whole.pages).toEqual([['five', 'four'], ['three', 'two'], ['one']]);
    const first = await app().call(`GET ${asked}&ref_name=main`, { token });
    await commit('six');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await walk(token, next.slice(`${testOrigin}/api/v4`.length));
    expect(rest.pages).toEqual([['three', 'two'], ['one']]);
    const third = (await app().call(`GET ${path}`, { token })).json[3].id;
    const since = `${path}?pagination=keyset&per_page=1&ref_name=${third}..main`;
    expect((await walk(token, since)).pages).toEqual([['six'], ['five'], ['four']]);
    for (const refused of [`${asked}&all=true`, `${asked}&order_by=title`]) {
      expect((await app().call(`GET ${refused}`, { token })).status).toBe(405);
    }
    const cursor = Buffer.from(JSON.stringify(['--output=x', 2])).toString('base64url');
    expect((await app().call(`GET ${asked}&cursor=${cursor}`, { token })).status).toBe(404);
  });

  it('refuse an order that they do not go in and a cursor that is none', async () => {
    const { token } = await app().user('karla', { admin: true });
    const ask = async (text: string) => {
      const { status, json } = await app().call(`GET ${text}`, { token });
      return [status, json.error];
    };
    const error = 'Keyset pagination is not yet available for this type of request';
    for (const path of [
      '/projects?pagination=keyset',
      '/projects?pagination=keyset&order_by=name',
      '/groups?pagination=keyset&order_by=path',
      '/issues?pagination=keyset&order_by=weight',
    ]) {
      expect([path, await ask(path)]).toEqual([path, [405, error]]);
    }
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['x', '%F0%9F%92%A5', write(null), write([1, 2]), write(['a', 1.5])]) {
      const path = `/users?pagination=keyset&order_by=name&cursor=${cursor}`;
      expect([cursor, await ask(path)]).toEqual([cursor, [400, 'cursor is invalid']]);
    }
    expect(await ask(`/users?pagination=keyset&cursor=${write(['1', 1])}`)).toEqual([
      400,
      'cursor is invalid',
    ]);
    expect(await ask('/projects?pagination=offset')).toEqual([200, undefined]);
    expect(await ask('/projects?pagination=sideways')).toEqual([
      400,
      'pagination does not have a valid value',
    ]);
    expect(await ask('/personal_access_tokens?pagination=keyset')).toEqual([200, undefined]);
  });

  it('skip fifty thousand rows and no more', async () => {
    const { token } = await app().user('kuno', { admin: true });
    const offered = endpoints.filter(({ keyset }) => keyset !== undefined);
    expect(offered.map(({ id }) => id).sort()).toEqual([
      'commits.list',
      'groups.list',
      'issues.list',
      'issues.listAll',
      'issues.listOfGroup',
      'projects.list',
      'users.list',
    ]);
    for (const path of ['/projects', '/groups', '/users', '/issues']) {
      expect((await app().call(`GET ${path}?page=500&per_page=100`, { token })).status).toBe(200);
      const refused = await app().call(`GET ${path}?page=501&per_page=100`, { token });
      expect(refused.status).toBe(405);
      expect(refused.json.error).toMatch(
        /^Offset pagination has a maximum allowed offset of 50000/,
      );
    }
    const tokens = await app().call('GET /personal_access_tokens?page=9999999', { token });
    expect([tokens.status, tokens.json]).toEqual([200, []]);
  });
});
