import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { commaList, datetime, filledText, hints, idList } from '#contract/common.ts';
import { decode, type Problems, type Raw } from './decode.ts';
import { parsePairs } from './read-request.ts';

function read(schema: z.ZodObject, raw: Raw) {
  const problems: Problems = { parameters: [], model: {} };
  const value = decode(schema, raw, problems);
  const wrong = [...problems.parameters, ...Object.entries(problems.model).map((e) => e.join(' '))];
  return wrong.length > 0 ? wrong.join(', ') : value;
}

describe('one field', () => {
  const noneAny = z
    .union([z.int(), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true, says: "should be an integer, 'None' or 'Any'" });
  const idsNoneAny = z
    .union([idList(), z.enum(['None', 'Any'])])
    .register(hints, { noneAny: true });
  it.each([
    ['an integer as text', z.int(), '12', 12],
    ['an integer beyond what is safe', z.int(), '99999999999999999999', 'a is invalid'],
    ['a fraction', z.int(), '1.5', 'a is invalid'],
    ['words', z.int(), 'abc', 'a is invalid'],
    ['a number below the minimum', z.int().min(1), '0', 'a does not have a valid value'],
    [
      'a value excepted by name',
      z.int().register(hints, { except: 0 }),
      '0',
      'a has a value not allowed',
    ],
    ['a boolean in words', z.boolean(), 'Yes', true],
    ['a boolean as a digit', z.boolean(), '0', false],
    ['a boolean that is none', z.boolean(), 'maybe', 'a is invalid'],
    ['a number where text is wanted', z.string(), 5, '5'],
    ['a list where text is wanted', z.string(), ['x'], 'a is invalid'],
    ['a list of none where one is wanted', z.array(z.int()).min(1), [], 'a is empty'],
    [
      'a longer list than may be',
      z.array(z.int()).max(2).register(hints, { comma: true }),
      '1,2,3',
      'a is too long (maximum is 2 entries)',
    ],
    ['a list within its bounds', z.array(z.int()).min(1).max(2), ['1', '2'], [1, 2]],
    ['an unknown word', z.enum(['asc', 'desc']), 'up', 'a does not have a valid value'],
    ['blank text that must be filled', filledText(), '  ', 'a is empty'],
    [
      'a text that is too long in letters',
      z.string().max(3),
      '🦀🦀🦀🦀',
      'a is too long (maximum is 3 characters)',
    ],
    ['a text just short enough in letters', z.string().max(3), '🦀🦀🦀', '🦀🦀🦀'],
    ['a comma list', commaList(), ' a , ,b', ['a', 'b']],
    ['ids by comma', idList(), '3,7', [3, 7]],
    ['an id that is none', idList(), ['abc'], 'a is invalid'],
    ['one value where a list is wanted', z.array(z.string()), 'x', 'a is invalid'],
    ['none in any case', noneAny, 'NONE', 'None'],
    ['an id beside None and Any', noneAny, '7', 7],
    ['neither id nor word', noneAny, ',', "a should be an integer, 'None' or 'Any'"],
    ['a word as a list of one, beside a list', idsNoneAny, ['none'], 'None'],
    ['a word among ids', idsNoneAny, ['none', '7'], 'a is invalid'],
    [
      'a word as a list of one, beside an id',
      noneAny,
      ['None'],
      "a should be an integer, 'None' or 'Any'",
    ],
    ['an instant with an offset', datetime(), '2025-01-09T20:47+0100', '2025-01-09T19:47:00.000Z'],
    ['a day as an instant', datetime(), '2025-01-09', '2025-01-09T00:00:00.000Z'],
    ['a month that is none', datetime(), '2025-13-09', 'a is invalid'],
    ['a hash', z.record(z.string(), z.string()), { k: 'v' }, { k: 'v' }],
    ['a list where a hash is wanted', z.record(z.string(), z.string()), ['v'], 'a is invalid'],
  ])('%s', (_, schema, given, wanted) => {
    const result = read(z.object({ a: schema }), { a: given });
    expect(result).toEqual(
      typeof wanted === 'string' && typeof result === 'string' ? wanted : { a: wanted },
    );
  });
});

describe('what is absent', () => {
  it('a required field is missing, and empty too where it must be filled', () => {
    const schema = z.object({ ref: filledText(), cron: z.string(), note: z.string().optional() });
    expect(read(schema, {})).toBe('ref is missing, ref is empty, cron is missing');
  });

  it('a boolean that is null is false', () => {
    const schema = z.object({ a: z.boolean().optional(), b: z.boolean().default(true) });
    expect(read(schema, { a: null, b: null })).toEqual({ a: false, b: false });
    expect(read(z.object({ a: z.boolean().nullable() }), { a: null })).toEqual({ a: null });
  });

  it('null clears what may be null and is nothing elsewhere', () => {
    const schema = z.object({
      a: z.int().nullable().optional(),
      b: z.string().optional(),
      c: z.int().default(7),
    });
    expect(read(schema, { a: null, b: null, c: null })).toEqual({ a: null, c: 7 });
    expect(read(schema, { a: '' })).toEqual({ a: null, c: 7 });
  });

  it('unknown fields and inherited names are left out', () => {
    const schema = z.object({ a: z.string().optional(), constructor: z.string().optional() });
    expect(read(schema, { a: 'x', b: 'y' })).toEqual({ a: 'x' });
  });
});

describe('brackets', () => {
  const schema = z.object({
    iids: idList().optional(),
    labels: commaList().optional(),
    name: z.string().optional(),
    variables: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
    not: z.object({ author_id: z.int().optional(), labels: commaList().optional() }).optional(),
  });
  it.each([
    ['iids[]=3&iids[]=7', { iids: [3, 7] }],
    ['iids%5B%5D=3', { iids: [3] }],
    ['iids=3,7', { iids: [3, 7] }],
    ['iids[0]=3', { iids: [3] }],
    ['iids=3&iids=7', { iids: [3, 7] }],
    ['iids[]=', { iids: [] }],
    ['iids[]=abc', 'iids is invalid'],
    ['name=a&name=b', { name: 'b' }],
    ['labels=bug%2C%C3%BCber', { labels: ['bug', 'über'] }],
    ['labels[]=a,b&labels[]=c', { labels: ['a,b', 'c'] }],
    ['not[author_id]=4&not[labels]=x,y', { not: { author_id: 4, labels: ['x', 'y'] } }],
    ['not[author_id]=x', 'not[author_id] is invalid'],
    [
      'variables[][key]=A&variables[][value]=1&variables[][key]=B&variables[][value]=2',
      {
        variables: [
          { key: 'A', value: '1' },
          { key: 'B', value: '2' },
        ],
      },
    ],
    ['variables[0][key]=A&variables[0][value]=1', { variables: [{ key: 'A', value: '1' }] }],
  ])('%s', (query, wanted) => {
    expect(read(schema, parsePairs(query))).toEqual(wanted);
  });

  it('more than twenty values stay a list', () => {
    const query = Array.from({ length: 60 }, (_, at) => `iids[]=${at}`).join('&');
    expect(read(schema, parsePairs(query))).toEqual({
      iids: Array.from({ length: 60 }, (_, at) => at),
    });
  });
});
