import { conditionOf } from './expression.ts';
import { policyOf } from './only-except.ts';
import { conditionIn, rulesOf } from './rules.ts';
import {
  CiFileError,
  isList,
  isMapping,
  type Mapping,
  textOf,
  textsOf,
  type Value,
} from './value.ts';

export const whens = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never'] as const;
export type When = (typeof whens)[number];

export interface Need {
  readonly job: string;
  readonly optional: boolean;
}

/** A job as the file says, before it is asked whether a pipeline has it. */
export interface JobConfig {
  readonly name: string;
  readonly stage: string;
  readonly when: When | undefined;
  readonly allowFailure: boolean | undefined;
  /** Undefined: waits for the stages before it. */
  readonly needs: readonly Need[] | undefined;
  readonly startIn: number | undefined;
  readonly environment: { name: string; action: string; url: string | undefined } | undefined;
  readonly tags: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  readonly rules: Value | undefined;
  readonly only: Value | undefined;
  readonly except: Value | undefined;
  /** Everything that the file says of it, for keywords that are kept and not read. */
  readonly raw: Mapping;
}

/** Top-level names that are no jobs. */
export const globalKeywords: ReadonlySet<string> = new Set([
  'after_script',
  'before_script',
  'cache',
  'default',
  'image',
  'include',
  'services',
  'spec',
  'stages',
  'types',
  'variables',
  'workflow',
]);

const longestName = 255;

/** Reads one job; every fault is named with the job. */
export function jobOf(name: string, entry: Value, defaults: Mapping): JobConfig {
  const fail = (text: string) => new CiFileError(`jobs:${name} ${text}`);
  if (!isMapping(entry))
    throw fail('config should implement the script:, run:, or trigger: keyword');
  const raw = inherit(entry, defaults);
  if (name.length > longestName)
    throw new CiFileError(`jobs name is too long (maximum is ${longestName} characters)`);
  if (!['script', 'run', 'trigger'].some((keyword) => present(raw.get(keyword)))) {
    throw fail('config should implement the script:, run:, or trigger: keyword');
  }
  const rules = raw.get('rules') ?? undefined;
  const only = raw.get('only') ?? undefined;
  const except = raw.get('except') ?? undefined;
  if (rules !== undefined && (only !== undefined || except !== undefined)) {
    throw fail('config key may not be used with `rules`: only, except');
  }
  try {
    if (rules !== undefined) checkRules(rules);
    for (const policy of [only, except]) if (policy !== undefined) checkPolicy(policy);
    return {
      name,
      stage: stageOf(raw),
      when: whenOf(raw.get('when')),
      allowFailure: allowFailureOf(raw.get('allow_failure')),
      needs: needsOf(raw.get('needs')),
      startIn: secondsOf(raw.get('start_in')),
      environment: environmentOf(raw.get('environment')),
      tags: textsOf(raw.get('tags')) ?? [],
      variables: variablesOf(raw.get('variables')),
      rules,
      only,
      except,
      raw,
    };
  } catch (error) {
    if (!(error instanceof CiFileError)) throw error;
    throw new CiFileError(error.messages.map((text) => `jobs:${name}:${text}`));
  }
}

const present = (value: Value | undefined) => value !== undefined && value !== null;

/** Keywords of `default`, where the job has not its own and does not refuse them. */
function inherit(entry: Mapping, defaults: Mapping): Mapping {
  const wish = isMapping(entry.get('inherit')) ? entry.get('inherit') : undefined;
  const which = isMapping(wish) ? wish.get('default') : undefined;
  if (which === false) return entry;
  const names = isList(which) ? which : undefined;
  const raw = new Map(entry);
  for (const [keyword, value] of defaults) {
    if (!raw.has(keyword) && (names === undefined || names.includes(keyword))) {
      raw.set(keyword, value);
    }
  }
  return raw;
}

function stageOf(raw: Mapping): string {
  const stage = raw.get('stage') ?? 'test';
  if (typeof stage !== 'string') throw new CiFileError('stage config should be a string');
  return stage;
}

/** The word of a `when`; undefined where there is none. */
export function whenOf(value: Value | undefined): When | undefined {
  if (!present(value)) return undefined;
  const when = whens.find((word) => word === value);
  if (when === undefined) throw new CiFileError(`when should be one of: ${whens.join(', ')}`);
  return when;
}

/** Exit codes cannot be told from outside: with them a job counts as one that may not fail. */
export function allowFailureOf(value: Value | undefined): boolean | undefined {
  if (!present(value)) return undefined;
  if (typeof value === 'boolean') return value;
  if (isMapping(value) && value.has('exit_codes')) return false;
  throw new CiFileError('allow_failure should be a boolean or a hash');
}

function needsOf(value: Value | undefined): Need[] | undefined {
  if (!present(value)) return undefined;
  const list = isList(value) ? value : [value ?? null];
  return list.flatMap((item) => {
    if (typeof item === 'string') return [{ job: item, optional: false }];
    const job = isMapping(item) ? textOf(item.get('job')) : undefined;
    if (isMapping(item) && job !== undefined) {
      // Jobs of other pipelines and projects are not waited for.
      const foreign = item.has('pipeline') || item.has('project');
      return foreign ? [] : [{ job, optional: item.get('optional') === true }];
    }
    if (isMapping(item) && (item.has('pipeline') || item.has('project'))) return [];
    throw new CiFileError('needs config has an unsupported type');
  });
}

const units: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  s: 1,
  minute: 60,
  min: 60,
  m: 60,
  hour: 3600,
  hr: 3600,
  h: 3600,
  day: 86_400,
  d: 86_400,
  week: 604_800,
  wk: 604_800,
  w: 604_800,
};

/** `30 minutes`, `1 day 2 hours`, `90`: seconds; undefined where there is none. */
export function secondsOf(value: Value | undefined): number | undefined {
  if (!present(value)) return undefined;
  const text = (textOf(value) ?? '').trim().toLowerCase();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  let sum = 0;
  const rest = text.replaceAll(
    /(\d{1,6})\s*([a-z]{1,10}?)s?(?=[\s\d,]|$)/g,
    (whole, count, unit) => {
      const seconds = units[String(unit) || 's'];
      if (seconds === undefined) return whole;
      sum += Number(count) * seconds;
      return '';
    },
  );
  if (sum === 0 || /[^\s,]/.test(rest.replaceAll('and', ''))) {
    throw new CiFileError('start_in should be a duration');
  }
  return sum;
}

function environmentOf(value: Value | undefined): JobConfig['environment'] {
  if (!present(value)) return undefined;
  const name = isMapping(value) ? textOf(value.get('name')) : textOf(value);
  if (name === undefined) throw new CiFileError('environment name should be a string');
  const hash = isMapping(value) ? value : new Map<string, Value>();
  return { name, action: textOf(hash.get('action')) ?? 'start', url: textOf(hash.get('url')) };
}

/** `variables` with plain values or hashes that hold `value`. */
export function variablesOf(value: Value | undefined): Map<string, string> {
  const out = new Map<string, string>();
  if (!present(value)) return out;
  if (!isMapping(value)) {
    throw new CiFileError('variables config should be a hash of key value pairs');
  }
  for (const [name, item] of value) {
    const text = isMapping(item) ? (textOf(item.get('value')) ?? '') : textOf(item);
    if (text === undefined && item !== null) {
      throw new CiFileError('variables config should be a hash of key value pairs');
    }
    out.set(name, text ?? '');
  }
  return out;
}

function checkRules(rules: Value): void {
  for (const rule of rulesOf(rules)) {
    conditionIn(rule);
    whenOf(rule.get('when'));
    allowFailureOf(rule.get('allow_failure'));
    variablesOf(rule.get('variables'));
  }
}

function checkPolicy(policy: Value): void {
  for (const text of policyOf(policy).variables ?? []) conditionOf(text);
}
