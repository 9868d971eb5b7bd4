import type * as z from 'zod';
import type { GroupAbility, ProjectAbility } from './abilities.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The order in which a request that is wrong in several ways is refused (`http/mount.ts`):
 * `params-first` 401, contract 400, subject 404, access 403;
 * `subject-first` 401, 404, 403, contract 400;
 * `params-before-401` contract 400, then 401, 404, 403.
 */
export type Order = 'params-first' | 'subject-first' | 'params-before-401';

export type Scope =
  | 'api'
  | 'read_api'
  | 'read_user'
  | 'read_repository'
  | 'write_repository'
  | 'sudo'
  | 'admin_mode'
  | 'self_rotate'
  | 'create_runner'
  | 'manage_runner'
  | 'ai_features'
  | 'k8s_proxy'
  | 'read_registry'
  | 'write_registry'
  | 'read_virtual_registry'
  | 'write_virtual_registry'
  | 'read_service_ping';

/** What an administrator limits by a setting (`modules/throttles/limits.ts`). */
export type Limited =
  | 'project'
  | 'projects'
  | 'group'
  | 'groups'
  | 'group_projects'
  | 'user'
  | 'user_projects'
  | 'project_jobs'
  | 'raw_file'
  | 'search'
  | 'autocomplete_users'
  | 'issues_create'
  | 'notes_create'
  | 'members_delete';

/** Who may call: `who` is checked without a subject, `project` and `group` on the one `:id` names. */
export interface Access {
  readonly who: 'anyone' | 'user' | 'admin';
  readonly project?: ProjectAbility;
  readonly group?: GroupAbility;
}

/** One operation of the API: what the server mounts, the console calls and the docs describe. */
export interface Endpoint {
  /** `<resource>.<verb>`, unique. */
  readonly id: string;
  readonly method: Method;
  /** Below the base, with `:name` segments: `/projects/:id/merge_requests`. */
  readonly path: string;
  /**
   * `v4` (the default) lives under `/api/v4`, `bff` under `/bff`, `ops` under `/-`, `uploads` under
   * `/uploads`.
   */
  readonly base?: 'v4' | 'bff' | 'ops' | 'uploads';
  readonly summary: string;
  readonly access: Access;
  readonly order?: Order;
  /** False: credentials of the caller are not looked at (signing in). */
  readonly identifies?: false;
  /** Token scopes accepted besides `api` (and `read_api` for reads). */
  readonly scopes?: readonly Scope[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Bodies by a word of the path; with another word there is no route. `body` documents them. */
  readonly bodies?: {
    readonly by: string;
    readonly of: Readonly<Record<string, z.ZodObject>>;
  };
  /** Pairs that may not be sent together. */
  readonly exclusive?: readonly (readonly [string, string])[];
  /** Attributes of which one at least must be sent. */
  readonly atLeastOne?: readonly string[];
  /** Attributes of which one must be sent, and no second. */
  readonly exactlyOne?: readonly string[];
  /** `null`: an empty body. */
  readonly response: z.ZodType | null;
  /** Media type of the response where it is not JSON. */
  readonly media?: string;
  /** The first is what a handler answers when it names none. */
  readonly status: readonly [number, ...number[]];
  /** Inputs that travel as headers (percent-encoded), each with the name of its header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The handler returns a `Page`; paging headers are sent. */
  readonly paginated?: boolean;
  /** The flag without which it is not there. */
  readonly feature?: 'importer_user_mapping_reassignment_csv';
  /** What its calls count as; beyond the number that the settings allow they are 429. */
  readonly limited?: Limited;
  /** Columns without nulls that `pagination=keyset` may order by, `id` being the last word. */
  readonly keyset?: readonly string[];
}

/** Keeps an endpoint record's literal types. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Output<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;
type Input<S> = S extends z.ZodType ? z.input<S> : Record<never, never>;

/** Path parameters as the handler sees them. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
/** Query as the handler sees it. */
export type QueryOf<E extends Endpoint> = Output<E['query']>;
/** Body as the handler sees it. */
export type BodyOf<E extends Endpoint> = Output<E['body']>;
type HeadersOf<E> = E extends { headers: Readonly<Record<infer K extends string, string>> }
  ? { readonly [name in K]?: string }
  : Record<never, never>;
/** What a caller may send: path parameters, query, body and headers in one. */
export type InputOf<E extends Endpoint> = Input<E['params']> &
  Input<E['query']> &
  Input<E['body']> &
  HeadersOf<E>;
/** What the handler must return and a caller gets. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : // biome-ignore lint/suspicious/noConfusingVoidType: an empty answer is what `void` handlers give.
    void;

/** The path with its base, `:name` segments kept: `/api/v4/projects/:id`. */
export function fullPath(endpoint: Endpoint): string {
  const bases = { v4: '/api/v4', bff: '/bff', ops: '/-', uploads: '/uploads' };
  return bases[endpoint.base ?? 'v4'] + endpoint.path;
}
