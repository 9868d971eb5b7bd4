import type { Todo } from '#contract/todos.ts';
import { actingUser, type Ctx } from '../../context.ts';
import { presentIssues } from '../issues/present.ts';
import { presentMergeRequests } from '../merge-requests/present.ts';
import { projectsById } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { targetsOf, type TodoRow } from './rules.ts';

/** To-dos with what they are about, all fetched at once. */
export async function presentTodos(ctx: Ctx, rows: readonly TodoRow[]): Promise<Todo[]> {
  const rowsOf = await targetsOf(ctx, rows);
  const mergeRequests = await presentMergeRequests(ctx, rowsOf.mergeRequests);
  const issues = await presentIssues(ctx, rowsOf.issues);
  const byId = {
    MergeRequest: new Map(mergeRequests.map((record) => [record.id, record])),
    Issue: new Map(issues.map((record) => [record.id, record])),
  };
  const projects = await projectsById(
    ctx,
    [...mergeRequests, ...issues].map((record) => record.project_id),
  );
  return rows.flatMap((row): Todo[] => {
    const target_type = row.issue_id === null ? 'MergeRequest' : 'Issue';
    const target = byId[target_type].get(row.issue_id ?? row.merge_request_id ?? 0);
    const project = projects.get(target?.project_id ?? 0);
    if (target === undefined || project === undefined) return [];
    return [
      {
        id: row.id,
        project: {
          id: project.id,
          name: project.name,
          name_with_namespace: project.full_name,
          path: project.path,
          path_with_namespace: project.full_path,
        },
        author: presentUserSummary(ctx, actingUser(ctx)),
        action_name: 'marked',
        target_type,
        target,
        target_url: target.web_url,
        body: target.title,
        state: row.state,
        created_at: row.created_at,
        updated_at: row.updated_at,
      },
    ];
  });
}

/** One to-do's record. */
export async function presentTodo(ctx: Ctx, row: TodoRow): Promise<Todo> {
  const [record] = await presentTodos(ctx, [row]);
  if (record === undefined) throw new Error('no to-do to present');
  return record;
}
