import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allEndpoints } from '#contract/all.ts';
import { declaredOnly } from './declared.ts';

const person = z.object({ id: z.int(), name: z.string() });
const record = z.object({
  id: z.int(),
  owner: person.nullable(),
  people: z.array(person),
  trailers: z.record(z.string(), z.string()),
  labels: z.union([z.array(z.string()), z.array(person)]),
  extra: person.optional(),
});
const list = z.array(z.union([record, z.object({ id: z.int() })]));

const kim = { id: 1, name: 'Kim' };
const leaking = { ...kim, password: 'x' };
const base = { id: 1, owner: null, people: [], trailers: { a: 'b' }, labels: ['bug'] };

describe('what an answer may show', () => {
  it.each([
    ['a record that leaks nothing', record, base],
    ['a field of the record', record, { ...base, token: 'x' }],
    ['a person in it', record, { ...base, owner: leaking }],
    ['one of several people', record, { ...base, people: [kim, leaking] }],
    ['what is optional', record, { ...base, extra: leaking }],
    ['a branch of a union', record, { ...base, labels: [kim, leaking] }],
    ['the long records of a list', list, [{ ...base, owner: leaking }]],
    ['the short records of a list', list, [{ id: 1 }, { id: 2, token: 'x' }]],
  ])('is as much as a whole check leaves of %s', (_, schema, value) => {
    const before = structuredClone(value);
    expect(declaredOnly(schema, value)).toEqual(schema.parse(value));
    expect(value).toEqual(before);
  });

  it('is the value itself, not a copy, where nothing is to be cut', () => {
    const value = [{ ...base, owner: kim }];
    expect(declaredOnly(list, value)).toBe(value);
  });

  it('leaves out a field that nobody declared, in every endpoint that answers with a record', () => {
    const records = allEndpoints.filter(({ response }) => response instanceof z.ZodObject);
    expect(records.length).toBeGreaterThan(50);
    const showing = records.filter(
      ({ response }) =>
        response && 'undeclared' in Object(declaredOnly(response, { undeclared: 1 })),
    );
    expect(showing.map(({ id }) => id)).toEqual([]);
  });
});
