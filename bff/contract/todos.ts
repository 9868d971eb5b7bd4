import * as z from 'zod';
import { pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedIssue, underIssue } from './issues.ts';
import { listedMergeRequest } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

const todoStates = ['pending', 'done'] as const;
/** What may be asked for; here people mark things themselves, so that others find none. */
const actions = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'merge_train_removed',
] as const;
const types = ['Issue', 'MergeRequest', 'Commit', 'Epic'] as const;

/** Something that somebody means to look at. */
export const todo = z
  .object({
    id: z.int(),
    project: z.object({
      id: z.int(),
      name: z.string(),
      name_with_namespace: z.string(),
      path: z.string(),
      path_with_namespace: z.string(),
    }),
    author: userSummary,
    action_name: z.enum(actions),
    target_type: z.enum(types),
    target: listedMergeRequest.or(listedIssue),
    target_url: z.string(),
    body: z.string(),
    state: z.enum(todoStates),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Todo' });
export type Todo = z.output<typeof todo>;

const own = { who: 'user' } as const;

export const todos = {
  createForMergeRequest: defineEndpoint({
    id: 'mergeRequests.createTodo',
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/todo',
    summary: 'Mark a merge request as something to look at; 304 where it is',
    access: { who: 'user', project: 'read_merge_request' },
    params: underMergeRequest,
    response: todo.or(z.object({})),
    status: [201, 304],
  }),
  createForIssue: defineEndpoint({
    id: 'issues.createTodo',
    method: 'POST',
    path: '/projects/:id/issues/:issue_iid/todo',
    summary: 'Mark an issue as something to look at; 304 where it is',
    access: { who: 'user', project: 'read_issue' },
    params: underIssue,
    response: todo.or(z.object({})),
    status: [201, 304],
  }),
  list: defineEndpoint({
    id: 'todos.list',
    method: 'GET',
    path: '/todos',
    summary: 'What one means to look at, the newest first',
    access: own,
    query: z.object({
      ...pageQuery,
      action: z.enum(actions).optional(),
      author_id: z.int().optional(),
      project_id: z.int().optional(),
      group_id: z.int().optional(),
      state: z.enum(todoStates).default('pending'),
      type: z.enum(types).optional(),
    }),
    response: z.array(todo),
    status: [200],
    paginated: true,
  }),
  done: defineEndpoint({
    id: 'todos.done',
    method: 'POST',
    path: '/todos/:todo_id/mark_as_done',
    summary: 'Mark one thing as looked at',
    access: own,
    params: z.object({ todo_id: z.int() }),
    response: todo,
    status: [201],
  }),
  allDone: defineEndpoint({
    id: 'todos.allDone',
    method: 'POST',
    path: '/todos/mark_as_done',
    summary: 'Mark everything as looked at',
    access: own,
    response: null,
    status: [204],
  }),
} as const;
