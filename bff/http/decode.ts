import type * as z from 'zod';
import { Upload } from '#contract/common.ts';
import { instantOf } from './instants.ts';
import { limitsOf } from './limits.ts';
import { type Peeled, peel } from './peel.ts';

/** What a request sent: query and body merged, path parameters over both. */
export type Raw = Readonly<Record<string, unknown>>;

/** Problems of two kinds: wrong parameters (`error`), and values a model refuses (`message`). */
export interface Problems {
  parameters: string[];
  model: Record<string, string[]>;
}

const trueWords = new Set(['true', 't', '1', 'yes', 'y', 'on']);
const falseWords = new Set(['false', 'f', '0', 'no', 'n', 'off']);

class Problem extends Error {}

/** Thrown by a field; the caller puts the field's name before it. */
const problem = (text: string) => new Problem(text);

/** The field being read: its name in the request, and where what is wrong with it goes. */
interface Place {
  name: string;
  problems: Problems;
}

/**
 * Reads the fields of `schema` out of `raw`, turning text into the declared types.
 * Unknown fields are left out. What does not fit is added to `problems` in declaration order.
 */
export function decode(
  schema: z.core.$ZodType,
  raw: Raw,
  problems: Problems,
): Record<string, unknown> {
  return decodeFields(shapeOf(schema), raw, { nameOf: (name) => name, problems });
}

function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  // Callers hand in object schemas only: the contract types `params`, `query` and `body` so.
  return (schema._zod.def as z.core.$ZodObjectDef).shape;
}

function decodeFields(
  shape: Record<string, z.core.$ZodType>,
  raw: Raw,
  into: { nameOf: (field: string) => string; problems: Problems },
): Record<string, unknown> {
  const { nameOf, problems } = into;
  const out: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    const name = nameOf(field);
    const peeled = peel(schema);
    const sent = [field, ...(peeled.hints.aliases ?? [])].find((one) => Object.hasOwn(raw, one));
    const given = sent === undefined ? undefined : raw[sent];
    try {
      const value = decodeField(peeled, given, { name, problems });
      if (value !== undefined) out[field] = value;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      for (const text of error.message.split('|')) problems.parameters.push(`${name} ${text}`);
    }
  }
  return out;
}

function decodeField(field: Peeled, given: unknown, place: Place): unknown {
  const { type, format } = field.schema._zod.def as { type: string; format?: string };
  // An empty date is no text: it stands for none.
  const isText = type === 'string' && format !== 'date' && format !== 'datetime';
  const blank = given === '' && !isText && !field.hints.comma;
  if (given === null || blank) {
    if (field.nullable) return null;
    if (type === 'boolean' && given === null) return false;
    if (field.fallback) return field.fallback.value;
    if (field.optional) return undefined;
    throw problem(blank && !field.hints.filled ? 'is invalid' : 'is missing');
  }
  if (given === undefined) {
    if (field.fallback) return field.fallback.value;
    if (field.optional) return undefined;
    throw problem(field.hints.filled ? 'is missing|is empty' : 'is missing');
  }
  return coerce(field, given, place);
}

function coerce(field: Peeled, given: unknown, place: Place): unknown {
  const { schema } = field;
  const def = schema._zod.def;
  switch (def.type) {
    case 'int':
    case 'number':
      return toNumber(field, given);
    case 'boolean':
      return toBoolean(given);
    case 'string':
      return toText(field, given, place);
    case 'enum': {
      const text = scalarText(given);
      if (!Object.values((def as z.core.$ZodEnumDef).entries).includes(text)) {
        throw problem(field.hints.says ?? 'does not have a valid value');
      }
      return text;
    }
    case 'literal': {
      const wanted = (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values;
      const found = wanted.find((value) => String(value) === scalarText(given));
      if (found === undefined) throw problem('does not have a valid value');
      return found;
    }
    case 'array':
      return toList(field, given, place);
    case 'object':
      return decodeFields(shapeOf(schema), toHash(given), {
        nameOf: (key) => `${place.name}[${key}]`,
        problems: place.problems,
      });
    case 'record': {
      const inner = peel((def as z.core.$ZodRecordDef).valueType);
      return Object.fromEntries(
        Object.entries(toHash(given)).map(([key, value]) => [
          key,
          coerce(inner, value, { ...place, name: `${place.name}[${key}]` }),
        ]),
      );
    }
    case 'union':
      return toUnion(field, given, place);
    case 'custom':
      if (!(given instanceof Upload)) throw problem('is invalid');
      return given;
    default:
      return given;
  }
}

function scalarText(given: unknown): string {
  if (typeof given === 'string') return given;
  if (typeof given === 'number' || typeof given === 'boolean') return String(given);
  throw problem('is invalid');
}

/** A repeated scalar (`a=1&a=2`) counts by its last value; a JSON list is no scalar. */
const isRepeated = (given: unknown): given is RepeatedText => given instanceof RepeatedText;

/** Several values that one query or form name carried without brackets. */
export class RepeatedText {
  readonly values: readonly string[];

  constructor(values: readonly string[]) {
    this.values = values;
  }

  get last(): string {
    return this.values[this.values.length - 1] ?? '';
  }

  toJSON(): string {
    return this.last;
  }
}

function toNumber(field: Peeled, value: unknown): number {
  const given = isRepeated(value) ? value.last : value;
  const { integer: wantsInteger, minimum, maximum } = limitsOf(field.schema);
  const pattern = wantsInteger ? /^\s*[+-]?\d+\s*$/ : /^\s*[+-]?\d+(\.\d+)?\s*$/;
  const says = field.hints.says ?? 'is invalid';
  if (typeof given === 'string' && !pattern.test(given)) throw problem(says);
  if (typeof given !== 'string' && typeof given !== 'number') throw problem(says);
  const number = Number(given);
  if (!Number.isFinite(number) || (wantsInteger && !Number.isSafeInteger(number))) {
    throw problem(says);
  }
  if (number === field.hints.except) throw problem('has a value not allowed');
  if (number < minimum || number > maximum) throw problem('does not have a valid value');
  return number;
}

function toBoolean(value: unknown): boolean {
  const given = isRepeated(value) ? value.last : value;
  if (typeof given === 'boolean') return given;
  const word = scalarText(given).toLowerCase();
  if (trueWords.has(word)) return true;
  if (falseWords.has(word)) return false;
  throw problem('is invalid');
}

function toText(field: Peeled, value: unknown, { name, problems }: Place): string {
  const text = scalarText(isRepeated(value) ? value.last : value);
  if (field.hints.filled && text.trim() === '') throw problem('is empty');
  const { minimum, maximum, patterns } = limitsOf(field.schema);
  const { format } = field.schema._zod.def as { format?: string };
  if (format === 'datetime') {
    const instant = instantOf(text);
    if (instant === undefined) throw problem('is invalid');
    return instant;
  }
  if (format === 'date') {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) {
      throw problem('is invalid');
    }
    return text;
  }
  const refuse = (reason: string) => {
    problems.model[name] = [...(problems.model[name] ?? []), reason];
  };
  const length = [...text].length;
  if (length > maximum) refuse(`is too long (maximum is ${maximum} characters)`);
  if (length < minimum) {
    refuse(
      text.trim() === '' ? "can't be blank" : `is too short (minimum is ${minimum} characters)`,
    );
  } else if (!patterns.every((pattern) => pattern.test(text))) {
    refuse('is invalid');
  }
  return text;
}

function toList(field: Peeled, given: unknown, place: Place): unknown[] {
  const inner = peel((field.schema._zod.def as z.core.$ZodArrayDef).element);
  const { comma, lines } = field.hints;
  const split = (text: string) =>
    text.split(lines ? /[,\n]/ : ',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const trimmed = (item: unknown) => (typeof item === 'string' ? item.trim() : item);
  let items: unknown[];
  if (isRepeated(given)) items = comma ? given.values.flatMap(split) : [...given.values];
  else if (Array.isArray(given)) {
    items = given.filter((item) => item !== null);
    if (lines) items = items.map(trimmed);
    if (inner.schema._zod.def.type !== 'object') items = items.filter((item) => item !== '');
    else items = items.flatMap(regroup);
  } else if (comma && (typeof given === 'string' || typeof given === 'number')) {
    items = split(String(given));
  } else throw problem(field.hints.says ?? 'is invalid');
  const { minimum, maximum } = limitsOf(field.schema);
  if (items.length < minimum) throw problem(items.length === 0 ? 'is empty' : 'is too short');
  if (items.length > maximum) throw problem(`is too long (maximum is ${maximum} entries)`);
  return items.map((item, at) => coerce(inner, item, { ...place, name: `${place.name}[${at}]` }));
}

/** `a[][k]=1&a[][v]=2` arrives as one hash of lists; callers mean a list of hashes. */
function regroup(item: unknown): unknown[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [item];
  const columns = Object.entries(item);
  if (columns.length === 0 || !columns.every(([, value]) => Array.isArray(value))) return [item];
  const lists = columns.map(([key, value]): [string, unknown[]] => [key, value as unknown[]]);
  const rows = Math.max(...lists.map(([, list]) => list.length));
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(lists.map(([key, list]) => [key, list[row]])),
  );
}

function toHash(given: unknown): Raw {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || isRepeated(given)) {
    throw problem('is invalid');
  }
  // Neither null nor a list: a plain object of the decoder's own making.
  return given as Raw;
}

function toUnion(field: Peeled, given: unknown, { name, problems }: Place): unknown {
  const { options } = field.schema._zod.def as z.core.$ZodUnionDef;
  const takesList = options.some((option) => option._zod.def.type === 'array');
  const value = isRepeated(given) ? given.last : takesList ? aloneIn(given) : given;
  if (field.hints.noneAny && typeof value === 'string') {
    const word = value.toLowerCase();
    if (word === 'none') return 'None';
    if (word === 'any') return 'Any';
  }
  // A number or boolean of JSON becomes text only where the union takes nothing else.
  const own = options.some((option) => peel(option).schema._zod.def.type === typeof value);
  for (const option of options) {
    if (own && peel(option).schema._zod.def.type === 'string' && typeof value !== 'string')
      continue;
    const attempt: Problems = { parameters: [], model: {} };
    try {
      const result = coerce(peel(option), given, { name, problems: attempt });
      if (attempt.parameters.length + Object.keys(attempt.model).length === 0) return result;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  problems.parameters.push(`${name} ${field.hints.says ?? 'is invalid'}`);
  return undefined;
}

/** Clients that make a list of every value send a word as a list of one. */
const aloneIn = (given: unknown): unknown =>
  Array.isArray(given) && given.length === 1 ? given[0] : given;
