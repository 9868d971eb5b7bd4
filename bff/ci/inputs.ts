import { matcherOf } from './pattern.ts';
import {
  type Budget,
  CiFileError,
  isList,
  isMapping,
  type Mapping,
  textOf,
  type Value,
} from './value.ts';

/** What a caller gives for an input: JSON, or text that stands for it (forms have nothing else). */
export type InputValue = string | number | boolean | null | readonly InputValue[];
export type GivenInputs = ReadonlyMap<string, Value>;

const types = ['string', 'number', 'boolean', 'array'] as const;
type InputType = (typeof types)[number];

/** JSON as a value; objects inside lists are kept as hashes. */
export function valueOfJson(json: unknown): Value {
  if (Array.isArray(json)) return json.map(valueOfJson);
  if (typeof json === 'object' && json !== null) {
    return new Map(Object.entries(json).map(([key, item]) => [key, valueOfJson(item)]));
  }
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean')
    return json;
  return null;
}

/** The inputs that the header of a file declares; undefined where the file has no header. */
export function declaredInputs(documents: readonly Value[]): Mapping | undefined {
  const [first] = documents;
  if (documents.length < 2 || !isMapping(first) || !first.has('spec')) return undefined;
  const spec = first.get('spec');
  if (spec === null || spec === undefined) return new Map();
  if (!isMapping(spec)) throw new CiFileError('header:spec config should be a hash');
  const inputs = spec.get('inputs') ?? new Map<string, Value>();
  if (!isMapping(inputs)) throw new CiFileError('header:spec:inputs config should be a hash');
  return inputs;
}

/** What each declared input is worth: as given, or its default; all faults in one error. */
export function resolveInputs(declared: Mapping | undefined, given: GivenInputs): GivenInputs {
  const problems: string[] = [];
  const known = declared ?? new Map<string, Value>();
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    problems.push(
      `Given inputs not defined in the \`spec\` section of the included configuration file: ${unknown.join(', ')}`,
    );
  }
  const resolved = new Map<string, Value>();
  for (const [name, spec] of known) {
    const rules = isMapping(spec) ? spec : new Map<string, Value>();
    const type = typeOf(name, rules);
    if (!given.has(name) && !rules.has('default')) {
      problems.push(`\`${name}\` input: required value has not been provided`);
      continue;
    }
    const value = given.has(name)
      ? read(type, given.get(name) ?? null)
      : (rules.get('default') ?? null);
    const problem = problemOf(type, value, rules);
    if (problem === undefined) resolved.set(name, value);
    else problems.push(`\`${name}\` input: ${given.has(name) ? 'provided' : 'default'} ${problem}`);
  }
  if (problems.length > 0) throw new CiFileError(problems, 'inputs');
  return resolved;
}

function typeOf(name: string, rules: Mapping): InputType {
  const text = rules.get('type') ?? 'string';
  const type = types.find((candidate) => candidate === text);
  if (type !== undefined) return type;
  throw new CiFileError(`header:spec:inputs:${name} input type unknown value: ${textOf(text)}`);
}

/** Text that stands for a number, a boolean or a list is taken as that. */
function read(type: InputType, value: Value): Value {
  if (type === 'string' || typeof value !== 'string') return value;
  try {
    return valueOfJson(JSON.parse(value));
  } catch {
    return value;
  }
}

function problemOf(type: InputType, value: Value, rules: Mapping): string | undefined {
  const fits = type === 'array' ? isList(value) : typeof value === type;
  if (!fits) return `value is not ${type === 'array' ? 'an array' : `a ${type}`}`;
  const options = rules.get('options');
  if (isList(options) && !options.includes(value)) {
    return `value \`${textOf(value) ?? ''}\` cannot be used because it is not in the list of allowed options`;
  }
  const regex = textOf(rules.get('regex'));
  if (regex !== undefined && typeof value === 'string') {
    const matches = matcherOf(/^\/.*\/$/s.test(regex) ? regex.slice(1, -1) : regex);
    if (matches === undefined) throw new CiFileError(`invalid regular expression: ${regex}`);
    if (!matches(value)) return 'value does not match required RegEx pattern';
  }
  return undefined;
}

const block = /\$\[\[([^\]]{0,1024})\]\]/g;

/** Puts inputs where `$[[ inputs.name ]]` stands; a text that is nothing else takes their type. */
export function interpolate(value: Value, inputs: GivenInputs, budget: Budget): Value {
  if (typeof value === 'string') return interpolateText(value, inputs, budget);
  if (isList(value)) return value.map((item) => interpolate(item, inputs, budget));
  if (!isMapping(value)) return value;
  return new Map(
    [...value].map(([key, item]) => [
      textOf(interpolateText(key, inputs, budget)) ?? key,
      interpolate(item, inputs, budget),
    ]),
  );
}

function interpolateText(text: string, inputs: GivenInputs, budget: Budget): Value {
  budget.pay(40);
  if (!text.includes('$[[')) return text;
  const whole = /^\s*\$\[\[([^\]]{0,1024})\]\]\s*$/.exec(text)?.[1];
  if (whole !== undefined) return evaluate(whole, inputs);
  return text.replaceAll(block, (_, access: string) => {
    const value = evaluate(access, inputs);
    const piece = textOf(value) ?? JSON.stringify(jsonOf(value));
    budget.pay(piece.length);
    return piece;
  });
}

function jsonOf(value: Value): unknown {
  if (isList(value)) return value.map(jsonOf);
  return isMapping(value)
    ? Object.fromEntries([...value].map(([key, item]) => [key, jsonOf(item)]))
    : value;
}

/** `inputs.name | truncate(0, 8)` */
function evaluate(access: string, inputs: GivenInputs): Value {
  const [path = '', ...calls] = access.split('|').map((part) => part.trim());
  const name = /^inputs\.([\w-]+)$/.exec(path)?.[1];
  if (name === undefined || !inputs.has(name)) {
    throw new CiFileError(`unknown interpolation key: \`${name ?? path}\``);
  }
  return calls.reduce<Value>(call, inputs.get(name) ?? null);
}

function call(value: Value, text: string): Value {
  const cut = /^truncate\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)$/.exec(text);
  const given = textOf(value);
  if (given === undefined) throw new CiFileError(`invalid input type for \`${text}\``);
  if (cut) {
    const start = Number(cut[1]);
    return [...given].slice(start, start + Number(cut[2])).join('');
  }
  if (text === 'posix_escape') return given.replace(/[^\w@%+=:,./-]/g, (sign) => `\\${sign}`);
  // Variables are known only where jobs are made; the text keeps their names.
  if (text === 'expand_vars') return given;
  throw new CiFileError(`no function matching \`${text}\``);
}

/** The documents of a file without its header. */
export function contentOf(documents: readonly Value[]): Value {
  return documents.length > 1 && declaredInputs(documents) !== undefined
    ? (documents[1] ?? null)
    : (documents[0] ?? null);
}

/** Inputs of an `include` entry. */
export const givenInputs = (value: Value | undefined): GivenInputs =>
  isMapping(value) ? value : new Map<string, Value>();
