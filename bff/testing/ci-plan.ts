import { readCiFile } from '../ci/config.ts';
import { type InputValue, valueOfJson } from '../ci/inputs.ts';
import { type NoPlan, type Plan, planPipeline } from '../ci/plan.ts';
import { CiFileError, defaultCiLimits, isMapping } from '../ci/value.ts';

/** What a pipeline is made for; a push of `main` unless it says otherwise. */
export interface Asked {
  files?: Record<string, string>;
  inputs?: Record<string, InputValue>;
  source?: string;
  ref?: string;
  tag?: boolean;
  given?: Record<string, string>;
  changed?: string[];
}

/** What a CI file gives; throws its fault. */
export async function plan(text: string, asked: Asked = {}): Promise<Plan | NoPlan> {
  const { files = {}, source = 'push', ref = 'main', tag = false, changed } = asked;
  const facts = {
    changed: () => Promise.resolve(changed),
    exists: () => Promise.resolve(Object.keys(files)),
  };
  const given = new Map(Object.entries(asked.given ?? {}));
  const predefined = new Map([
    ['CI_PIPELINE_SOURCE', source],
    [tag ? 'CI_COMMIT_TAG' : 'CI_COMMIT_BRANCH', ref],
    ['CI_COMMIT_REF_NAME', ref],
  ]);
  const inputs = valueOfJson(asked.inputs ?? {});
  const config = await readCiFile({
    path: '.gitlab-ci.yml',
    text,
    files: {
      read: (path) => Promise.resolve(files[path]),
      list: () => Promise.resolve(Object.keys(files)),
    },
    inputs: isMapping(inputs) ? inputs : new Map(),
    limits: defaultCiLimits,
    variables: predefined,
    facts,
  });
  const facing = { ref, tag, source, projectPath: 'harbour/crane' };
  return planPipeline(config, { ref: facing, facts, predefined, given });
}

/** `name` or `name:when` of each job, in order. */
export async function names(text: string, asked: Asked = {}): Promise<string[] | string> {
  const planned = await plan(text, asked);
  if ('refusal' in planned) return planned.refusal;
  return planned.jobs.map((job) =>
    job.when === 'on_success' ? job.name : `${job.name}:${job.when}`,
  );
}

/** The fault of a CI file in words. */
export async function fault(text: string, asked: Asked = {}): Promise<string> {
  try {
    await plan(text, asked);
  } catch (error) {
    if (error instanceof CiFileError) return error.message;
    throw error;
  }
  return 'no fault';
}
