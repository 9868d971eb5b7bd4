import { sql } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { issuesVisibleTo, projectsVisibleTo } from '../../db/visibility.ts';

export type TodoRow = Row<'todos'>;

export interface Wanted {
  userId: number;
  viewer: Viewer;
  state: TodoRow['state'];
  type?: 'Issue' | 'MergeRequest' | undefined;
  project_id?: number | undefined;
  group_id?: number | undefined;
}

/** One page of a user's to-dos about what the user may still read, the newest first. */
export function listTodos(db: Db, wanted: Wanted, paging: Slice): Promise<Page<TodoRow>> {
  const { project_id, group_id } = wanted;
  let query = db
    .selectFrom('todos')
    .leftJoin('merge_requests', 'merge_requests.id', 'todos.merge_request_id')
    .leftJoin('issues', 'issues.id', 'todos.issue_id')
    .innerJoin('projects', (join) =>
      join.on('projects.id', '=', (e) =>
        e.fn.coalesce('merge_requests.target_project_id', 'issues.project_id'),
      ),
    )
    .where('todos.user_id', '=', wanted.userId)
    .where('todos.state', '=', wanted.state)
    .where(
      sql<boolean>`case when todos.issue_id is null
        then projects.merge_requests_enabled = 1
          and ${projectsVisibleTo(wanted.viewer, accessLevels.reporter)}
        else ${issuesVisibleTo(wanted.viewer)} end`,
    );
  if (wanted.type === 'Issue') query = query.where('todos.issue_id', 'is not', null);
  if (wanted.type === 'MergeRequest') query = query.where('todos.issue_id', 'is', null);
  if (project_id !== undefined) query = query.where('projects.id', '=', project_id);
  if (group_id !== undefined) {
    query = query.where(sql<boolean>`projects.namespace_id in (
      select namespace_id from namespace_ancestors where ancestor_id = ${group_id})`);
  }
  const rows = query.selectAll('todos').orderBy('todos.id', 'desc');
  return pageOf(db, rows, query.select('todos.id'), paging);
}

/** Writes a to-do; undefined where one is pending. */
export const insertTodo = (db: Db, row: NewRow<'todos'>): Promise<TodoRow | undefined> =>
  db
    .insertInto('todos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findTodo = (db: Db, userId: number, id: number): Promise<TodoRow | undefined> =>
  db
    .selectFrom('todos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Marks pending to-dos of a user as done, one or all; how many. */
export async function finishTodos(
  db: Db,
  userId: number,
  { id, instant }: { id?: number; instant: string },
): Promise<number> {
  let query = db
    .updateTable('todos')
    .set({ state: 'done', updated_at: instant })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending');
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.returning('id').execute()).length;
}

/** The issues of to-dos. */
export const listIssues = (db: Db, ids: readonly number[]): Promise<Row<'issues'>[]> =>
  db
    .selectFrom('issues')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();

/** The merge requests of to-dos. */
export const listMergeRequests = (
  db: Db,
  ids: readonly number[],
): Promise<Row<'merge_requests'>[]> =>
  db
    .selectFrom('merge_requests')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();
