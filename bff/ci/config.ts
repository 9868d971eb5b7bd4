import type { GivenInputs } from './inputs.ts';
import { type CiFiles, type Reading, readFileWithIncludes } from './include.ts';
import { globalKeywords, type JobConfig, jobOf, variablesOf } from './job.ts';
import { inOrder } from './needs.ts';
import { resolveExtends, resolveReferences } from './merge.ts';
import type { RuleFacts } from './rules.ts';
import type { Variables } from './expression.ts';
import {
  Budget,
  CiFileError,
  type CiLimits,
  isList,
  isMapping,
  type Mapping,
  textOf,
  textsOf,
  type Value,
} from './value.ts';

/** A whole configuration: what a project's CI file and all that it includes say. */
export interface CiConfig {
  /** With `.pre` and `.post` at the ends. */
  readonly stages: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  readonly workflow: { rules: Value | undefined; name: string | undefined };
  /** Hidden ones left out, what they extend laid under them, in the order of the file. */
  readonly jobs: readonly JobConfig[];
  readonly warnings: readonly string[];
}

export interface CiFileRequest {
  path: string;
  text: string;
  files: CiFiles;
  inputs: GivenInputs;
  limits: CiLimits;
  /** For `include` with variables or rules. */
  variables: Variables;
  facts: RuleFacts;
}

const defaultStages = ['build', 'test', 'deploy'];

/** Reads a CI file; throws `CiFileError` with the first fault, or several of one kind. */
export async function readCiFile(request: CiFileRequest): Promise<CiConfig> {
  const reading: Reading = {
    ...request,
    budget: new Budget(request.limits.totalBytes),
    warnings: [],
    included: 0,
  };
  const merged = await readFileWithIncludes(reading, request, request.inputs);
  const referred = resolveReferences(merged, reading.budget);
  const whole = resolveExtends(referred, reading.budget);
  const stages = stagesOf(whole.get('stages') ?? whole.get('types'));
  const workflow = isMapping(whole.get('workflow')) ? whole.get('workflow') : undefined;
  const jobs = jobsOf(whole);
  checkStages(jobs, stages);
  checkNeeds(jobs, stages);
  return {
    stages,
    variables: variablesOf(whole.get('variables')),
    workflow: {
      rules: isMapping(workflow) ? (workflow.get('rules') ?? undefined) : undefined,
      name: isMapping(workflow) ? textOf(workflow.get('name')) : undefined,
    },
    jobs,
    warnings: reading.warnings,
  };
}

function stagesOf(value: Value | undefined): string[] {
  if (value === undefined || value === null) return ['.pre', ...defaultStages, '.post'];
  const stages = isList(value) ? textsOf(value) : undefined;
  if (stages === undefined) throw new CiFileError('stages config should be an array of strings');
  const own = [...new Set(stages)].filter((stage) => stage !== '.pre' && stage !== '.post');
  return ['.pre', ...own, '.post'];
}

function jobsOf(whole: Mapping): JobConfig[] {
  const shared = whole.get('default');
  const defaults = isMapping(shared) ? shared : new Map<string, Value>();
  const jobs: JobConfig[] = [];
  for (const [name, entry] of whole) {
    if (name.startsWith('.') || globalKeywords.has(name)) continue;
    jobs.push(jobOf(name, entry, defaults));
  }
  if (jobs.length === 0) {
    throw new CiFileError('jobs config should contain at least one visible job');
  }
  return jobs;
}

function checkStages(jobs: readonly JobConfig[], stages: readonly string[]): void {
  const known = new Set(stages);
  const problems = jobs
    .filter((job) => !known.has(job.stage))
    .map(
      (job) =>
        `${job.name} job: chosen stage ${job.stage} does not exist; available stages are ${stages.join(', ')}`,
    );
  if (problems.length > 0) throw new CiFileError(problems);
}

function checkNeeds(jobs: readonly JobConfig[], stages: readonly string[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const place = new Map(stages.map((stage, index) => [stage, index]));
  for (const job of jobs) {
    for (const need of job.needs ?? []) {
      const needed = byName.get(need.job);
      if (needed === undefined && need.optional) continue;
      const later =
        needed !== undefined && (place.get(needed.stage) ?? 0) > (place.get(job.stage) ?? 0);
      if (needed === undefined || later) {
        throw new CiFileError(
          `${job.name} job: need ${need.job} is not defined in current or prior stages`,
        );
      }
    }
  }
  const names = new Map(jobs.map((job) => [job.name, (job.needs ?? []).map((need) => need.job)]));
  if (inOrder(names).size < jobs.length) {
    throw new CiFileError('The pipeline has circular dependencies in needs');
  }
}
