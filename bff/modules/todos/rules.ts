import type { Page } from '#contract/common.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { todos } from '#contract/todos.ts';
import { actingUser, type Ctx, now, transact, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { getMergeRequest, getMergeRequestById } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { findTodo, finishTodos, insertTodo, listTodos, type TodoRow } from './repository.ts';

export type { TodoRow } from './repository.ts';

/** Marks a merge request as something to look at; undefined where it is marked. */
export async function markToDo(
  ctx: Ctx,
  project: Project,
  iid: number,
): Promise<TodoRow | undefined> {
  const row = await getMergeRequest(ctx, project, iid);
  return transact(ctx, async (ctx) => {
    const todo = await insertTodo(ctx.db, {
      user_id: actingUser(ctx).id,
      merge_request_id: row.id,
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    if (todo === undefined) return undefined;
    await audit(ctx, {
      action: 'todo.create',
      subject: { type: 'Todo', id: todo.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
    });
    return todo;
  });
}

/** One page of the caller's to-dos; here all are marked by oneself, and all are merge requests. */
export async function todoPage(
  ctx: Ctx,
  query: QueryOf<typeof todos.list> & { paging: Slice },
): Promise<Page<TodoRow>> {
  const userId = actingUser(ctx).id;
  const { action = 'marked', type = 'MergeRequest', author_id: authorId = userId } = query;
  if (action !== 'marked' || type !== 'MergeRequest' || authorId !== userId) {
    return { rows: [], total: 0 };
  }
  const { state, project_id, group_id } = query;
  const wanted = { userId, viewer: viewerOf(ctx), state, project_id, group_id };
  return listTodos(ctx.db, wanted, query.paging);
}

/** Marks one of the caller's to-dos as done; 404 for none, and for what may not be read any more. */
export async function finishTodo(ctx: Ctx, id: number): Promise<TodoRow> {
  const userId = actingUser(ctx).id;
  const todo = await findTodo(ctx.db, userId, id);
  if (todo === undefined) throw notFound();
  if ((await getMergeRequestById(ctx, todo.merge_request_id)) === undefined) throw notFound();
  await finish(ctx, { userId, id });
  return (await findTodo(ctx.db, userId, id)) ?? todo;
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
