import { Gitlab } from '@gitbeaker/rest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Extension } from '../app.ts';
import { goLive } from './live-server.ts';
import type { TestApp } from './test-app.ts';

const clientOf = (host: string, token: string) => new Gitlab({ host, token });

export interface Stage {
  client: ReturnType<typeof clientOf>;
  groupId: number;
  /** Of the group, with one commit on two branches. */
  project: number;
  /** The administrator who calls. */
  me: number;
  /** What the client sent and no endpoint declares: the server ignores such names silently. */
  undeclared: ReadonlySet<string>;
  /** The ids of the endpoints that it called. */
  called: ReadonlySet<string>;
  close(): Promise<void>;
}

const endpoints: ReadonlyMap<string, Endpoint> = new Map(allEndpoints.map((one) => [one.id, one]));

const declaredBy = (endpoint: Endpoint): ReadonlySet<string> =>
  new Set(
    [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
      Object.keys(part?.shape ?? {}),
    ),
  );

/** Names of a request's body, brackets left out. */
async function namesOfBody(request: Request): Promise<string[]> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/')) return [...(await request.formData()).keys()];
  const text = await request.text();
  if (text === '') return [];
  if (!type.startsWith('application/json')) return [...new URLSearchParams(text).keys()];
  const sent: unknown = JSON.parse(text);
  return typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
}

/** Writes down each name that a request holds and its endpoint does not know. */
const watching =
  (undeclared: Set<string>, called: Set<string>): Extension =>
  ({ hono }) => {
    hono.use('/api/v4/*', async (c, next) => {
      const copy = c.req.raw.clone();
      await next();
      const endpoint = endpoints.get(c.get('route') ?? '');
      if (endpoint === undefined) {
        undeclared.add(`${c.req.method} ${c.req.path}`);
        return;
      }
      called.add(endpoint.id);
      const declared = declaredBy(endpoint);
      const sent = [...new URL(copy.url).searchParams.keys(), ...(await namesOfBody(copy))];
      for (const name of sent.map((text) => text.replace(/\[.*/, ''))) {
        if (!declared.has(name)) undeclared.add(`${endpoint.id} ${name}`);
      }
    });
  };

/** An unmodified client at a real port, with a group and a project to work on. */
export async function gitbeakerStage(app: TestApp): Promise<Stage> {
  const undeclared = new Set<string>();
  const called = new Set<string>();
  const server = await goLive(app, [watching(undeclared, called)]);
  const ann = await app.user('ann', { admin: true });
  const client = clientOf(server.url, ann.token);
  const groupId = (await client.Groups.create('Harbor', 'harbor')).id;
  const project = (await client.Projects.create({ name: 'quay', namespaceId: groupId })).id;
  await client.Commits.create(project, 'main', 'Begin', [
    { action: 'create', filePath: 'src/tide.ts', content: 'one\ntwo\n' },
  ]);
  await client.Branches.create(project, 'side', 'main');
  return { client, groupId, project, me: ann.id, undeclared, called, close: () => server.close() };
}
