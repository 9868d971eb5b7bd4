import { accessLevels } from '#contract/abilities.ts';
import type { Ctx, User } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { levelOfUser } from '../members/rules.ts';
import { type Project, sourceOfProject } from '../projects/rules.ts';

/** A variable that a pipeline is asked for with. */
export interface GivenVariable {
  key: string;
  value: string;
  variable_type?: 'env_var' | 'file';
  raw?: boolean;
  /** Added by the server itself: needs nobody's right. */
  own?: true;
}

const longestKey = 255;

const leastLevels = {
  developer: accessLevels.developer,
  maintainer: accessLevels.maintainer,
  owner: accessLevels.owner,
  no_one_allowed: Number.POSITIVE_INFINITY,
} as const;

/** What is wrong with the name of a variable. */
export function keyProblems(key: string): string[] {
  const problems: string[] = [];
  if (!/^\w+$/.test(key)) problems.push("can contain only letters, digits and '_'.");
  if (key.length > longestKey) {
    problems.push(`is too long (maximum is ${longestKey} characters)`);
  }
  return problems;
}

/** The lowest role that may set variables of pipelines; infinite for nobody. */
export const leastVariableLevel = (project: Project): number =>
  leastLevels[project.ci_pipeline_variables_minimum_override_role];

/** Why a pipeline cannot have these variables; undefined when it can. */
export async function variablesProblem(
  ctx: Ctx,
  project: Project,
  { user, variables }: { user: User | null; variables: readonly GivenVariable[] },
): Promise<string | undefined> {
  const wanted = variables.filter((variable) => variable.own !== true);
  for (const { key } of variables) {
    const [problem] = keyProblems(key);
    if (problem !== undefined) return `Variable key ${problem}`;
  }
  if (wanted.length === 0 || user === null) return undefined;
  const least = leastVariableLevel(project);
  const level =
    user.is_admin === 1
      ? accessLevels.owner
      : await levelOfUser(ctx, sourceOfProject(project), user.id);
  return level >= least ? undefined : 'Insufficient permissions to set pipeline variables';
}

/** The first name that is there twice. */
export function duplicateName(variables: readonly GivenVariable[]): string | undefined {
  const seen = new Set<string>();
  return variables.find(({ key }) => seen.size === seen.add(key).size)?.key;
}

/** Rows of the variables, of each name the first; values are encrypted, because secrets are passed in them. */
export const givenVariables = (ctx: Ctx, pipelineId: number, variables: readonly GivenVariable[]) =>
  [...new Map(variables.toReversed().map((variable) => [variable.key, variable])).values()]
    .toReversed()
    .map(({ key, value, variable_type, raw }, position) => ({
      pipeline_id: pipelineId,
      position,
      key,
      encrypted_value: ctx.secrets.encrypt(value),
      variable_type: variable_type ?? ('env_var' as const),
      raw: bit(raw ?? false),
    }));
