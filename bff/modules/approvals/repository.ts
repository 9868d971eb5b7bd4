import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Change, Row } from '../../db/schema.ts';

export type Approval = Row<'merge_request_approvals'>;
export type Settings = Row<'project_approval_settings'>;

/** Approvals of several merge requests, the first given first. */
export const listApprovals = (db: Db, ids: readonly number[]): Promise<Approval[]> =>
  db
    .selectFrom('merge_request_approvals')
    .selectAll()
    .where('merge_request_id', 'in', [...ids, 0])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();

/** Writes an approval; false where this user has approved already. */
export async function insertApproval(db: Db, row: Approval): Promise<boolean> {
  const written = await db
    .insertInto('merge_request_approvals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Deletes one user's approval, those of other heads than this one, or all; whose were deleted. */
export async function deleteApprovals(
  db: Db,
  id: number,
  which: { userId?: number; notOf?: string } = {},
): Promise<number[]> {
  let query = db.deleteFrom('merge_request_approvals').where('merge_request_id', '=', id);
  if (which.userId !== undefined) query = query.where('user_id', '=', which.userId);
  if (which.notOf !== undefined) query = query.where('sha', 'is distinct from', which.notOf);
  return (await query.returning('user_id').execute()).map((row) => row.user_id);
}

/** Counts approvals anew, from the rows themselves. */
export async function recountApprovals(db: Db, id: number, updated_at: string): Promise<void> {
  await db
    .updateTable('merge_requests')
    .set({
      approvals_count: sql<number>`(select count(*) from merge_request_approvals
        where merge_request_id = ${id})`,
      updated_at,
    })
    .where('id', '=', id)
    .execute();
}

/** Merge requests that a user has approved. */
export async function listApprovedBy(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_request_approvals')
    .select('merge_request_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.merge_request_id);
}

/** Writes down how these people's reviews stand, of those who are reviewers; how many are. */
export async function setReviewState(
  db: Db,
  reviewer: { id: number; userIds: readonly number[] },
  change: Pick<Change<'merge_request_reviewers'>, 'state' | 'changes_requested'>,
): Promise<number> {
  const done = await db
    .updateTable('merge_request_reviewers')
    .set(change)
    .where('merge_request_id', '=', reviewer.id)
    .where('user_id', 'in', [...reviewer.userIds, 0])
    .returning('user_id')
    .execute();
  return done.length;
}

/** Moves a review on that has no verdict yet. */
export async function advanceReview(
  db: Db,
  reviewer: { id: number; userId: number },
  state: 'review_started' | 'reviewed',
): Promise<void> {
  await db
    .updateTable('merge_request_reviewers')
    .set({ state })
    .where('merge_request_id', '=', reviewer.id)
    .where('user_id', '=', reviewer.userId)
    .where('state', 'in', ['unreviewed', 'review_started', 'unapproved'])
    .execute();
}

export const findSettings = (db: Db, projectId: number): Promise<Settings | undefined> =>
  db
    .selectFrom('project_approval_settings')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** Writes how a project takes approvals. */
export async function upsertSettings(
  db: Db,
  projectId: number,
  change: Change<'project_approval_settings'>,
): Promise<void> {
  await db
    .insertInto('project_approval_settings')
    .values({ project_id: projectId })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
  await db
    .updateTable('project_approval_settings')
    .set({ ...change, project_id: projectId })
    .where('project_id', '=', projectId)
    .execute();
}

/** Projects that keep approvals when commits are added. */
export async function keepsApprovals(db: Db, projectId: number): Promise<boolean> {
  return (await findSettings(db, projectId))?.reset_approvals_on_push === 0;
}
