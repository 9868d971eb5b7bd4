import type { Ctx } from '../../context.ts';
import { mayUserInProject, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { deleteAssigneesExcept, insertAssignees, type Issue, listAssignees } from './repository.ts';
import { tell } from './rules.ts';

const mostPeople = 200;

/** What a caller may send about assignees. */
export interface Assignment {
  assignee_id?: number | null | undefined;
  assignee_ids?: readonly number[] | null | undefined;
}

/** Ids as callers mean them: 0, nothing and empty lists stand for nobody; undefined for no wish. */
export function wantedAssignees(body: Assignment): number[] | undefined {
  const { assignee_ids, assignee_id } = body;
  if (assignee_ids === undefined && assignee_id === undefined) return undefined;
  const given = assignee_ids === undefined ? [assignee_id ?? 0] : (assignee_ids ?? []);
  return [...new Set(given.filter((id) => id !== 0))];
}

/** What is wrong with these people, by field: too many, unknown, or without access. */
export async function problemsWithAssignees(
  ctx: Ctx,
  project: Project,
  ids: readonly number[],
): Promise<Record<string, string[]>> {
  if (ids.length > mostPeople) {
    return { assignee_ids: [`is too long (maximum is ${mostPeople} people)`] };
  }
  const users = await usersById(ctx, ids);
  const texts: string[] = [];
  for (const id of ids) {
    const user = users.get(id);
    const may =
      user?.state === 'active' && (await mayUserInProject(ctx, user, 'read_issue', project));
    if (!may) texts.push(`user ${id} cannot read this issue`);
  }
  return texts.length === 0 ? {} : { assignee_ids: texts };
}

/** Assigns exactly these people; true where somebody came or went. */
export async function setAssignees(
  ctx: Ctx,
  issue: Issue,
  wanted: readonly number[] | undefined,
): Promise<boolean> {
  if (wanted === undefined) return false;
  const removed = await deleteAssigneesExcept(ctx.db, issue.id, wanted);
  const added = await insertAssignees(ctx.db, issue.id, wanted);
  if (added.length + removed.length === 0) return false;
  const users = await usersById(ctx, [...added, ...removed]);
  const names = (ids: readonly number[]) =>
    ids.map((id) => `@${users.get(id)?.username ?? id}`).join(' and ');
  const said = [
    ...(added.length > 0 ? [`assigned to ${names(added)}`] : []),
    ...(removed.length > 0 ? [`unassigned ${names(removed)}`] : []),
  ];
  await tell(ctx, issue, said.join(' and '));
  return true;
}

/** Ids of the assignees of several issues. */
export async function assigneesOf(
  ctx: Ctx,
  issueIds: readonly number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const row of await listAssignees(ctx.db, issueIds)) {
    found.set(row.issue_id, [...(found.get(row.issue_id) ?? []), row.user_id]);
  }
  return found;
}
