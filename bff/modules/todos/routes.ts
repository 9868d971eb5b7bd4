import { todos as endpoints } from '#contract/todos.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentTodo, presentTodos } from './present.ts';
import { finishAllTodos, finishTodo, markToDo, todoPage } from './rules.ts';

/** What people mean to look at. */
export function todoRoutes(api: Api): void {
  mount(api, endpoints.createForMergeRequest, async ({ ctx, project, params }) => {
    const row = await markToDo(ctx, project, params.merge_request_iid);
    return row === undefined ? new Reply({}, 304) : presentTodo(ctx, row);
  });
  mount(api, endpoints.list, async ({ ctx, query, paging }) => {
    const page = await todoPage(ctx, { ...query, paging });
    return { ...page, rows: await presentTodos(ctx, page.rows) };
  });
  mount(api, endpoints.done, async ({ ctx, params }) =>
    presentTodo(ctx, await finishTodo(ctx, params.todo_id)),
  );
  mount(api, endpoints.allDone, ({ ctx }) => finishAllTodos(ctx));
}
