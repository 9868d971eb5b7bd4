import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { allEndpoints } from '#contract/all.ts';
import { openapi } from '#contract/openapi.ts';
import { hints } from '#contract/common.ts';
import { type Endpoint, fullPath } from '#contract/endpoint.ts';
import { version } from '../version.ts';
import { acceptedScopes } from './identify.ts';
import { type Api, mount } from './mount.ts';
import { namedSchemas } from './named-schemas.ts';
import { peel } from './peel.ts';

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;

const message = z
  .object({
    message: z.union([
      z.string(),
      z.array(z.string()),
      z.record(z.string(), z.array(z.string())).describe('Texts by field'),
    ]),
  })
  .meta({ id: 'Message', description: 'Why a request was refused' });
const parameterError = z
  .object({ error: z.string() })
  .meta({ id: 'ParameterError', description: 'Which parameters are missing or wrong' });
const tokenError = z
  .object({ error: z.string(), error_description: z.string(), scope: z.string().optional() })
  .meta({ id: 'TokenError', description: 'What is wrong with the access token' });

const refusals = {
  400: z.union([parameterError, message]),
  401: z.union([message, tokenError]),
  403: z.union([message, tokenError]),
  404: message,
};
const phrases: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, without content',
  400: 'Wrong parameters or values',
  401: 'No credential, or a wrong one',
  403: 'Not allowed',
  404: 'Not there, or not to be seen',
};

const pagingHeaders: NonNullable<ResponseConfig['headers']> = Object.fromEntries(
  [
    'X-Page',
    'X-Per-Page',
    'X-Next-Page',
    'X-Prev-Page',
    'X-Total',
    'X-Total-Pages',
    'X-Total-Omitted',
    'X-Ignored-Parameters',
    'Link',
  ].map((name) => [name, { schema: { type: 'string' } }]),
);

/** The document of all v4 endpoints, made of the records that the server mounts. */
function describeApi(endpoints: readonly Endpoint[], publicUrl: string): Document {
  const registry = new OpenAPIRegistry();
  const token = { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' } as const;
  registry.registerComponent('securitySchemes', 'token', token);
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  const described = endpoints.filter(
    ({ id, base }) => (base ?? 'v4') === 'v4' && id !== openapi.show.id,
  );
  // Met first where it may be null, a record would be described as one that may be null everywhere.
  const parts = described.flatMap(({ query, body, response }) => [query, body, response]);
  const named = namedSchemas(parts).map((schema) => ({ type: 'schema', schema }) as const);
  for (const endpoint of described) registry.registerPath(operationOf(endpoint));
  const document = new OpenApiGeneratorV31([...named, ...registry.definitions]).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Quarterdeck', version },
    servers: [{ url: publicUrl }],
    tags: [...new Set(described.map(tagOf))].sort().map((name) => ({ name })),
  });
  for (const endpoint of described) nameLists(document, endpoint);
  // Plain data in, plain data out: only parts of it are replaced.
  return admitNull(document) as Document;
}

/** The fields of a record's part. */
const fieldsOf = (object: z.ZodObject | undefined): Readonly<Record<string, z.ZodType>> =>
  object?.shape ?? {};

const tagOf = ({ id }: Endpoint) => id.slice(0, id.indexOf('.'));
const openApiPath = (endpoint: Endpoint) => fullPath(endpoint).replace(/:(\w+)/g, '{$1}');

function operationOf(endpoint: Endpoint): RouteConfig {
  const open = endpoint.access.who === 'anyone';
  const security: Record<string, string[]>[] = [{ token: [] }, { bearer: [] }];
  const { params, query, body } = endpoint;
  return {
    // The contract's methods are those of HTTP in capitals.
    method: endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>,
    path: openApiPath(endpoint),
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `Token scopes: ${acceptedScopes(endpoint).join(', ')}.`,
    security: open ? [{}, ...security] : security,
    request: { params: pathOf(endpoint, params), query, ...headersOf(endpoint), ...bodyOf(body) },
    responses: responsesOf(endpoint),
  };
}

/** Path parameters that a record leaves to the server are text. */
function pathOf(endpoint: Endpoint, params: z.ZodObject | undefined): z.ZodObject | undefined {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return z.object(
    Object.fromEntries(names.map((name) => [name, fieldsOf(params)[name] ?? z.string()])),
  );
}

function headersOf({ headers }: Endpoint): RouteConfig['request'] {
  if (headers === undefined) return {};
  const names = Object.values(headers).map((name) => [name, z.string().optional()] as const);
  return { headers: z.object(Object.fromEntries(names)) };
}

function bodyOf(body: z.ZodObject | undefined): RouteConfig['request'] {
  if (body === undefined) return {};
  const files = Object.values(fieldsOf(body)).some((field) => peel(field).hints.file === true);
  const types = files
    ? ['multipart/form-data']
    : ['application/json', 'application/x-www-form-urlencoded'];
  const required = Object.values(fieldsOf(body)).some((field) => !peel(field).optional);
  const content = Object.fromEntries(types.map((type) => [type, { schema: body }]));
  return { body: { required, content } };
}

function responsesOf(endpoint: Endpoint): RouteConfig['responses'] {
  const responses: RouteConfig['responses'] = {};
  for (const status of endpoint.status) {
    const empty = endpoint.response === null || status === 204;
    const content = { [endpoint.media ?? 'application/json']: { schema: endpoint.response } };
    responses[status] = {
      description: phrases[status] ?? 'Done',
      ...(endpoint.paginated === true ? { headers: pagingHeaders } : {}),
      ...(empty ? {} : { content: content as ResponseConfig['content'] }),
    };
  }
  for (const [status, schema] of Object.entries(refusals)) {
    responses[status] ??= {
      description: phrases[Number(status)] ?? 'Refused',
      content: { 'application/json': { schema } },
    };
  }
  return responses;
}

/** Lists of a query are sent as `name[]=`, or joined by commas; hashes as `name[key]=`. */
function nameLists(document: Document, endpoint: Endpoint): void {
  const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
  const operation = document.paths?.[openApiPath(endpoint)]?.[method];
  for (const parameter of operation?.parameters ?? []) {
    if ('$ref' in parameter || parameter.in !== 'query') continue;
    const field = fieldsOf(endpoint.query)[parameter.name];
    if (field === undefined) continue;
    const { schema, hints: own } = peel(field);
    const comma = own.comma ?? hints.get(schema)?.comma ?? false;
    const { type } = schema._zod.def;
    if (type === 'object' || type === 'record') parameter.style = 'deepObject';
    if (type !== 'array') continue;
    Object.assign(parameter, { style: 'form', explode: !comma });
    if (!comma) parameter.name = `${parameter.name}[]`;
  }
}

/** A reference that may be null comes as both at once; it is one of the two. */
function admitNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(admitNull);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, admitNull(child)] as const);
  const { allOf } = value as { allOf?: readonly { type?: unknown }[] };
  const [reference, { type, ...told } = {}] = allOf ?? [];
  if (JSON.stringify(type) !== '["object","null"]') return Object.fromEntries(entries);
  const rest = entries.filter(([key]) => key !== 'allOf');
  return { ...Object.fromEntries(rest), ...told, anyOf: [reference, { type: 'null' }] };
}

/** `GET /api/v4/openapi.json`, made when it is first asked for. */
export function openApiRoutes(api: Api): void {
  let text: string | undefined;
  mount(api, openapi.show, () => {
    text ??= JSON.stringify(describeApi(allEndpoints, api.deps.publicUrl));
    return text;
  });
}
