import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Page, Upload } from '#contract/common.ts';
import {
  type BodyOf,
  type Endpoint,
  fullPath,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#contract/endpoint.ts';
import { actingUserId, type Ctx, createContext, isAdministrator } from '../context.ts';
import type { Deps } from '../deps.ts';
import {
  badParameters,
  DomainError,
  forbidden,
  invalid,
  notFound,
  unauthorized,
} from '../errors.ts';
import { removeFile } from '../files.ts';
import { settingsOf } from '../modules/application-settings/rules.ts';
import { isFeatureEnabled } from '../modules/features/rules.ts';
import { authorizeGroup, type Group } from '../modules/groups/rules.ts';
import { authorizeProject, type Project } from '../modules/projects/rules.ts';
import { refuseUntilDone } from '../modules/sessions/demand-rules.ts';
import { limitCalls } from '../modules/throttles/limit-rules.ts';
import { isBuilt } from '../revision.ts';
import { declaredOnly } from './declared.ts';
import { decode, type Problems, type Raw } from './decode.ts';
import { sendJson } from './etag.ts';
import { identify } from './identify.ts';
import { redirectMoved } from './moved.ts';
import { originOf } from './origin.ts';
import { type Paging, pagingOf, setPagingHeaders } from './pagination.ts';
import { readRequest } from './read-request.ts';
import { throttle } from './throttle.ts';

/** What a request's context carries from the first middleware on. */
export interface Env {
  Variables: {
    requestId: string;
    /** Id of the endpoint that answers. */
    route: string | undefined;
    /** What a throttle has against a sign-in that may turn out to be an administrator's. */
    throttled: DomainError | undefined;
  };
}

/** The HTTP surface being put together. */
export interface Api {
  hono: Hono<Env>;
  deps: Deps;
  mounted: Endpoint[];
}

type SubjectOf<E extends Endpoint> = (E['access'] extends { project: string }
  ? { project: Project }
  : Record<never, never>) &
  (E['access'] extends { group: string } ? { group: Group } : Record<never, never>);

export type Input<E extends Endpoint> = SubjectOf<E> & {
  ctx: Ctx;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  paging: Paging;
  /** All that was sent, declared or not. */
  given: Raw;
  /** The bare request, for cookies and conditional headers. */
  c: Context;
};

/** An answer with a status or headers of its own. */
export class Reply<T> {
  readonly value: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, status?: number, headers: Readonly<Record<string, string>> = {}) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}

type Returned<E extends Endpoint> = E['media'] extends string
  ? string | Uint8Array | ReadableStream
  : E['paginated'] extends true
    ? ResponseOf<E> extends readonly (infer T)[]
      ? Page<T>
      : never
    : ResponseOf<E>;

export type Handler<E extends Endpoint> = (
  input: Input<E>,
) => Promise<Returned<E> | Reply<Returned<E>>> | Returned<E> | Reply<Returned<E>>;

/** Puts one endpoint on the surface: decode, identify, authorise, act, check the answer. */
export function mount<E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>): void {
  api.mounted.push(endpoint);
  api.hono.on(endpoint.method, fullPath(endpoint), async (c) => {
    c.set('route', endpoint.id);
    const anonymous = createContext(api.deps, { kind: 'anonymous' }, originOf(c, api.deps.config));
    const incoming: Upload[] = [];
    let done: (() => void) | undefined;
    try {
      const raw = await readRequest(c, endpoint, {
        fileBytes: async () => (await settingsOf(anonymous)).max_attachment_size * 1024 * 1024,
        dataDir: api.deps.dataDir,
        incoming,
      });
      if (endpoint.bodies !== undefined && bodyFor(endpoint, raw) === undefined) {
        throw new DomainError({ kind: 'no_route' });
      }
      // Only now: whoever sends slowly holds nobody up. Health is never made to wait.
      done = endpoint.base === 'ops' ? undefined : await api.deps.turns.requests.take();
      const admitted = await admit(c, { ctx: anonymous, raw }, endpoint).catch((error: unknown) =>
        redirectMoved(c, endpoint, { error, publicUrl: api.deps.publicUrl }),
      );
      if (admitted instanceof Response) return admitted;
      // `admit` decoded every part by the record that the handler's type is made of.
      const returned = await handler(admitted as unknown as Input<E>);
      const { paging } = admitted;
      return await answer(c, { deps: api.deps, endpoint, raw, paging }, returned);
    } finally {
      done?.();
      for (const { path } of incoming) await removeFile(path);
    }
  });
}

interface Admitted {
  ctx: Ctx;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  paging: Paging;
  given: Raw;
  c: Context;
  project?: Project;
  group?: Group;
}

/** Everything before the handler, in the order that the endpoint's record names. */
async function admit(c: Context, { ctx, raw }: { ctx: Ctx; raw: Raw }, endpoint: Endpoint) {
  const input: Admitted = {
    ctx,
    params: {},
    query: {},
    body: {},
    paging: { page: 1, perPage: 20, offset: 0 },
    given: raw,
    c,
  };
  const problems: Problems = { parameters: [], model: {} };
  const contract = async () => {
    if (endpoint.params) input.params = decode(endpoint.params, raw, problems);
    if (endpoint.query) input.query = decode(endpoint.query, raw, problems);
    const body = bodyFor(endpoint, raw);
    if (body) input.body = decode(body, raw, problems);
    checkCombinations(endpoint, raw, problems);
    if (problems.parameters.length > 0) throw badParameters(...problems.parameters);
    input.paging = pagingOf(input.query, endpoint);
  };
  const who = async () => {
    const actor = await identify(c, ctx, { endpoint, raw });
    input.ctx = { ...ctx, actor };
    await throttle(c, input.ctx, endpoint);
    if (endpoint.access.who !== 'anyone' && actor.kind !== 'user') throw unauthorized();
    await refuseUntilDone(input.ctx, endpoint);
  };
  const subject = async () => {
    await refuseSwitchedOff(input.ctx, endpoint);
    const { who, project, group } = endpoint.access;
    if (who === 'admin' && !isAdministrator(input.ctx)) throw forbidden();
    const id = typeof raw.id === 'string' ? raw.id : '';
    if (project) input.project = await authorizeProject(input.ctx, id, project);
    if (group) input.group = await authorizeGroup(input.ctx, id, group);
  };
  const steps: readonly (() => Promise<void>)[] = {
    'params-first': [who, contract, subject],
    'subject-first': [who, subject, contract],
    'params-before-401': [contract, who, subject],
  }[endpoint.order ?? 'params-first'];
  for (const step of steps) await step();
  if (Object.keys(problems.model).length > 0) throw invalid(problems.model);
  await limitCalls(input.ctx, endpoint, input);
  return input;
}

/** What a request's body must look like; undefined where the path names nothing that takes one. */
function bodyFor({ body, bodies }: Endpoint, raw: Raw) {
  if (bodies === undefined) return body;
  const word = raw[bodies.by];
  return typeof word === 'string' && Object.hasOwn(bodies.of, word) ? bodies.of[word] : undefined;
}

/** 404 of what a flag has switched off, before anything is said of its subject. */
async function refuseSwitchedOff(ctx: Ctx, { feature }: Endpoint): Promise<void> {
  if (feature === undefined) return;
  if (!(await isFeatureEnabled(ctx, feature, { user: actingUserId(ctx) }))) throw notFound();
}

function checkCombinations(endpoint: Endpoint, raw: Raw, problems: Problems): void {
  const has = (name: string) => raw[name] !== undefined && raw[name] !== '';
  for (const [a, b] of endpoint.exclusive ?? []) {
    if (has(a) && has(b)) problems.parameters.push(`${a}, ${b} are mutually exclusive`);
  }
  const single = endpoint.exactlyOne ?? [];
  const sent = single.filter(has);
  if (sent.length > 1) problems.parameters.push(`${sent.join(', ')} are mutually exclusive`);
  if (single.length > 0 && sent.length === 0) {
    problems.parameters.push(
      `${single.join(', ')} are missing, exactly one parameter must be provided`,
    );
  }
  const some = endpoint.atLeastOne;
  if (some && !some.some((name) => Object.hasOwn(raw, name))) {
    problems.parameters.push(
      `${some.join(', ')} are missing, at least one parameter must be provided`,
    );
  }
}

async function answer(
  c: Context,
  request: { deps: Deps; endpoint: Endpoint; raw: Raw; paging: Paging },
  returned: unknown,
): Promise<Response> {
  const { deps, endpoint } = request;
  const reply = returned instanceof Reply ? returned : new Reply(returned);
  const status = reply.status ?? endpoint.status[0];
  if (!endpoint.status.includes(status)) throw new Error(`${endpoint.id} declares no ${status}`);
  for (const [name, value] of Object.entries(reply.headers)) c.header(name, value);
  if (endpoint.media !== undefined) {
    if (!c.res.headers.has('content-type')) c.header('Content-Type', endpoint.media);
    if (status === 304) return c.body(null, 304);
    // `Returned` types what a handler of a non-JSON endpoint may hand back.
    return c.body(reply.value as string, status as ContentfulStatusCode);
  }
  if (endpoint.response === null || status === 204 || status === 304 || reply.value === undefined) {
    c.status(status as ContentfulStatusCode);
    return c.body(null);
  }
  let value: unknown = reply.value;
  if (endpoint.paginated) {
    // `Returned` makes handlers of paginated endpoints return a page.
    const page = value as Page<unknown>;
    const params: Record<string, unknown> = {};
    for (const name of Object.keys(endpoint.params?.shape ?? {})) params[name] = request.raw[name];
    setPagingHeaders(c, page, { paging: request.paging, publicUrl: deps.publicUrl, params });
    value = page.rows;
  }
  const shown = isBuilt ? declaredOnly(endpoint.response, value) : checkedBy(endpoint, value);
  return sendJson(c, shown, status as ContentfulStatusCode);
}

/** In tests and development an answer fits its contract to the last field, or it is an error. */
function checkedBy(endpoint: Endpoint, value: unknown): unknown {
  const checked = endpoint.response?.safeParse(value);
  if (checked?.success) return checked.data;
  throw new Error(`${endpoint.id} answered wrongly: ${checked?.error.message}`);
}
