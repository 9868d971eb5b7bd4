import { allEndpoints } from '#contract/all.ts';
import { type Endpoint, fullPath } from '#contract/endpoint.ts';
import { api } from '../server.ts';
import { type Chance, chanceOf } from './chance.ts';
import { fieldsFor, segmentFor } from './fuzz-values.ts';
import { type Instance, prepareInstance } from './instance.ts';

export interface FuzzResult {
  sent: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  problems: string[];
}

/** Longer than any answer of a living server takes. */
const patience = 60_000;

/** They end or move the server itself, or the caller's own credential; the others stay together. */
const apart = new Set(['clock.set', 'personalAccessTokens.rotate', 'personalAccessTokens.revoke']);

/** Random requests over all endpoints of the contract: never a 500, never a hang. */
export async function fuzz(options: { requests: number; seed: number }): Promise<FuzzResult> {
  // From its sources an answer that does not fit its record is a 500.
  const instance = await prepareInstance(undefined, { isBuilt: false });
  const chance = chanceOf(options.seed);
  const result: FuzzResult = { sent: 0, statuses: {}, problems: [] };
  try {
    await instance.start();
    await furnish(instance);
    const endpoints = allEndpoints.filter(({ id }) => !apart.has(id));
    while (result.sent < options.requests && result.problems.length < 20) {
      const endpoint = endpoints[result.sent % endpoints.length];
      if (endpoint !== undefined) await sendOne(instance, endpoint, { chance, result });
      // What was destroyed on the way is made again, so that there is something to break.
      const destroys =
        endpoint?.method === 'DELETE' && /^\/(group|project)s\/:id$/.test(endpoint.path);
      if (destroys) await furnish(instance);
    }
    const ready = await fetch(`${instance.url}/-/readiness`);
    if (ready.status !== 200) result.problems.push(`in the end readiness is ${ready.status}`);
    return result;
  } finally {
    await instance.remove();
  }
}

async function sendOne(
  { url, rootToken }: Instance,
  endpoint: Endpoint,
  { chance, result }: { chance: Chance; result: FuzzResult },
): Promise<void> {
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) =>
    segmentFor(name, endpoint.path, chance),
  );
  const query = queryOf(fieldsFor(endpoint.query?.shape ?? {}, chance));
  const target = `${url}${path}${query}`;
  const headers: Record<string, string> = {};
  if (chance.next() < 0.95) headers['private-token'] = rootToken;
  let body: string | undefined;
  if (endpoint.method !== 'GET') {
    headers['content-type'] = chance.pick([
      'application/json',
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const fields = fieldsFor(endpoint.body?.shape ?? {}, chance);
    const isJson = headers['content-type'] === 'application/json';
    body = isJson ? JSON.stringify(fields) : queryOf(fields).slice(1);
    if (chance.next() < 0.03) body = body.slice(0, -1);
  }
  result.sent++;
  const about = `${endpoint.method} ${path}${query.slice(0, 300)} ${body?.slice(0, 600) ?? ''}`;
  try {
    const answer = await fetch(target, {
      method: endpoint.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body }),
    });
    await answer.arrayBuffer();
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    // 501 and 503 are answers that endpoints declare.
    if (answer.status === 500) result.problems.push(`500 (${endpoint.id}): ${about}`);
  } catch (error) {
    result.problems.push(`${String(error)} (${endpoint.id}): ${about}`);
  }
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) add(`${name}[]`, item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else {
      const text = String(value).toWellFormed();
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
    }
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`.slice(0, 6000);
}

/** A group, a project with branches, and one of most things in it; what is there already stays. */
async function furnish({ url, rootToken }: Instance): Promise<void> {
  const send = api(rootToken, url);
  const project = '/projects/fleet%2Fharbor';
  await send('POST', '/groups', { name: 'fleet', path: 'fleet' });
  const { body: group } = await send<{ id: number }>('GET', '/groups/fleet');
  await send('POST', '/projects', { name: 'harbor', path: 'harbor', namespace_id: group.id });
  const action = {
    action: 'create',
    file_path: 'src/tide.ts',
    content: 'export const tide = 1;\n',
  };
  for (const branch of ['main', 'topic']) {
    const file_path = branch === 'main' ? 'README.md' : action.file_path;
    await send('POST', `${project}/repository/commits`, {
      branch,
      ...(branch === 'main' ? {} : { start_branch: 'main' }),
      commit_message: `Begin ${branch}`,
      actions: [{ ...action, file_path }],
    });
  }
  await send('POST', `${project}/repository/tags`, { tag_name: 'v1', ref: 'main' });
  await send('POST', `${project}/labels`, { name: 'urgent', color: '#ff0000' });
  await send('POST', `${project}/milestones`, { title: 'Launch' });
  await send('POST', `${project}/issues`, { title: 'Leak' });
  await send('POST', `${project}/environments`, { name: 'sea' });
  await send('POST', `${project}/merge_requests`, {
    title: 'Raise',
    source_branch: 'topic',
    target_branch: 'main',
  });
  await send('POST', `${project}/merge_requests/1/notes`, { body: 'ahoy' });
}
