import { type Condition, conditionOf, type Variables } from './expression.ts';
import { expand } from './expand.ts';
import { globOf } from './pattern.ts';
import {
  CiFileError,
  isList,
  isMapping,
  type List,
  type Mapping,
  textOf,
  textsOf,
  type Value,
} from './value.ts';

/** What rules may ask besides variables; asked only where a rule needs it. */
export interface RuleFacts {
  /** Paths that the push or merge request changes; undefined: counts as changed. */
  changed(): Promise<readonly string[] | undefined>;
  exists(): Promise<readonly string[]>;
}

export interface AppliedRule {
  readonly rule: Mapping;
}

const deepestList = 10;

/** Rules as one list: references put lists inside the list. */
export function rulesOf(value: Value): Mapping[] {
  const out: Mapping[] = [];
  const walk = (items: List, depth: number) => {
    if (depth > deepestList) throw new CiFileError('rules are nested too deep');
    for (const item of items) {
      if (isMapping(item)) out.push(item);
      else if (isList(item)) walk(item, depth + 1);
      else throw new CiFileError('rules should be an array containing hashes and arrays of hashes');
    }
  };
  if (!isList(value)) {
    throw new CiFileError('rules should be an array containing hashes and arrays of hashes');
  }
  walk(value, 0);
  return out;
}

/** The condition of an `if`; undefined where there is none. */
export function conditionIn(rule: Mapping): Condition | undefined {
  const text = rule.get('if');
  if (text === undefined || text === null) return undefined;
  const words = textOf(text);
  if (words === undefined) throw new CiFileError('rules:rule if should be a string');
  try {
    return conditionOf(words);
  } catch {
    throw new CiFileError('rules:rule if invalid expression syntax');
  }
}

/** The first rule that holds; undefined where none does. */
export async function appliedRule(
  rules: Value,
  variables: Variables,
  facts: RuleFacts,
): Promise<AppliedRule | undefined> {
  for (const rule of rulesOf(rules)) {
    if (await holds(rule, variables, facts)) return { rule };
  }
  return undefined;
}

async function holds(rule: Mapping, variables: Variables, facts: RuleFacts): Promise<boolean> {
  const condition = conditionIn(rule);
  if (condition !== undefined && !condition(variables)) return false;
  const changes = globsIn(rule.get('changes'), variables);
  if (changes !== undefined) {
    const changed = await facts.changed();
    if (changed !== undefined && !someMatch(changes, changed)) return false;
  }
  const exists = globsIn(rule.get('exists'), variables);
  return exists === undefined || someMatch(exists, await facts.exists());
}

function globsIn(value: Value | undefined, variables: Variables): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list = textsOf(isMapping(value) ? value.get('paths') : value);
  if (list === undefined) throw new CiFileError('rules:rule paths should be an array of strings');
  return list.map((glob) => expand(glob, variables));
}

/** Comparisons of patterns and paths that one rule may make; beyond them it counts as matching. */
const mostComparisons = 200_000;

/** Whether some path fits some pattern. */
export function someMatch(globs: readonly string[], paths: readonly string[]): boolean {
  if (globs.length * paths.length > mostComparisons) return true;
  return globs.some((glob) => {
    const plain = glob.replace(/^\//, '');
    if (!/[*?[\]{}\\]/.test(plain)) return paths.includes(plain);
    const matches = globOf(plain);
    return matches !== undefined && paths.some(matches);
  });
}
