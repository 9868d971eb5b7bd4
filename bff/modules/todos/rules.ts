import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { todos } from '#contract/todos.ts';
import { actingUser, type Ctx, now, transact, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { getIssue, getIssueById } from '../issues/rules.ts';
import { getMergeRequest, getMergeRequestById } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  findTodo,
  finishTodos,
  insertTodo,
  listIssues,
  listMergeRequests,
  listTodos,
  type TodoRow,
} from './repository.ts';

export type { TodoRow } from './repository.ts';

/** Marks a merge request as something to look at; undefined where it is marked. */
export async function markMergeRequest(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<TodoRow | undefined> {
  const row = await getMergeRequest(ctx, project, iid);
  const of = { merge_request_id: row.id, issue_id: null };
  return mark(ctx, project, { of, name: `${project.full_path}!${row.iid}` });
}

/** Marks an issue as something to look at; undefined where it is marked. */
export async function markIssue(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<TodoRow | undefined> {
  const row = await getIssue(ctx, project, iid);
  const of = { merge_request_id: null, issue_id: row.id };
  return mark(ctx, project, { of, name: `${project.full_path}#${row.iid}` });
}

function mark(
  ctx: Ctx,
  project: Project,
  { of, name }: { of: Pick<TodoRow, 'merge_request_id' | 'issue_id'>; name: string },
): Promise<TodoRow | undefined> {
  return transact(ctx, async (ctx) => {
    const todo = await insertTodo(ctx.db, {
      user_id: actingUser(ctx).id,
      ...of,
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    if (todo === undefined) return undefined;
    await audit(ctx, {
      action: 'todo.create',
      subject: { type: 'Todo', id: todo.id, name },
      projectId: project.id,
    });
    return todo;
  });
}

/** What to-dos are about, each kind fetched at once. */
export async function targetsOf(ctx: Ctx, rows: readonly TodoRow[]) {
  const ids = rows.flatMap((row) => row.merge_request_id ?? []);
  const issueIds = rows.flatMap((row) => row.issue_id ?? []);
  return {
    mergeRequests: await listMergeRequests(ctx.db, ids),
    issues: await listIssues(ctx.db, issueIds),
  };
}

/** One page of the caller's to-dos; here all are marked by oneself. */
export async function todoPage(
  ctx: Ctx,
  query: QueryOf<typeof todos.list> & { paging: Slice },
): Promise<Page<TodoRow>> {
  const userId = actingUser(ctx).id;
  const { action = 'marked', type, author_id: authorId = userId } = query;
  if (action !== 'marked' || type === 'Commit' || type === 'Epic' || authorId !== userId) {
    return { rows: [], total: 0 };
  }
  const { state, project_id, group_id } = query;
  const wanted = { userId, viewer: viewerOf(ctx), state, type, project_id, group_id };
  return listTodos(ctx.db, wanted, query.paging);
}

/** Marks one of the caller's to-dos as done; 404 for none, and for what may not be read any more. */
export async function finishTodo(ctx: Ctx, id: number): Promise<TodoRow> {
  const userId = actingUser(ctx).id;
  const todo = await findTodo(ctx.db, userId, id);
  if (todo === undefined) throw notFound();
  if (!(await maySeeTarget(ctx, todo))) throw notFound();
  await finish(ctx, { userId, id });
  return (await findTodo(ctx.db, userId, id)) ?? todo;
}

async function maySeeTarget(ctx: Ctx, todo: TodoRow): Promise<boolean> {
  const { merge_request_id, issue_id } = todo;
  const seen =
    issue_id === null
      ? await getMergeRequestById(ctx, merge_request_id ?? 0)
      : await getIssueById(ctx, issue_id);
  return seen !== undefined;
}

/** Marks all of the caller's to-dos as done. */
export const finishAllTodos = (ctx: Ctx): Promise<void> =>
  finish(ctx, { userId: actingUser(ctx).id });

const finish = (ctx: Ctx, { userId, id }: { userId: number; id?: number }): Promise<void> =>
  transact(ctx, async (ctx) => {
    const count = await finishTodos(ctx.db, userId, {
      instant: now(ctx),
      ...(id !== undefined && { id }),
    });
    await audit(ctx, {
      action: 'todo.done',
      subject: { type: 'User', id: userId, name: actingUser(ctx).username },
      after: { count },
    });
  });
