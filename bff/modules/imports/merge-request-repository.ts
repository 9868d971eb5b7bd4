import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export const insertMergeRequest = (
  db: Db,
  row: NewRow<'merge_requests'>,
): Promise<Row<'merge_requests'>> =>
  db.insertInto('merge_requests').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes the one version that a merge request came with. */
export async function insertVersion(db: Db, row: NewRow<'merge_request_versions'>): Promise<void> {
  await db.insertInto('merge_request_versions').values(row).execute();
}

interface Given {
  id: number;
  instant: string;
  userIds: readonly number[];
}

/** Assigns people to a merge request. */
export async function insertAssignees(db: Db, given: Given): Promise<void> {
  if (given.userIds.length === 0) return;
  await db.insertInto('merge_request_assignees').values(rowsOf(given)).execute();
}

/** Makes people reviewers of a merge request. */
export async function insertReviewers(db: Db, given: Given): Promise<void> {
  if (given.userIds.length === 0) return;
  await db.insertInto('merge_request_reviewers').values(rowsOf(given)).execute();
}

const rowsOf = ({ id, instant, userIds }: Given) =>
  userIds.map((user_id) => ({ merge_request_id: id, user_id, created_at: instant }));
