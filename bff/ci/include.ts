import { expand } from './expand.ts';
import type { Variables } from './expression.ts';
import {
  contentOf,
  declaredInputs,
  type GivenInputs,
  givenInputs,
  interpolate,
  resolveInputs,
} from './inputs.ts';
import { deepMerge } from './merge.ts';
import { globOf } from './pattern.ts';
import { appliedRule, type RuleFacts } from './rules.ts';
import {
  type Budget,
  CiFileError,
  type CiLimits,
  isList,
  isMapping,
  type Mapping,
  textOf,
  type Value,
} from './value.ts';
import { parseYaml } from './yaml.ts';

/** Where files come from: the tree of one commit. */
export interface CiFiles {
  /** The text of a file; undefined where there is none. Too large ones are refused by the reader. */
  read(path: string): Promise<string | undefined>;
  /** Paths of all files. */
  list(): Promise<readonly string[]>;
}

export interface Reading {
  files: CiFiles;
  limits: CiLimits;
  budget: Budget;
  facts: RuleFacts;
  variables: Variables;
  /** What was found and not understood, for people. */
  warnings: string[];
  /** Files included so far. */
  included: number;
}

/** A file's content with its inputs put in and everything that it includes laid under it. */
export async function readFileWithIncludes(
  reading: Reading,
  file: { path: string; text: string },
  given: GivenInputs,
): Promise<Mapping> {
  return readOne(reading, { ...file, given, above: [] });
}

interface Opened {
  path: string;
  text: string;
  given: GivenInputs;
  /** Paths of the files that include this one. */
  above: readonly string[];
}

async function readOne(reading: Reading, opened: Opened): Promise<Mapping> {
  const documents = parseYaml(opened.text, reading.limits);
  const inputs = resolveOf(documents, opened);
  const raw = contentOf(documents);
  const content = declaredInputs(documents) ? interpolate(raw, inputs, reading.budget) : raw;
  if (!isMapping(content)) {
    if (content === null && opened.above.length > 0) return new Map();
    throw new CiFileError('Invalid configuration format');
  }
  reading.budget.pay(reading.budget.weigh(content));
  const own = new Map(content);
  own.delete('include');
  let merged: Mapping = new Map<string, Value>();
  for (const entry of entriesOf(content.get('include'))) {
    for (const inner of await readEntry(reading, opened, entry)) {
      merged = deepMerge(merged, inner, reading.budget);
    }
  }
  return deepMerge(merged, own, reading.budget);
}

/** Wrong inputs of an included file are a fault of the file that includes it. */
function resolveOf(documents: readonly Value[], opened: Opened): GivenInputs {
  try {
    return resolveInputs(declaredInputs(documents), opened.given);
  } catch (error) {
    if (error instanceof CiFileError && opened.above.length > 0) {
      throw new CiFileError(error.messages.map((text) => `\`${opened.path}\`: ${text}`));
    }
    throw error;
  }
}

function entriesOf(include: Value | undefined): readonly Value[] {
  if (include === undefined || include === null) return [];
  return isList(include) ? include : [include];
}

const otherKinds = ['remote', 'template', 'project', 'component', 'artifact'] as const;

async function readEntry(reading: Reading, by: Opened, entry: Value): Promise<Mapping[]> {
  const options = isMapping(entry) ? entry : new Map<string, Value>([['local', entry]]);
  const other = otherKinds.find((kind) => options.has(kind));
  const local = textOf(options.get('local'));
  if (other !== undefined || (local !== undefined && /^https?:\/\//.test(local))) {
    reading.warnings.push(`include:${other ?? 'remote'} is not read: only local files are.`);
    return [];
  }
  if (local === undefined) throw new CiFileError('Include config should be a hash or a string');
  const rules = options.get('rules');
  if (rules !== undefined) {
    const applied = await appliedRule(rules, reading.variables, reading.facts);
    if (applied === undefined || textOf(applied.rule.get('when')) === 'never') return [];
  }
  const wanted = expand(local, reading.variables).replace(/^\/+/, '');
  const found: Mapping[] = [];
  for (const path of await pathsOf(reading, wanted)) {
    found.push(
      await readIncluded(reading, by, { path, given: givenInputs(options.get('inputs')) }),
    );
  }
  return found;
}

async function pathsOf(reading: Reading, wanted: string): Promise<string[]> {
  if (!wanted.includes('*')) return [wanted];
  const matches = globOf(wanted);
  if (matches === undefined) throw new CiFileError(`Local file \`${wanted}\` does not exist!`);
  const all = await reading.files.list();
  return all.filter((path) => /\.ya?ml$/.test(path) && matches(path));
}

async function readIncluded(
  reading: Reading,
  by: Opened,
  wanted: { path: string; given: GivenInputs },
): Promise<Mapping> {
  const { path, given } = wanted;
  const above = [...by.above, by.path];
  if (above.includes(path)) {
    throw new CiFileError(
      `Included file \`${path}\` includes itself: ${[...above, path].join(' → ')}`,
    );
  }
  reading.included += 1;
  if (reading.included > reading.limits.includes) {
    throw new CiFileError(`Maximum of ${reading.limits.includes} nested includes are allowed!`);
  }
  if (!/\.ya?ml$/.test(path)) {
    throw new CiFileError(`Included file \`${path}\` does not have YAML extension!`);
  }
  const text = await reading.files.read(path);
  if (text === undefined) throw new CiFileError(`Local file \`${path}\` does not exist!`);
  if (text.trim() === '') throw new CiFileError(`Local file \`${path}\` is empty!`);
  return readOne(reading, { path, text, given, above });
}
