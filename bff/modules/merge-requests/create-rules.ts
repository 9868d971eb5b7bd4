import type { BodyOf } from '#contract/endpoint.ts';
import type { mergeRequests } from '#contract/merge-requests.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import { conflict, forbidden, invalid, unprocessable } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { changeLabels, namesOf } from '../labels/rules.ts';
import { findProjectById, mayInProject, type Project } from '../projects/rules.ts';
import { branchSha } from '../repositories/rules.ts';
import { tellMilestone } from '../resource-events/write-rules.ts';
import { isDraftTitle } from './draft.ts';
import { problemsWithPeople, setPeople, wantedPeople } from './people-rules.ts';
import { findOpenTwin, insertMergeRequest, type MergeRequest, type Pair } from './repository.ts';
import {
  askForIssueLinks,
  askForRefresh,
  eventTargetOf,
  labelTargetOf,
  requireMergeRequests,
  usableMilestone,
} from './rules.ts';
import { countTasks } from './tasks.ts';
import { askToWatch } from './watch-rules.ts';

export type NewMergeRequest = BodyOf<typeof mergeRequests.create>;

const longestTitle = 255;
const longestDescription = 1_048_576;

/** Creates a merge request from a branch of `source`, the project of the path. */
export async function createMergeRequest(
  ctx: Ctx,
  source: Project,
  body: NewMergeRequest,
): Promise<{ row: MergeRequest; target: Project }> {
  requireMergeRequests(source);
  const target = await targetOf(ctx, source, body.target_project_id);
  const pair: Pair = {
    source_project_id: source.id,
    source_branch: body.source_branch,
    target_project_id: target.id,
    target_branch: body.target_branch,
  };
  checkPair(pair);
  if (!areRelated(source, target)) {
    throw unprocessable(['Source project is not a fork of the target project']);
  }
  await refuseTwin(ctx, pair);
  const head = await checkValues(ctx, { source, target }, body);
  try {
    const row = await transact(ctx, (ctx) => write(ctx, { source, target, pair, head }, body));
    return { row, target };
  } catch (error) {
    // Somebody else was faster with the same pair.
    if (isUniqueViolation(error)) await refuseTwin(ctx, pair);
    throw error;
  }
}

/** The project that is to be merged into; 403 for one that may not be read. */
export async function targetOf(
  ctx: Ctx,
  source: Project,
  id: number | undefined,
): Promise<Project> {
  if (id === undefined || id === source.id) return source;
  const target = await findProjectById(ctx, id);
  // Unknown and hidden ones look alike.
  if (target === undefined || target.archived === 1) throw forbidden();
  if (!(await mayInProject(ctx, 'read_merge_request', target))) throw forbidden();
  requireMergeRequests(target);
  return target;
}

/** 422 for a branch that would be merged into itself. */
export function checkPair(pair: Pair): void {
  const same =
    pair.source_project_id === pair.target_project_id && pair.source_branch === pair.target_branch;
  if (same) throw unprocessable(["You can't use same project/branch for source and target"]);
}

/** Whether one is a fork of the other, or both are forks of the same project. */
export function areRelated(source: Project, target: Project): boolean {
  const { forked_from_project_id: origin } = source;
  return (
    source.id === target.id ||
    origin === target.id ||
    target.forked_from_project_id === source.id ||
    (origin !== null && origin === target.forked_from_project_id)
  );
}

/** 409 where the pair of branches has an open merge request. */
export async function refuseTwin(ctx: Ctx, pair: Pair, exceptId?: number): Promise<void> {
  const twin = await findOpenTwin(ctx.db, pair, exceptId);
  if (twin === undefined) return;
  throw conflict([
    `Another open merge request already exists for this source branch: !${twin.iid}`,
  ]);
}

/** Everything that is wrong with the values, in one answer; the head of the source branch. */
async function checkValues(
  ctx: Ctx,
  { source, target }: { source: Project; target: Project },
  body: NewMergeRequest,
): Promise<string> {
  const problems: Record<string, string[]> = {};
  if ([...body.title].length > longestTitle) {
    problems.title = [`is too long (maximum is ${longestTitle} characters)`];
  }
  if ([...(body.description ?? '')].length > longestDescription) {
    problems.description = [`is too long (maximum is ${longestDescription} characters)`];
  }
  const head = await branchSha(ctx, source.id, body.source_branch);
  if (head === undefined) problems.source_branch = ['does not exist'];
  if ((await branchSha(ctx, target.id, body.target_branch)) === undefined) {
    problems.target_branch = ['does not exist'];
  }
  const milestone = body.milestone_id ?? 0;
  if (milestone !== 0 && (await usableMilestone(ctx, target, milestone)) === undefined) {
    problems.milestone_id = ['is invalid'];
  }
  Object.assign(problems, await problemsWithPeople(ctx, target, wantedPeople(body)));
  if (head === undefined || Object.keys(problems).length > 0) throw invalid(problems);
  return head;
}

interface Place {
  source: Project;
  target: Project;
  pair: Pair;
  head: string;
}

async function write(ctx: Ctx, place: Place, body: NewMergeRequest): Promise<MergeRequest> {
  const { source, target, pair, head } = place;
  const time = now(ctx);
  const tasks = countTasks(body.description ?? null);
  const collaboration = body.allow_collaboration ?? body.allow_maintainer_to_push ?? false;
  const row = await insertMergeRequest(ctx.db, {
    ...pair,
    iid: await nextNumber(ctx.db, 'project:merge_requests', target.id),
    title: body.title,
    title_lower: body.title.toLowerCase(),
    description: body.description ?? null,
    description_lower: body.description?.toLowerCase() ?? null,
    draft: bit(isDraftTitle(body.title)),
    author_id: actingUser(ctx).id,
    milestone_id: body.milestone_id || null,
    head_sha: head,
    squash: bit(body.squash ?? target.squash_option === 'default_on'),
    force_remove_source_branch:
      body.remove_source_branch == null ? null : bit(body.remove_source_branch),
    allow_collaboration: bit(collaboration && source.id !== target.id),
    merge_after: body.merge_after ?? null,
    approvals_before_merge: body.approvals_before_merge ?? null,
    task_count: tasks.count,
    task_completed_count: tasks.completed,
    created_at: time,
    updated_at: time,
  });
  const milestone = { before: null, after: row.milestone_id, at: time };
  await tellMilestone(ctx, eventTargetOf(row), milestone);
  await setPeople(ctx, row, wantedPeople(body));
  await changeLabels(
    ctx,
    { project: target, target: labelTargetOf(row) },
    {
      add: namesOf([...(body.labels ?? []), ...(body.add_labels ?? [])]),
      remove: namesOf(body.remove_labels ?? []),
    },
  );
  await askForRefresh(ctx, row.id);
  await askToWatch(ctx, row.id);
  await askForIssueLinks(ctx, row);
  await audit(ctx, {
    action: 'merge_request.create',
    subject: { type: 'MergeRequest', id: row.id, name: `${target.full_path}!${row.iid}` },
    projectId: target.id,
    after: { title: row.title, source_branch: row.source_branch, target_branch: row.target_branch },
  });
  return row;
}
