import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

type ContextCommit = Row<'merge_request_context_commits'>;

/** One page of the commits that a merge request builds on, the newest first. */
export function listContext(
  db: Db,
  mergeRequestId: number,
  paging: Slice,
): Promise<Page<ContextCommit>> {
  const rows = db
    .selectFrom('merge_request_context_commits')
    .where('merge_request_id', '=', mergeRequestId);
  const ordered = rows.selectAll().orderBy('committed_date', 'desc').orderBy('id', 'desc');
  return pageOf(db, ordered, rows.select('id'), paging);
}

/** Writes commits of a merge request and says which of them were new. */
export async function insertContext(
  db: Db,
  rows: readonly NewRow<'merge_request_context_commits'>[],
): Promise<string[]> {
  const written = await db
    .insertInto('merge_request_context_commits')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha')
    .execute();
  return written.map(({ sha }) => sha);
}

/** Deletes commits of a merge request and says which of them were there. */
export async function deleteContext(
  db: Db,
  mergeRequestId: number,
  shas: readonly string[],
): Promise<string[]> {
  const gone = await db
    .deleteFrom('merge_request_context_commits')
    .where('merge_request_id', '=', mergeRequestId)
    .where('sha', 'in', [...shas])
    .returning('sha')
    .execute();
  return gone.map(({ sha }) => sha);
}
