import type { Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { resolveBranchAndTag } from '../../git/resolve.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { isCron, isZone } from './cron.ts';
import { changedInputs, type ScheduleInput } from './input-rules.ts';

/** A schedule as somebody wants it. */
export interface Wish {
  description: string;
  /** In full. */
  ref: string;
  cron: string;
  cron_timezone: string;
  inputs: readonly ScheduleInput[];
}

interface Given extends Omit<Wish, 'inputs'> {
  inputs?: Parameters<typeof changedInputs>[1] | undefined;
  before: readonly ScheduleInput[];
}

const longestRef = 1024;

/** What is wanted, once it can be; 400 with all that is wrong otherwise. */
export async function judged(ctx: Ctx, project: Project, given: Given): Promise<Wish> {
  const { description, cron, cron_timezone, before } = given;
  const problems: Record<string, string[]> = {};
  if (description.trim() === '') problems.description = ["can't be blank"];
  if (!isCron(cron)) {
    problems.cron = [...(cron.trim() === '' ? ["can't be blank"] : []), 'syntax is invalid'];
  }
  if (!isZone(cron_timezone)) problems.cron_timezone = ['syntax is invalid'];
  const changed = changedInputs(before, given.inputs ?? []);
  if ('problem' in changed) problems.inputs = [changed.problem];
  const ref = await fullRef(ctx, project, given.ref);
  if (ref === undefined) problems.ref = ['is ambiguous'];
  if (Object.keys(problems).length > 0 || ref === undefined || 'problem' in changed) {
    throw invalid(problems);
  }
  return { description, ref, cron, cron_timezone, inputs: changed.inputs };
}

/**
 * A ref in full. One that is full already is kept, whether or not it is there; a short one must be
 * a branch or a tag, and not both.
 */
async function fullRef(ctx: Ctx, project: Project, text: string): Promise<string | undefined> {
  if (text.length > longestRef) return undefined;
  if (/^refs\/(heads|tags)\/./s.test(text)) return text;
  const { branch, tag } = await resolveBranchAndTag(repositoryPath(ctx, project.id), text);
  if ((branch === undefined) === (tag === undefined)) return undefined;
  return branch === undefined ? `refs/tags/${text}` : `refs/heads/${text}`;
}
