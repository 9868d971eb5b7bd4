import { expect, test } from 'vitest';
import { curlLine } from '../../api/curl.ts';
import { type ApiDocument, operationsOf, typeText } from './document.ts';
import { find, indexOf } from './find.ts';
import { fieldsOf, prepare, type Typed } from './request.ts';

const shipSchema = {
  type: 'object',
  properties: { hull_colour: { type: 'string' }, captain: { $ref: '#/components/schemas/Ship' } },
  required: ['hull_colour'],
} as const;
const list = { type: 'array', items: { type: 'string' } } as const;

const document: ApiDocument = {
  components: { schemas: { Ship: shipSchema } },
  paths: {
    '/api/v4/ships/{id}': {
      get: {
        operationId: 'ships.show',
        summary: 'Ships of a harbour',
        description: '',
        tags: ['ships'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'labels', in: 'query', schema: list, style: 'form', explode: false },
          { name: 'iids[]', in: 'query', schema: { ...list, items: { type: 'integer' } } },
          { name: 'not', in: 'query', schema: { type: 'object' }, style: 'deepObject' },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          200: {
            description: 'Done',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: 's/Ship' } } },
            },
          },
        },
      },
      put: {
        operationId: 'ships.update',
        summary: 'Change a ship',
        description: '',
        tags: ['ships'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  tonnage: { type: ['integer', 'null'] },
                  afloat: { type: 'boolean' },
                  crew: list,
                  holds: { type: 'array', items: { type: 'object' } },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Done' } },
      },
      post: {
        operationId: 'ships.load',
        summary: 'Load a ship',
        description: '',
        tags: ['ships'],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  file: { type: 'string', format: 'binary' },
                  note: { type: 'string' },
                },
                required: ['file'],
              },
            },
          },
        },
        responses: { 201: { description: 'Created' } },
      },
    },
  },
};

const operations = operationsOf(document);
const [show, update, load] = operations as [
  (typeof operations)[0],
  (typeof operations)[0],
  (typeof operations)[0],
];
const sent = (typed: Typed, operation = show) => prepare(operation, fieldsOf(operation), typed);

test.each<[string, Typed, string]>([
  ['a path is encoded', {}, ''],
  ['what is empty is not sent', { 'query.page': '' }, ''],
  ['a list is joined where it has no brackets', { 'query.labels': 'a, b' }, '?labels=a%2Cb'],
  ['or repeated where it has them', { 'query.iids[]': '1,2' }, '?iids%5B%5D=1&iids%5B%5D=2'],
  ['a hash has its keys in brackets', { 'query.not': '{"label":"x"}' }, '?not%5Blabel%5D=x'],
  ['a wrong value is sent as it is', { 'query.page': 'two' }, '?page=two'],
])('%s', (_name, typed, query) => {
  const { call, problems } = sent({ 'path.id': 'a/b', ...typed });
  expect([call.url, problems]).toEqual([`/api/v4/ships/a%2Fb${query}`, {}]);
});

test('a body has each value in its own type', () => {
  const typed = {
    'path.id': '1',
    'body.tonnage': '12',
    'body.afloat': 'false',
    'body.crew': 'ann,bob',
    'body.holds': '[{"size":1}]',
  };
  expect(sent(typed, update).call).toEqual({
    method: 'PUT',
    url: '/api/v4/ships/1',
    body: '{"tonnage":12,"afloat":false,"crew":["ann","bob"],"holds":[{"size":1}]}',
  });
  expect(sent({ ...typed, 'body.tonnage': 'null' }, update).call.body).toContain('"tonnage":null');
});

test('what cannot be sent is said at its field', () => {
  const { problems } = sent({ 'body.holds': '[{' }, update);
  expect(Object.keys(problems)).toEqual(['path.id', 'body.holds']);
});

test('a file is a part of a form, in curl too', () => {
  const file = new File(['x'], 'cargo.txt');
  const { call } = sent({ 'body.file': file, 'body.note': '@deck' }, load);
  expect(call.body).toBeInstanceOf(FormData);
  expect(curlLine(call, 'http://ship')).toBe(
    `curl --globoff --header "PRIVATE-TOKEN: $QUARTERDECK_TOKEN" --request POST --form 'file=@cargo.txt' --form-string 'note=@deck' 'http://ship/api/v4/ships/{id}'`,
  );
});

test('a search finds by path and words first, then by parameters and fields', () => {
  const index = indexOf(document, operations);
  const ids = (query: string) =>
    find(index, query).map(({ operation, why }) => [operation.id, why?.kind, why?.name]);
  expect(ids('put ship')).toEqual([['ships.update', undefined, undefined]]);
  expect(ids('crew')).toEqual([['ships.update', 'parameter', 'crew']]);
  expect(ids('hull_colour')).toEqual([['ships.show', 'field', 'hull_colour']]);
  expect(ids('get labels')).toEqual([['ships.show', 'parameter', 'labels']]);
  expect(ids('nowhere')).toEqual([]);
  expect(find(index, '  ')).toHaveLength(3);
});

test.each([
  [{ type: ['integer', 'null'] }, 'integer or null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Ship' } }, 'list of Ship'],
  [{ anyOf: [{ $ref: 'x/Ship' }, { type: 'null' }] }, 'Ship or null'],
  [{ type: 'string', enum: ['a', 'b'] }, 'a | b'],
  [{ type: 'string', format: 'date-time' }, 'date-time'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'hash of string'],
  [{}, 'anything'],
])('%j reads as %s', (schema, text) => {
  expect(typeText(schema)).toBe(text);
});
