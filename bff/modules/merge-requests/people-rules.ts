import { type Ctx, now } from '../../context.ts';
import { usersById } from '../users/rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import {
  deletePeopleExcept,
  insertPeople,
  listPeople,
  type MergeRequest,
  type Role,
} from './repository.ts';
import { strangersAmong, tell } from './rules.ts';

const mostPeople = 200;

/** What a caller may send about assignees and reviewers. */
export interface PeopleBody {
  assignee_id?: number | null | undefined;
  assignee_ids?: readonly number[] | null | undefined;
  reviewer_ids?: readonly number[] | null | undefined;
}

/** Ids as callers mean them: 0, nothing and empty lists stand for nobody. */
export function wantedPeople(body: PeopleBody): Partial<Record<Role, number[]>> {
  const ids = (given: readonly number[] | null) => [
    ...new Set((given ?? []).filter((id) => id !== 0)),
  ];
  const assignees =
    body.assignee_ids !== undefined
      ? ids(body.assignee_ids)
      : body.assignee_id !== undefined
        ? ids(body.assignee_id === null ? [] : [body.assignee_id])
        : undefined;
  const reviewers = body.reviewer_ids === undefined ? undefined : ids(body.reviewer_ids);
  return {
    ...(assignees === undefined ? {} : { assignees }),
    ...(reviewers === undefined ? {} : { reviewers }),
  };
}

const fields = { assignees: 'assignee_ids', reviewers: 'reviewer_ids' } as const;
const roles = ['assignees', 'reviewers'] as const;

/** What is wrong with these people, by field: too many, unknown, or without access. */
export async function problemsWithPeople(
  ctx: Ctx,
  project: Project,
  wanted: Partial<Record<Role, number[]>>,
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const role of roles) {
    const ids = wanted[role] ?? [];
    if (ids.length > mostPeople) {
      problems[fields[role]] = [`is too long (maximum is ${mostPeople} people)`];
      continue;
    }
    const strangers = await strangersAmong(ctx, project, ids);
    if (strangers.length > 0) {
      problems[fields[role]] = strangers.map((id) => `user ${id} cannot read this merge request`);
    }
  }
  return problems;
}

/** Who may not change the project does not get rid of a reviewer who asked for changes. */
export async function problemsWithReviewers(
  ctx: Ctx,
  project: Project,
  { row, wanted }: { row: MergeRequest; wanted: Partial<Record<Role, number[]>> },
): Promise<Record<string, string[]>> {
  const { reviewers } = wanted;
  if (reviewers === undefined) return {};
  const asking = (await listPeople(ctx.db, 'reviewers', [row.id])).filter(
    (one) => one.changes_requested === 1 && !reviewers.includes(one.user_id),
  );
  if (asking.length === 0 || (await mayInProject(ctx, 'update_merge_request', project))) return {};
  return { reviewer_ids: asking.map((one) => `user ${one.user_id} has requested changes`) };
}

/** Makes somebody a reviewer who may not be one yet. Call inside `transact`. */
export async function addReviewer(ctx: Ctx, row: MergeRequest, userId: number): Promise<void> {
  await insertPeople(ctx.db, 'reviewers', { id: row.id, userIds: [userId], instant: now(ctx) });
}

/** Gives the roles to exactly these people; true where somebody came or went. */
export async function setPeople(
  ctx: Ctx,
  row: MergeRequest,
  wanted: Partial<Record<Role, number[]>>,
): Promise<boolean> {
  let changed = false;
  for (const role of roles) {
    const userIds = wanted[role];
    if (userIds === undefined) continue;
    const removed = await deletePeopleExcept(ctx.db, role, { id: row.id, userIds });
    const added = await insertPeople(ctx.db, role, { id: row.id, userIds, instant: now(ctx) });
    if (added.length + removed.length === 0) continue;
    changed = true;
    const users = await usersById(ctx, [...added, ...removed]);
    const names = (ids: readonly number[]) =>
      ids.map((id) => `@${users.get(id)?.username ?? id}`).join(' and ');
    const words = {
      assignees: ['assigned to', 'unassigned'],
      reviewers: ['requested review from', 'removed review request for'],
    }[role];
    const body = [
      ...(added.length > 0 ? [`${words[0]} ${names(added)}`] : []),
      ...(removed.length > 0 ? [`${words[1]} ${names(removed)}`] : []),
    ].join(' and ');
    await tell(ctx, row, { body });
  }
  return changed;
}
