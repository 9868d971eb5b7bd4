import { accessLevels } from '#contract/abilities.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';

export type Issue = Row<'issues'>;

/** The issue of an iid. */
export const findIssue = (db: Db, projectId: number, iid: number): Promise<Issue | undefined> =>
  db
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('iid', '=', iid)
    .executeTakeFirst();

export const findIssueById = (db: Db, id: number): Promise<Issue | undefined> =>
  db.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirst();

/** The row as it is now, held against other writers until the transaction ends. */
export const lockIssue = (db: Db, id: number): Promise<Issue | undefined> =>
  db
    .updateTable('issues')
    .set((e) => ({ iid: e.ref('iid') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Writes an issue. */
export const insertIssue = (db: Db, row: NewRow<'issues'>): Promise<Issue> =>
  db.insertInto('issues').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes an issue. */
export const updateIssueRow = (db: Db, id: number, change: Change<'issues'>): Promise<Issue> =>
  db
    .updateTable('issues')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its assignees go with it; labels and notes hang on it by type and id. */
export async function deleteIssueRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('issues').where('id', '=', id).execute();
}

/** Who is assigned to these issues. */
export const listAssignees = (db: Db, ids: readonly number[]): Promise<Row<'issue_assignees'>[]> =>
  db
    .selectFrom('issue_assignees')
    .selectAll()
    .where('issue_id', 'in', [...ids, 0])
    .orderBy('user_id')
    .execute();

/** How many merge requests that the viewer may read close each of these issues. */
export async function countClosing(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('merge_request_issues as link')
    .innerJoin('merge_requests', 'merge_requests.id', 'link.merge_request_id')
    .innerJoin('projects', 'projects.id', 'merge_requests.target_project_id')
    .innerJoin('issues', (join) =>
      join.onRef('issues.id', '=', 'link.issue_id').onRef('issues.project_id', '=', 'projects.id'),
    )
    .select(['link.issue_id', (e) => e.fn.countAll<number>().as('count')])
    .where('link.issue_id', 'in', [...ids, 0])
    .where('link.closes', '=', 1)
    .where('projects.merge_requests_enabled', '=', 1)
    .where(projectsVisibleTo(viewer, accessLevels.reporter))
    .groupBy('link.issue_id')
    .execute();
  return new Map(rows.map((row) => [row.issue_id, row.count]));
}

/** Takes everyone else off an issue; the ids of those who were on it. */
export async function deleteAssigneesExcept(
  db: Db,
  issueId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .deleteFrom('issue_assignees')
    .where('issue_id', '=', issueId)
    .where('user_id', 'not in', [...userIds, 0])
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Assigns people to an issue; the ids of those who were not before. */
export async function insertAssignees(
  db: Db,
  issueId: number,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .insertInto('issue_assignees')
    .values(userIds.map((user_id) => ({ issue_id: issueId, user_id })))
    .onConflict((conflict) => conflict.columns(['issue_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
