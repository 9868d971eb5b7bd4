import { expect, it } from 'vitest';
import {
  type Ability,
  accessLevels,
  groupAbilities,
  projectAbilities,
} from '#contract/abilities.ts';
import { allEndpoints as all } from '#contract/all.ts';
import type { Endpoint, Scope } from '#contract/endpoint.ts';
import { archives } from '#contract/repository.ts';
import { tokenScopes } from '#contract/personal-access-tokens.ts';
import { acceptable, formOf, pathTo, unacceptable } from './samples.ts';
import { type Answer, type Call, onBothDatabases } from './test-app.ts';

/** Mounted only by a variable of tests or by a demo, whose own tests call them. */
const dormant = ['clock.set', 'demo.reset'];
const allEndpoints = all.filter(({ id }) => !dormant.includes(id));

/** Endpoints that a narrower scope than `api` and `read_api` opens: each one on purpose. */
const openTo: Partial<Record<Scope, readonly string[]>> = {
  read_user: [
    'metadata.show',
    'personalAccessTokens.show',
    'sessions.current',
    'sessions.remove',
    'users.current',
    'users.list',
    'users.show',
    'version.show',
    'sshKeys.list',
    'sshKeys.show',
    'sshKeys.listOfUser',
    'sshKeys.showOfUser',
  ],
  read_repository: [
    ...Object.values(archives).map(({ id }) => id),
    'personalAccessTokens.show',
    'repository.archive',
    'repositoryFiles.blame',
    'repositoryFiles.raw',
    'repositoryFiles.show',
    'sessions.current',
    'sessions.remove',
  ],
  write_repository: ['personalAccessTokens.show', 'sessions.current', 'sessions.remove'],
  self_rotate: [
    'personalAccessTokens.rotate',
    'personalAccessTokens.show',
    'sessions.current',
    'sessions.remove',
  ],
};

const orderOf = (endpoint: Endpoint) => endpoint.order ?? 'params-first';
const isRead = (endpoint: Endpoint) => endpoint.method === 'GET';
const namesSubject = ({ access }: Endpoint) => access.project ?? access.group;

function opens(endpoint: Endpoint, scope: Scope): boolean {
  if (scope === 'api' || endpoint.identifies === false) return true;
  if (scope === 'read_api') return isRead(endpoint);
  return openTo[scope]?.includes(endpoint.id) ?? false;
}

/** Verbs of all endpoints that a path reaches, also of those that take its end for an id. */
const verbsThere = (path: string) =>
  allEndpoints
    .filter((one) => new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method);

onBothDatabases('every endpoint', (app) => {
  const send = (
    endpoint: Endpoint,
    input: object,
    options: Call = {},
    params: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const query = isRead(endpoint) ? new URLSearchParams(Object.entries(input)).toString() : '';
    const target = pathTo(endpoint, params);
    const path = query === '' ? target : `${target}?${query}`;
    const form = formOf(endpoint, input);
    const body = form === undefined ? { json: input } : { body: form };
    return app().call(`${endpoint.method} ${path}`, { ...body, ...options });
  };

  /** Ids of the endpoints whose answer is another than the one that is due. */
  async function unlike(
    endpoints: readonly Endpoint[],
    due: unknown,
    ask: (endpoint: Endpoint) => Promise<unknown>,
  ): Promise<unknown[]> {
    expect(endpoints).not.toEqual([]);
    const wrong: unknown[] = [];
    for (const endpoint of endpoints) {
      const got = await ask(endpoint);
      if (JSON.stringify(got) !== JSON.stringify(due)) wrong.push([endpoint.id, got]);
    }
    return wrong;
  }

  it('is mounted, and its id and its route are nobody else’s', async () => {
    const unmounted: string[] = [];
    for (const endpoint of allEndpoints) {
      const { json } = await send(endpoint, acceptable(endpoint));
      if (['404 Not Found', '405 Not Allowed'].includes(json?.error)) unmounted.push(endpoint.id);
    }
    expect(unmounted).toEqual([]);
    const routes = allEndpoints.map((endpoint) => `${endpoint.method} ${pathTo(endpoint)}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(allEndpoints.map((endpoint) => endpoint.id)).size).toBe(allEndpoints.length);
  });

  it('without a credential is 401 unless its record lets anyone in', async () => {
    const closed = allEndpoints.filter((endpoint) => endpoint.access.who !== 'anyone');
    const wrong = await unlike(closed, [401, { message: '401 Unauthorized' }], async (endpoint) => {
      const { status, json } = await send(endpoint, acceptable(endpoint));
      return [status, json];
    });
    expect(wrong).toEqual([]);
  });

  it('with a wrong credential is 401, also where anyone may come in', async () => {
    const asking = allEndpoints.filter((endpoint) => endpoint.identifies !== false);
    const wrong = await unlike(asking, 401, async (endpoint) => {
      const options = { token: 'qdp-of-nobody-at-all' };
      return (await send(endpoint, acceptable(endpoint), options)).status;
    });
    expect(wrong).toEqual([]);
  });

  it('of administrators is 403 for everyone else', async () => {
    const { token } = await app().user('commoner');
    const closed = allEndpoints.filter((endpoint) => endpoint.access.who === 'admin');
    const wrong = await unlike(closed, [403, { message: '403 Forbidden' }], async (endpoint) => {
      const { status, json } = await send(endpoint, acceptable(endpoint), { token });
      return [status, json];
    });
    expect(wrong).toEqual([]);
  });

  it('opens to the token scopes that it names and to no other (CVE-2026-82632, CVE-2026-56443: one route did not ask)', async () => {
    const admin = await app().user('scoped', { admin: true });
    // Those that open nothing are sent together: nothing opens to any of them.
    const asking = allEndpoints.filter((endpoint) => endpoint.identifies !== false);
    const opening = tokenScopes.filter((scope) => asking.some((one) => opens(one, scope)));
    const idle = tokenScopes.filter((scope) => !opening.includes(scope));
    for (const scopes of [idle, ...opening.map((scope) => [scope])]) {
      const token = await app().tokenOf(admin.user, scopes);
      const wrong: string[] = [];
      for (const endpoint of allEndpoints) {
        // Ids of nothing and inputs that fit nothing: a call that is let in changes no row.
        const wanting = unacceptable(endpoint) ?? {};
        // What is wrong with them would be said before anything is said of the token.
        const isFirst = endpoint.order === 'params-before-401';
        const input = isFirst ? acceptable(endpoint) : wanting;
        const { json } = await send(endpoint, input, { token });
        const let_in = json?.error !== 'insufficient_scope';
        const due = scopes.some((scope) => opens(endpoint, scope));
        if (let_in !== due) wrong.push(`${endpoint.id} ${scopes.join()}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  it('under a subject that is not there is 404 with the subject’s name', async () => {
    const { token } = await app().user('seeker');
    for (const [key, name] of [
      ['project', 'Project'],
      ['group', 'Group'],
    ] as const) {
      // Those of administrators refuse everyone else first, wherever they are.
      const below = allEndpoints.filter(
        ({ access }) => access[key] !== undefined && access.who !== 'admin',
      );
      const message = `404 ${name} Not Found`;
      const wrong = await unlike(below, [404, { message }], async (endpoint) => {
        const { status, json } = await send(endpoint, acceptable(endpoint), { token });
        return [status, json];
      });
      expect(wrong).toEqual([]);
    }
  });

  it('of a place that one may not see is 404, and with too low a role 403', async () => {
    const { token } = await app().user('warden');
    const guest = await app().user('visitor');
    const stranger = await app().user('lurker');
    const post = async (path: string, json: object) =>
      (await app().call(`POST ${path}`, { token, json })).json;
    const visibility = 'private';
    const group = await post('/groups', { name: 'Cove', path: 'cove', visibility });
    const project = await post('/projects', { name: 'cave', namespace_id: group.id, visibility });
    const role = { user_id: guest.id, access_level: accessLevels.guest };
    await post(`/groups/${group.id}/members`, role);
    const abilities: Record<'project' | 'group', Readonly<Record<string, Ability>>> = {
      project: projectAbilities,
      group: groupAbilities,
    };
    for (const [key, name, id] of [
      ['project', 'Project', project.id],
      ['group', 'Group', group.id],
    ] as const) {
      const as = (user: { token: string }) => async (endpoint: Endpoint) => {
        const options = { token: user.token };
        const sent = await send(endpoint, acceptable(endpoint), options, { id: String(id) });
        return [sent.status, sent.json];
      };
      const below = allEndpoints.filter(
        ({ access }) => access[key] !== undefined && access.who !== 'admin',
      );
      const hidden = [404, { message: `404 ${name} Not Found` }];
      expect(await unlike(below, hidden, as(stranger))).toEqual([]);
      const above = below.filter(({ access }) => {
        const ability = abilities[key][access[key] ?? ''];
        if (ability === undefined) return false;
        return Math.max(ability.level, ability.member ?? 0) > accessLevels.guest;
      });
      expect(await unlike(above, [403, { message: '403 Forbidden' }], as(guest))).toEqual([]);
    }
  });

  it('wrong in two ways shows what its order checks first', async () => {
    const { token } = await app().user('stranger');
    const wrong: unknown[] = [];
    const skipped: Endpoint[] = [];
    for (const endpoint of allEndpoints) {
      const input = unacceptable(endpoint);
      if (input === undefined) {
        skipped.push(endpoint);
        continue;
      }
      const order = orderOf(endpoint);
      const anonymous = await send(endpoint, input);
      const stranger = await send(endpoint, input, { token });
      const closed = endpoint.access.who !== 'anyone';
      const due = closed && order !== 'params-before-401' ? 401 : 400;
      const later = endpoint.access.who === 'admin' ? 403 : 404;
      const guarded = endpoint.access.who === 'admin' || namesSubject(endpoint) !== undefined;
      const dueToStranger = order === 'subject-first' && guarded ? later : 400;
      if (anonymous.status !== due && !(order === 'subject-first' && guarded && !closed)) {
        wrong.push([endpoint.id, 'anonymous', anonymous.status]);
      }
      if (stranger.status !== dueToStranger) wrong.push([endpoint.id, 'user', stranger.status]);
      if (stranger.status === 400 && stranger.json.error === undefined) {
        wrong.push([endpoint.id, stranger.json]);
      }
    }
    expect(wrong).toEqual([]);
    // Nothing can be wrong with what takes nothing.
    const taking = skipped.filter((one) => Object.keys(acceptable(one)).length > 0);
    expect(taking.map(({ id }) => id)).toEqual([]);
  });

  it('that writes judges the body’s form before anything else', async () => {
    const writing = allEndpoints.filter((endpoint) => !isRead(endpoint));
    const raw = (type: string) => (endpoint: Endpoint) =>
      send(
        endpoint,
        {},
        { json: undefined, body: '{"a":', headers: { 'Content-Type': type } },
      ).then(({ status, json }) => [status, json]);
    const broken = [400, { error: 'Invalid JSON format' }];
    expect(await unlike(writing, broken, raw('application/json'))).toEqual([]);
    const unknown = [415, { error: "The provided content-type 'text/csv' is not supported." }];
    expect(await unlike(writing, unknown, raw('text/csv; charset=utf-8'))).toEqual([]);
  });

  it('answers OPTIONS with its verbs and another verb with 405', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of allEndpoints) {
      const options = await app().call(`OPTIONS ${pathTo(endpoint)}`);
      const allowed = options.headers.get('allow')?.split(', ') ?? [];
      if (options.status !== 204 || !allowed.includes(endpoint.method)) {
        wrong.push([endpoint.id, options.status, allowed]);
      }
      if (allowed.includes('GET') !== allowed.includes('HEAD')) wrong.push([endpoint.id, allowed]);
      const taken = [...allowed, ...verbsThere(endpoint.path)];
      const other = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((verb) => !taken.includes(verb));
      if (other === undefined) continue;
      const refused = await app().call(`${other} ${pathTo(endpoint)}`);
      if (refused.status !== 405 || refused.headers.get('allow') !== allowed.join(', ')) {
        wrong.push([endpoint.id, other, refused.status]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
