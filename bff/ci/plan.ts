import type { CiConfig } from './config.ts';
import { expand } from './expand.ts';
import { layered, type Variables } from './expression.ts';
import {
  allowFailureOf,
  type JobConfig,
  secondsOf,
  variablesOf,
  type When,
  whenOf,
} from './job.ts';
import { inOrder } from './needs.ts';
import { isIncluded, type RefFacts } from './only-except.ts';
import { appliedRule, type RuleFacts } from './rules.ts';
import { isMapping, type Mapping, textOf, type Value } from './value.ts';

export interface Situation {
  ref: RefFacts;
  facts: RuleFacts;
  /** Variables of the server, the project and the commit. */
  predefined: Variables;
  /** Variables that the pipeline was asked for with; they win over the file's. */
  given: Variables;
}

/** One job that a pipeline gets. */
export interface PlannedJob {
  name: string;
  stage: string;
  stageIndex: number;
  when: Exclude<When, 'never'>;
  allowFailure: boolean;
  /** Names of jobs to wait for; undefined: those of the stages before. */
  needs: string[] | undefined;
  /** Seconds to wait with `when: delayed`. */
  startIn: number | undefined;
  environment: { name: string; action: string; url: string | undefined } | undefined;
  tags: string[];
}

export interface Plan {
  name: string | undefined;
  jobs: PlannedJob[];
}

/** Why the file makes no pipeline here, though nothing is wrong with it. */
export type NoPlan = { refusal: 'workflow' | 'empty' } | { refusal: 'needs'; text: string };

/** Which jobs of a configuration a pipeline gets. */
export async function planPipeline(config: CiConfig, situation: Situation): Promise<Plan | NoPlan> {
  const { given, predefined } = situation;
  const shared = layered(given, config.variables, predefined);
  const workflow = await workflowOf(config, shared, situation);
  if (workflow === undefined) return { refusal: 'workflow' };
  const jobs: PlannedJob[] = [];
  for (const job of config.jobs) {
    const variables = layered(given, job.variables, workflow.variables, shared);
    const planned = await planJob(job, { config, situation, variables });
    if (planned !== undefined) jobs.push(planned);
  }
  if (!jobs.some((job) => job.stage !== '.pre' && job.stage !== '.post')) {
    return { refusal: 'empty' };
  }
  const missing = missingNeed(config, jobs);
  if (missing !== undefined) return { refusal: 'needs', text: missing };
  return { name: workflow.name, jobs };
}

async function workflowOf(config: CiConfig, variables: Variables, situation: Situation) {
  const { rules, name } = config.workflow;
  const named = (more: ReadonlyMap<string, string>) => ({
    variables: more,
    name: name === undefined ? undefined : expand(name, layered(situation.given, more, variables)),
  });
  if (rules === undefined) return named(new Map());
  const applied = await appliedRule(rules, variables, situation.facts);
  if (applied === undefined || whenOf(applied.rule.get('when')) === 'never') return undefined;
  return named(variablesOf(applied.rule.get('variables')));
}

interface Asked {
  config: CiConfig;
  situation: Situation;
  variables: Variables;
}

async function planJob(job: JobConfig, asked: Asked): Promise<PlannedJob | undefined> {
  const { config, situation, variables } = asked;
  let rule: Mapping = new Map<string, Value>();
  if (job.rules !== undefined) {
    const applied = await appliedRule(job.rules, variables, situation.facts);
    if (applied === undefined) return undefined;
    rule = applied.rule;
  } else if (job.only !== undefined || job.except !== undefined || !config.workflow.rules) {
    const { only, except } = job;
    const { ref, facts } = situation;
    if (!(await isIncluded({ only, except }, { ref, variables, facts }))) return undefined;
  }
  const when = whenOf(rule.get('when')) ?? job.when ?? 'on_success';
  if (when === 'never') return undefined;
  const last = layered(situation.given, variablesOf(rule.get('variables')), variables);
  const { environment } = job;
  return {
    name: job.name,
    stage: job.stage,
    stageIndex: config.stages.indexOf(job.stage),
    when,
    allowFailure: mayFail(job, rule, when),
    needs: needsIn(rule) ?? job.needs?.map((need) => need.job) ?? undefined,
    startIn: when === 'delayed' ? (secondsOf(rule.get('start_in')) ?? job.startIn ?? 0) : undefined,
    environment:
      environment === undefined
        ? undefined
        : { ...environment, name: expand(environment.name, last) },
    tags: job.tags.map((tag) => expand(tag, last)),
  };
}

/** A manual job outside of rules may fail unless it says otherwise: nothing waits for it. */
function mayFail(job: JobConfig, rule: Mapping, when: When): boolean {
  const said = allowFailureOf(rule.get('allow_failure')) ?? job.allowFailure;
  return said ?? (when === 'manual' && job.rules === undefined);
}

function needsIn(rule: Mapping): string[] | undefined {
  const needs = rule.get('needs');
  if (!Array.isArray(needs)) return undefined;
  // `isArray` forgets the element type of a readonly list.
  return (needs as readonly Value[]).flatMap(
    (need) => (isMapping(need) ? textOf(need.get('job')) : textOf(need)) ?? [],
  );
}

/** A job that needs one which the rules left out cannot ever run. */
function missingNeed(config: CiConfig, jobs: readonly PlannedJob[]): string | undefined {
  const there = new Set(jobs.map((job) => job.name));
  const optional = new Map(
    config.jobs.map((job) => [
      job.name,
      new Set((job.needs ?? []).filter((need) => need.optional).map((need) => need.job)),
    ]),
  );
  // Needs may come from a rule, so they are looked at once more.
  const needs = new Map(jobs.map((job) => [job.name, job.needs ?? []]));
  if (inOrder(needs).size < jobs.length) return 'The pipeline has circular dependencies in needs';
  for (const job of jobs) {
    for (const need of job.needs ?? []) {
      if (there.has(need) || optional.get(job.name)?.has(need)) continue;
      return `'${job.name}' job needs '${need}' job, but '${need}' does not exist in the pipeline. This might be because of the only, except, or rules keywords. To need a job that sometimes does not exist in the pipeline, use needs:optional.`;
    }
    if (job.needs !== undefined) job.needs = job.needs.filter((need) => there.has(need));
  }
  return undefined;
}
