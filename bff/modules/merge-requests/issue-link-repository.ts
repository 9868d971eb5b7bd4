import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

/** What a merge request says of issues. */
export const listIssueLinks = (
  db: Db,
  mergeRequestId: number,
): Promise<Row<'merge_request_issues'>[]> =>
  db
    .selectFrom('merge_request_issues')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .execute();

/** Forgets what a merge request says of issues. */
export async function deleteIssueLinks(db: Db, mergeRequestId: number): Promise<void> {
  await db
    .deleteFrom('merge_request_issues')
    .where('merge_request_id', '=', mergeRequestId)
    .execute();
}

/** Writes down what a merge request says of issues; those deleted meanwhile are left out. */
export async function insertIssueLinks(
  db: Db,
  mergeRequestId: number,
  { named, closed }: { named: readonly number[]; closed: readonly number[] },
): Promise<void> {
  await db
    .insertInto('merge_request_issues')
    .columns(['merge_request_id', 'issue_id', 'closes'])
    .expression((e) =>
      e
        .selectFrom('issues')
        .select([
          sql<number>`cast(${mergeRequestId} as bigint)`.as('merge_request_id'),
          'id',
          sql<number>`case when id in (${sql.join([...closed, 0])}) then 1 else 0 end`.as('closes'),
        ])
        .where('id', 'in', [...named, ...closed, 0]),
    )
    .execute();
}
