import { accessLevels } from '#contract/abilities.ts';
import { planCiFile } from '../../ci/read.ts';
import type { PlanAnswer } from '../../ci/task.ts';
import type { Ctx, User } from '../../context.ts';
import { commitOfSha } from '../../git/commits.ts';
import { nullSha } from '../../git/names.ts';
import { isFeatureEnabled } from '../features/rules.ts';
import { levelOfUser } from '../members/rules.ts';
import {
  mayUserInProject,
  type Project,
  repositoryPath,
  sourceOfProject,
} from '../projects/rules.ts';
import { isGrantedTo } from '../protected-branches/rules.ts';
import { protectionOf } from '../repositories/rules.ts';
import { mayStartPipeline } from '../throttles/limit-rules.ts';
import { ciFilePath, ciLimits, readFile, sourcesAt } from './ci-source.ts';
import type { Creation, Draft, Found, PipelineRequest, RefusalCause } from './creation.ts';
import { predefinedVariables, sourceInFiles } from './predefined.ts';
import { type FoundRef, findRef } from './refs.ts';
import { isAccepted } from './validation-rules.ts';
import { findByOrigin, listOpenMergeRequests } from './repository.ts';
import { storePipeline } from './store-rules.ts';
import { duplicateName, variablesProblem } from './variables.ts';

const refused = (cause: RefusalCause, message: string): Creation => ({
  outcome: 'refused',
  because: 'request',
  cause,
  messages: [message],
});

const mostInputs = 20;

/** Makes a pipeline of what the CI file says for a ref, or says why there is none. */
export async function createPipeline(
  ctx: Ctx,
  project: Project,
  request: PipelineRequest,
): Promise<Creation> {
  if (project.jobs_enabled === 0) return refused('pipelines_off', 'Pipelines are disabled!');
  const { user, variables = [] } = request;
  const subjects = { user: user?.id, project: project.id };
  const takesInputs = await isFeatureEnabled(ctx, 'ci_inputs_for_pipelines', subjects);
  const inputs = takesInputs ? (request.inputs ?? {}) : {};
  const may = user === null || (await mayUserInProject(ctx, user, 'create_pipeline', project));
  if (!may && request.trusted !== true) {
    return refused('role', 'Insufficient permissions to create a new pipeline');
  }
  const ref =
    typeof request.ref === 'string' ? await findRef(ctx, project, request.ref) : request.ref;
  if (ref === undefined) return refused('ref_gone', 'Reference not found');
  if (ref === 'ambiguous') return refused('ref_ambiguous', 'Ref is ambiguous');
  if (
    user !== null &&
    request.trusted !== true &&
    !(await mayUseRef(ctx, project, { user, ref }))
  ) {
    return refused(
      'ref_protected',
      `You do not have sufficient permission to run a pipeline on '${ref.name}'.`,
    );
  }
  const wrong = await variablesProblem(ctx, project, { user, variables });
  if (wrong !== undefined) return refused('variables', wrong);
  if (Object.keys(inputs).length > mostInputs) {
    return refused('inputs', `There cannot be more than ${mostInputs} inputs`);
  }
  if (request.originKey !== undefined) {
    const before = await findByOrigin(ctx.db, request.originKey);
    if (before !== undefined) return { outcome: 'created', pipeline: before };
  }
  const commit = { projectId: project.id, sha: ref.sha };
  const isDownstream = request.source === 'pipeline';
  if (user !== null && !(await mayStartPipeline(ctx, { user, ...commit, isDownstream }))) {
    return refused('too_many', 'Too many pipelines created in the last minute. Try again later.');
  }
  return createAt(ctx, project, { ...request, ref, variables, inputs });
}

async function createAt(ctx: Ctx, project: Project, request: Found): Promise<Creation> {
  const repo = repositoryPath(ctx, project.id);
  const limits = await ciLimits(ctx);
  const { ref } = request;
  const path = ciFilePath(project);
  const text =
    path === undefined ? undefined : await readFile(repo, { sha: ref.sha, path, limits });
  if (path === undefined || text === undefined)
    return refused('no_ci_file', 'Missing CI config file');
  const commit = await commitOfSha(repo, ref.sha);
  const draft: Draft = { request, commit };
  if (request.obeysSkip === true && /\[(ci[ _-]skip|skip[ _-]ci)\]/i.test(commit.message)) {
    return storePipeline(ctx, project, { ...draft, status: 'skipped' });
  }
  const twice = duplicateName(request.variables);
  if (twice !== undefined) {
    const fault = { kind: 'yaml', messages: [`Duplicate variable name: ${twice}`] } as const;
    return conclude(ctx, project, { ...draft, answer: { outcome: 'fault', ...fault } });
  }
  const answer = await planCiFile(
    {
      path,
      text,
      inputs: request.inputs,
      limits,
      ref: {
        ref: request.mergeRequest?.source_branch ?? ref.name,
        tag: ref.tag,
        source: sourceInFiles(request.source),
        projectPath: project.full_path,
      },
      predefined: await predefined(ctx, project, draft),
      given: request.variables.map(({ key, value }) => [key, value] as const),
    },
    sourcesAt(repo, { sha: ref.sha, comparedWith: comparedWith(request) }, limits),
  );
  return conclude(ctx, project, { ...draft, answer });
}

/** The commit that changed files are looked for against; undefined where all count as changed. */
function comparedWith({ mergeRequest, beforeSha }: Found): string | undefined {
  return mergeRequest === undefined ? beforeSha : (mergeRequest.base_sha ?? undefined);
}

async function predefined(ctx: Ctx, project: Project, { request, commit }: Draft) {
  const { ref, source, user, mergeRequest } = request;
  const open = ref.tag ? [] : await listOpenMergeRequests(ctx.db, project.id, ref.name);
  return predefinedVariables(ctx, {
    project,
    source,
    ref: ref.name,
    tag: ref.tag,
    refProtected: !ref.tag && (await protectionOf(ctx, project.id, ref.name)) !== undefined,
    commit,
    beforeSha: request.beforeSha ?? nullSha,
    user,
    mergeRequest,
    openMergeRequests: open.map((one) => `${project.full_path}!${one.iid}`),
  });
}

const noPlanTexts = {
  workflow: 'Pipeline filtered out by workflow rules.',
  empty:
    'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.',
} as const;

async function conclude(
  ctx: Ctx,
  project: Project,
  draft: Draft & { answer: PlanAnswer },
): Promise<Creation> {
  const { answer, request } = draft;
  if (answer.outcome === 'planned') {
    const jobs = answer.plan.jobs.map(({ name, stage }) => ({ name, stage }));
    if (!(await isAccepted(ctx, project, { ...draft, jobs }))) {
      return refused('validation', 'External validation failed');
    }
    return storePipeline(ctx, project, { ...draft, ...answer });
  }
  if (answer.outcome === 'none' && answer.reason.refusal !== 'needs') {
    return {
      outcome: 'refused',
      because: 'rules',
      cause: 'no_job',
      messages: [noPlanTexts[answer.reason.refusal]],
    };
  }
  if (answer.outcome === 'fault' && answer.kind === 'inputs') {
    return { outcome: 'refused', because: 'request', cause: 'inputs', messages: answer.messages };
  }
  const messages = answer.outcome === 'fault' ? answer.messages : textsOf(answer.reason);
  if (!request.saveOnErrors)
    return { outcome: 'refused', because: 'file', cause: 'ci_file', messages };
  return storePipeline(ctx, project, { ...draft, status: 'failed', messages });
}

const textsOf = (reason: { refusal: string; text?: string }) => [reason.text ?? reason.refusal];

/** Who may push or merge to a branch may run its pipelines. */
async function mayUseRef(
  ctx: Ctx,
  project: Project,
  { user, ref }: { user: User; ref: FoundRef },
): Promise<boolean> {
  if (ref.tag || user.is_admin === 1) return true;
  const protection = await protectionOf(ctx, project.id, ref.name);
  if (protection === undefined) return true;
  const level = await levelOfUser(ctx, sourceOfProject(project), user.id);
  const who = { id: user.id, level };
  if (level >= accessLevels.owner || (await isGrantedTo(ctx, protection.push, who))) return true;
  return isGrantedTo(ctx, protection.merge, who);
}
