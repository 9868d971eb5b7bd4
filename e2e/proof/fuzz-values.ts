import type * as z from 'zod';
import type { Chance } from './chance.ts';

/** Values that have broken servers before; none of them fits everywhere. */
const oddities: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '9007199254740993',
  '1e309',
  'null',
  "'; drop table users; --",
  '../../etc/passwd',
  '%00',
  'a\u0000b',
  '\ud800',
  '👩‍🚀'.repeat(50),
  'x'.repeat(5000),
  '[[[[',
  '-----',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [null],
  [[[[]]]],
  { a: { b: { c: {} } } },
  ['x', 1, null, {}],
  '__proto__',
  'constructor',
];

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  element?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  shape?: Record<string, z.core.$ZodType>;
  format?: string;
}

/** What could be meant: mostly of the declared kind, so that the request gets past the contract. */
function valueFor(schema: z.core.$ZodType, chance: Chance, depth = 0): unknown {
  if (chance.next() < 0.12 || depth > 3) return chance.pick(oddities);
  // Which of these a definition has is told by its `type`.
  const def = schema._zod.def as unknown as Definition;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return def.innerType === undefined ? null : valueFor(def.innerType, chance, depth);
    case 'int':
    case 'number':
      return chance.pick([0, 1, 2, 10, 20, 30, 40, 100, 2 ** 31, 2 ** 53 - 1]);
    case 'boolean':
      return chance.next() < 0.5;
    case 'enum':
      return chance.pick(Object.values(def.entries ?? { none: 'none' }));
    case 'literal':
      return chance.pick(def.values ?? ['']);
    case 'array':
      return Array.from({ length: chance.between(0, 3) }, () =>
        def.element === undefined ? null : valueFor(def.element, chance, depth + 1),
      );
    case 'union':
      return def.options === undefined
        ? null
        : valueFor(chance.pick(def.options), chance, depth + 1);
    case 'object':
      return fieldsFor(def.shape ?? {}, chance, depth + 1);
    case 'string':
      if (def.format === 'date') return '2027-03-04';
      if (def.format === 'datetime') return '2027-03-04T05:06:07Z';
      return chance.pick(['main', 'topic', 'src/tide.ts', 'v1', 'Ahoy', '#aabbcc', 'root', '1']);
    default:
      return chance.pick(oddities);
  }
}

/** Some fields of an object, each with a value that could be meant. */
export function fieldsFor(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  chance: Chance,
  depth = 0,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    if (chance.next() < 0.5) fields[name] = valueFor(schema, chance, depth);
  }
  if (chance.next() < 0.1) fields[chance.pick(['id', 'nothing', '__proto__'])] = 1;
  return fields;
}

/** A path parameter: mostly of something that is there. */
export function segmentFor(name: string, path: string, chance: Chance): string {
  if (chance.next() < 0.15) {
    const odd = chance.pick(oddities.filter((value) => typeof value === 'string' && value !== ''));
    return encodeURIComponent(String(odd).toWellFormed()).slice(0, 1000);
  }
  if (name === 'id' && path.startsWith('/projects/')) return 'fleet%2Fharbor';
  if (name === 'id' && path.startsWith('/groups/')) return 'fleet';
  if (name === 'id') return chance.pick(['1', '2', '3', 'self']);
  if (/sha|commit/.test(name)) return chance.pick(['main', 'topic', '0'.repeat(40), 'HEAD~1']);
  if (/branch|tag|name|ref/.test(name)) return chance.pick(['main', 'topic', 'v1', 'urgent']);
  if (/path/.test(name)) return chance.pick(['README.md', 'src%2Ftide.ts', 'none.txt']);
  return chance.pick(['1', '2', '3', '999999999']);
}
