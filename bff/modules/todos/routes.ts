import { todos as endpoints } from '#contract/todos.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentTodo, presentTodos } from './present.ts';
import {
  finishAllTodos,
  finishTodo,
  markIssue,
  markMergeRequest,
  type TodoRow,
  todoPage,
} from './rules.ts';

/** What people mean to look at. */
export function todoRoutes(api: Api): void {
  const marked = async (ctx: Ctx, row: TodoRow | undefined) =>
    row === undefined ? new Reply({}, 304) : presentTodo(ctx, row);
  mount(api, endpoints.createForMergeRequest, async ({ ctx, project, params }) =>
    marked(ctx, await markMergeRequest(ctx, project, params.merge_request_iid)),
  );
  mount(api, endpoints.createForIssue, async ({ ctx, project, params }) =>
    marked(ctx, await markIssue(ctx, project, params.issue_iid)),
  );
  mount(api, endpoints.list, async ({ ctx, query, paging }) => {
    const page = await todoPage(ctx, { ...query, paging });
    return { ...page, rows: await presentTodos(ctx, page.rows) };
  });
  mount(api, endpoints.done, async ({ ctx, params }) =>
    presentTodo(ctx, await finishTodo(ctx, params.todo_id)),
  );
  mount(api, endpoints.allDone, ({ ctx }) => finishAllTodos(ctx));
}
