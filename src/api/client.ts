import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type Endpoint, fullPath, type InputOf, type ResponseOf } from '#contract/endpoint.ts';
import type { bootstrap } from '#contract/bootstrap.ts';
import { currentSession, opening, signInId } from '#contract/session-routes.ts';
import type { sessions } from '#contract/sessions.ts';
import { ApiError, apiErrorOf, asApiError } from './error.ts';
import { askToSignIn } from './sign-in-gate.ts';
import { toast, toastError } from './toast.ts';
import { encodeQuery, textOf } from './wire.ts';

/** One page of a list, with what its headers say. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** Unknown above 10,000 rows. */
  readonly total: number | undefined;
  readonly page: number;
  readonly perPage: number;
  readonly nextPage: number | undefined;
  /** Filters that were sent and that the server does not look at. */
  readonly ignored?: readonly string[];
}

type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;

const unreachable = (status: number) => status === 0 || (status >= 502 && status <= 504);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && unreachable(asApiError(error).status),
    },
  },
});

// Safe: the record of the contract spreads this one; a call without parameters reads no more of it.
const current = currentSession as unknown as typeof sessions.current;

/** Who is signed in, and the CSRF token. */
export const sessionQuery = queryOptions({
  queryKey: [current.id, {}] as const,
  queryFn: ({ signal }) => call(current, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

// Safe for the same reason.
const open = opening as unknown as typeof bootstrap.show;

/** What is shown before anybody has signed in. */
export const openingQuery = queryOptions({
  queryKey: [open.id, {}] as const,
  queryFn: ({ signal }) => call(open, {}, signal),
});

/** Has whoever is signed in something to do before anything else? */
export function owes({ demands }: ResponseOf<typeof sessions.current>): boolean {
  const until = demands?.two_factor_until ?? null;
  return Boolean(demands?.terms) || (until !== null && Date.parse(until) <= Date.now());
}

/** Calls one operation of the contract. Refusals are thrown as `ApiError`. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const response = await answered(endpoint, input, signal);
  // Safe: the server answers by the same endpoint record, which it checks in development and tests.
  return (endpoint.response === null ? undefined : await read(response)) as ResponseOf<E>;
}

async function read(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? response.json() : response.text();
}

/** Sends, and where the session is over asks to sign in again and sends once more. */
export async function answered(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await send(endpoint, input, signal);
  if (response.ok) return response;
  const error = await apiErrorOf(response);
  if (response.status === 401 && (await isSessionOver(endpoint)) && (await askToSignIn())) {
    const again = await send(endpoint, input, signal);
    if (again.ok) return again;
    throw await apiErrorOf(again);
  }
  // The server may ask for something first (terms, a second factor): the session says what.
  if (response.status === 403) void queryClient.invalidateQueries(sessionQuery);
  throw error;
}

/** A 401 may also be a refusal (who may not merge gets one), so the server is asked. */
async function isSessionOver(endpoint: Endpoint): Promise<boolean> {
  if (endpoint.id === signInId) return false;
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  if (!known?.user) return false;
  const { user } = await call(current, {});
  return user === null;
}

async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, body, headers: named } = requestOf(endpoint, input);
  const headers = new Headers({ ...named, accept: 'application/json' });
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (endpoint.method !== 'GET' && endpoint.id !== signInId) {
    const { csrf_token: token } = await queryClient.ensureQueryData(sessionQuery);
    if (token !== null) headers.set('x-csrf-token', token);
  }
  try {
    return await fetch(url, {
      method: endpoint.method,
      credentials: 'same-origin',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, message: error instanceof Error ? error.message : '' });
  }
}

/** A call that no record of the contract describes here: what somebody tries by hand. */
export interface RawCall {
  readonly method: string;
  readonly url: string;
  readonly body?: string | FormData;
}

/** Makes it with the session, whatever the answer: a refusal is an answer too. */
export async function rawCall({ method, url, body }: RawCall): Promise<Response> {
  const headers = new Headers({ accept: '*/*' });
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (method !== 'GET') {
    const { csrf_token: token } = await queryClient.ensureQueryData(sessionQuery);
    if (token !== null) headers.set('x-csrf-token', token);
  }
  try {
    return await fetch(url, { method, credentials: 'same-origin', headers, body: body ?? null });
  } catch (error) {
    throw asApiError(error);
  }
}

/** Sorts the input into path, query, body and headers, as the record declares them. */
export function requestOf(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
): { url: string; body: string | FormData | undefined; headers: Readonly<Record<string, string>> } {
  const rest: Record<string, unknown> = { ...input };
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(endpoint.headers ?? {})) {
    const value = rest[name];
    delete rest[name];
    if (typeof value === 'string' && value !== '') headers[header] = encodeURIComponent(value);
  }
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_segment, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (endpoint.body === undefined || endpoint.query?.shape[name]) query[name] = value;
    else body[name] = value;
  }
  const search = encodeQuery(query);
  return {
    url: search === '' ? path : `${path}?${search}`,
    body: endpoint.body === undefined ? undefined : bodyWith(body),
    headers,
  };
}

/** JSON, or a form where a file is among the values; what is null or empty is cleared by both. */
function bodyWith(values: Readonly<Record<string, unknown>>): string | FormData {
  if (!Object.values(values).some((value) => value instanceof Blob)) return JSON.stringify(values);
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, textOf(value));
  }
  return form;
}

/** Query options of one read; the key is `[endpoint.id, input]`. */
export function queryOf<const E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.id, input] as const,
    meta: { request: { endpoint, input } },
    queryFn: ({ signal }) => call(endpoint, input, signal),
  });
}

async function page<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<PageOf<RowOf<E>>> {
  const response = await answered(endpoint, input, signal);
  // Safe: a paginated record answers with a list.
  const rows = (await response.json()) as RowOf<E>[];
  const header = (name: string) => {
    const value = response.headers.get(name);
    return value === null || value === '' ? undefined : Number(value);
  };
  return {
    rows,
    total: header('x-total'),
    page: header('x-page') ?? 1,
    perPage: header('x-per-page') ?? rows.length,
    nextPage: header('x-next-page'),
    ignored: response.headers.get('x-ignored-parameters')?.split(', ') ?? [],
  };
}

/** Query options of one page of a list. */
export function listOf<const E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.id, input, 'page'] as const,
    meta: { request: { endpoint, input } },
    queryFn: ({ signal }) => page(endpoint, input, signal),
  });
}

/** Query options of a list that is read page after page. */
export function pagesOf<const E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return infiniteQueryOptions({
    queryKey: [endpoint.id, input, 'pages'] as const,
    meta: { request: { endpoint, input } },
    queryFn: ({ signal, pageParam }) => page(endpoint, { ...input, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
  });
}

export interface CommandOptions<E extends Endpoint> {
  /** Endpoints whose answers are old once the command is done. */
  readonly invalidates?: readonly Endpoint[];
  /** What is said then. */
  readonly done?: string | ((result: ResponseOf<E>) => string);
  /** Whoever gives the command shows its `error` in place: no notification besides. */
  readonly showsError?: boolean;
}

/**
 * A write: the mutation, what it makes stale, and the toast that says it is done. What `mutate` is
 * refused is said in a toast too, as nobody can catch it; `mutateAsync` leaves it to its caller.
 */
export function useCommand<const E extends Endpoint>(endpoint: E, options: CommandOptions<E>) {
  const client = useQueryClient();
  const command = useMutation<ResponseOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (result) => {
      const { invalidates = [], done } = options;
      await Promise.all(invalidates.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
      if (done !== undefined) toast(typeof done === 'string' ? done : done(result));
    },
  });
  const mutate: typeof command.mutate = (...given) => {
    command.mutateAsync(...given).catch((error: unknown) => {
      if (options.showsError !== true) toastError(asApiError(error));
    });
  };
  return { ...command, mutate };
}
