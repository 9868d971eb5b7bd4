import { validate } from '@readme/openapi-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hashes on purpose: their keys are the caller's. */
const hashes = [
  'Message.message',
  '.trailers',
  '.extended_trailers',
  '.changed_fields',
  '.commands_changes',
  '.inputs',
  '.properties',
  '.variables',
  '.repository_storages_weighted',
  '.resource_usage_limits',
];

/** Every schema of the document with the way that leads to it. */
function* schemasIn(value: unknown, way: string): Generator<[string, Node]> {
  if (Array.isArray(value)) {
    for (const child of value) yield* schemasIn(child, way);
    return;
  }
  if (!isNode(value)) return;
  yield [way, value];
  for (const key of ['anyOf', 'oneOf', 'allOf', 'items']) yield* schemasIn(value[key], way);
  if (isNode(value.additionalProperties)) yield* schemasIn(value.additionalProperties, `${way}{}`);
  if (isNode(value.properties)) {
    for (const [name, child] of Object.entries(value.properties)) {
      yield* schemasIn(child, `${way}.${name}`);
    }
  }
}

/** Every place of the document that holds a schema. */
function* placesIn(value: unknown, way: string): Generator<[string, Node]> {
  if (Array.isArray(value)) {
    for (const [at, child] of value.entries()) yield* placesIn(child, `${way}/${at}`);
  } else if (isNode(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (key === 'schema') yield* schemasIn(child, way);
      else yield* placesIn(child, `${way}/${key}`);
    }
  }
}

describe('the OpenAPI document', () => {
  let app: TestApp;
  let type: string | null;
  let document: {
    openapi: string;
    paths: Record<string, Record<string, Node>>;
    components: { schemas: Record<string, unknown> };
  };
  beforeAll(async () => {
    app = await createTestApp();
    const answer = await app.call('GET /openapi.json');
    type = answer.headers.get('content-type');
    document = answer.json;
  });
  afterAll(() => app.close());

  it('is valid OpenAPI 3.1', async () => {
    expect([type, document.openapi]).toEqual(['application/json', '3.1.0']);
    // The parser resolves references in place: it gets a copy.
    const result = await validate(structuredClone(document) as never);
    expect(result).toMatchObject({ valid: true });
  });

  it('describes each v4 endpoint once, with summary, scopes and refusals', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const described = operations.map((operation) => String(operation.operationId));
    const due = allEndpoints
      .filter(({ id, base }) => base === undefined && id !== 'openapi.show')
      .map((endpoint) => endpoint.id);
    expect(described.toSorted()).toEqual(due.toSorted());
    for (const { operationId, summary, description, responses } of operations) {
      expect([operationId, summary, description]).toEqual([
        operationId,
        expect.stringMatching(/\w/),
        expect.stringMatching(/^Token scopes: api/),
      ]);
      expect(Object.keys(responses as Node)).toEqual(
        expect.arrayContaining(['400', '401', '403', '404']),
      );
    }
  });

  it('leaves no value open: nothing is any, unknown or an object of anything', () => {
    const open: string[] = [];
    const places = [
      ...placesIn(document.paths, ''),
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
        ...schemasIn(schema, name),
      ]),
    ];
    for (const [way, schema] of places) {
      const types = [schema.type].flat();
      const says = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some(
        (key) => key in schema,
      );
      const keyed = isNode(schema.additionalProperties);
      if (!says && schema.type === undefined) open.push(`${way} is any`);
      if (types.includes('array') && schema.items === undefined) open.push(`${way} lists anything`);
      if (!types.includes('object')) continue;
      if (!keyed && !isNode(schema.properties)) open.push(`${way} is an object of anything`);
      if (keyed && !hashes.some((hash) => way.endsWith(hash))) open.push(`${way} is a hash`);
    }
    expect(places.length).toBeGreaterThan(500);
    expect([...new Set(open)]).toEqual([]);
  });

  it('names lists, files and what may be null as clients send and read them', () => {
    const parameters = (path: string) =>
      document.paths[path]?.get?.parameters as Node[] | undefined;
    expect(parameters('/api/v4/projects/{id}')).toMatchObject([{ name: 'id', in: 'path' }]);
    expect(parameters('/api/v4/projects')?.find((one) => one.name === 'per_page')).toMatchObject({
      schema: { type: 'integer', default: 20 },
      required: false,
    });
    const body = document.paths['/api/v4/projects']?.post?.requestBody as Node;
    expect(Object.keys(body.content as Node)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const both = /"allOf":\[\{"\$ref":"[^"]+"\},\{"type":\["object","null"\]/;
    expect(both.exec(JSON.stringify(document))?.[0]).toBeUndefined();
    expect(document.components.schemas).toMatchObject({
      AdminUser: {
        properties: {
          created_by: { anyOf: [{ $ref: '#/components/schemas/UserSummary' }, { type: 'null' }] },
        },
      },
      Note: { properties: { author: { $ref: '#/components/schemas/UserSummary' } } },
    });
    // A record may be null where it is named, never by itself.
    const types = Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      isNode(schema) ? schema.type : schema,
    ]);
    expect(types.filter(([, type]) => type !== 'object')).toEqual([]);
  });
});
