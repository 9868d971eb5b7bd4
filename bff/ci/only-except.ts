import { conditionOf, type Variables } from './expression.ts';
import { patternOf } from './pattern.ts';
import { type RuleFacts, someMatch } from './rules.ts';
import { CiFileError, isMapping, textsOf, type Value } from './value.ts';

/** What a pipeline is made for, as `only` and `except` ask. */
export interface RefFacts {
  /** Short name of branch or tag. */
  ref: string;
  tag: boolean;
  /** The source as CI files name it: `push`, `schedule`, `merge_request_event`, … */
  source: string;
  projectPath: string;
}

/** Words of `only` and `except` with the source that each stands for. */
const sourceWords: Readonly<Record<string, string>> = {
  api: 'api',
  chat: 'chat',
  external: 'external',
  external_pull_requests: 'external_pull_request_event',
  merge_requests: 'merge_request_event',
  pipelines: 'pipeline',
  pushes: 'push',
  schedules: 'schedule',
  triggers: 'trigger',
  web: 'web',
};

interface Policy {
  refs: readonly string[] | undefined;
  variables: readonly string[] | undefined;
  changes: readonly string[] | undefined;
}

/** What a policy says; throws where it is malformed. */
export function policyOf(value: Value): Policy {
  if (!isMapping(value)) {
    const refs = textsOf(value);
    if (refs === undefined) throw new CiFileError('only and except should be lists or hashes');
    return { refs, variables: undefined, changes: undefined };
  }
  const texts = (name: string) => {
    const part = value.get(name);
    if (part === undefined || part === null) return undefined;
    const list = textsOf(part);
    if (list === undefined) throw new CiFileError(`${name} should be a list of strings`);
    return list;
  };
  return { refs: texts('refs'), variables: texts('variables'), changes: texts('changes') };
}

interface Situation {
  ref: RefFacts;
  variables: Variables;
  facts: RuleFacts;
}

/** Jobs without `only`, `except` and `rules` run for branches and tags. */
const defaultOnly: Value = ['branches', 'tags'];

/** Does a job with these policies belong to this pipeline? */
export async function isIncluded(
  policies: { only: Value | undefined; except: Value | undefined },
  situation: Situation,
): Promise<boolean> {
  const only = policyOf(policies.only ?? defaultOnly);
  const verdicts = await verdictsOf(only, situation);
  if (verdicts.some((verdict) => !verdict)) return false;
  if (policies.except === undefined) return true;
  return !(await verdictsOf(policyOf(policies.except), situation)).some(Boolean);
}

async function verdictsOf(policy: Policy, situation: Situation): Promise<boolean[]> {
  const { ref, variables, facts } = situation;
  const verdicts: boolean[] = [];
  if (policy.refs !== undefined) verdicts.push(policy.refs.some((word) => fits(word, ref)));
  if (policy.variables !== undefined) {
    verdicts.push(policy.variables.some((text) => conditionOf(text)(variables)));
  }
  if (policy.changes !== undefined) {
    const changed = await facts.changed();
    verdicts.push(changed === undefined || someMatch(policy.changes, changed));
  }
  return verdicts;
}

/** `branches`, a source, a name, `/pattern/`; each may end in `@group/project`. */
function fits(text: string, facts: RefFacts): boolean {
  const at = text.startsWith('/') ? text.indexOf('@', text.lastIndexOf('/')) : text.indexOf('@');
  if (at !== -1 && text.slice(at + 1) !== facts.projectPath) return false;
  const word = at === -1 ? text : text.slice(0, at);
  const ofMergeRequest = facts.source === 'merge_request_event';
  if (word === 'branches') return !facts.tag && !ofMergeRequest;
  if (word === 'tags') return facts.tag;
  const source = sourceWords[word];
  if (source !== undefined && Object.hasOwn(sourceWords, word)) return facts.source === source;
  if (word.startsWith('/')) {
    const matches = patternOf(word);
    if (matches === undefined) throw new CiFileError(`${word} is not a valid regular expression`);
    return matches(facts.ref);
  }
  return word === facts.ref;
}
