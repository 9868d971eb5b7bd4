import { readCiFile } from './config.ts';
import { type InputValue, valueOfJson } from './inputs.ts';
import type { RefFacts } from './only-except.ts';
import { type NoPlan, type Plan, planPipeline } from './plan.ts';
import { CiFileError, type CiLimits } from './value.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** All that is known before the file is read; plain data, so that a thread can be handed it. */
export interface PlanTask {
  path: string;
  text: string;
  inputs: Readonly<Record<string, InputValue>>;
  limits: CiLimits;
  ref: RefFacts;
  predefined: Pairs;
  given: Pairs;
}

/** What is asked for while the file is read. */
export interface PlanSources {
  read(path: string): Promise<string | undefined>;
  list(): Promise<readonly string[]>;
  changed(): Promise<readonly string[] | undefined>;
}

export type PlanAnswer =
  | { outcome: 'planned'; plan: Plan; warnings: readonly string[] }
  | { outcome: 'none'; reason: NoPlan }
  | { outcome: 'fault'; kind: 'yaml' | 'inputs'; messages: readonly string[] };

/** Reads a CI file and plans its pipeline in this thread; faults of the file are an answer. */
export async function planHere(task: PlanTask, sources: PlanSources): Promise<PlanAnswer> {
  const facts = once({ changed: () => sources.changed(), exists: () => sources.list() });
  const predefined = new Map(task.predefined);
  const given = new Map(task.given);
  try {
    const config = await readCiFile({
      path: task.path,
      text: task.text,
      files: { read: (path) => sources.read(path), list: facts.exists },
      inputs: new Map(Object.entries(task.inputs).map(([key, value]) => [key, valueOfJson(value)])),
      limits: task.limits,
      variables: new Map([...predefined, ...given]),
      facts,
    });
    const plan = await planPipeline(config, { ref: task.ref, facts, predefined, given });
    if ('refusal' in plan) return { outcome: 'none', reason: plan };
    return { outcome: 'planned', plan, warnings: config.warnings };
  } catch (error) {
    if (error instanceof CiFileError) {
      return { outcome: 'fault', kind: error.kind, messages: error.messages };
    }
    throw error;
  }
}

/** Each is asked once, however many rules need it. */
function once<T extends Record<string, () => Promise<unknown>>>(asks: T): T {
  const answers = new Map<string, Promise<unknown>>();
  const kept = Object.entries(asks).map(([name, ask]) => [
    name,
    () => {
      const known = answers.get(name) ?? ask();
      answers.set(name, known);
      return known;
    },
  ]);
  // The same names with functions of the same type.
  return Object.fromEntries(kept) as T;
}
