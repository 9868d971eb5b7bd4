import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Draft = Row<'draft_notes'>;

/** Whose review of which merge request. */
export interface Review {
  mergeRequestId: number;
  authorId: number;
}

/** One page of the drafts of a review, the oldest first. */
export function listDrafts(db: Db, review: Review, paging: Slice): Promise<Page<Draft>> {
  const drafts = db
    .selectFrom('draft_notes')
    .where('merge_request_id', '=', review.mergeRequestId)
    .where('author_id', '=', review.authorId);
  return pageOf(db, drafts.selectAll().orderBy('id'), drafts.select('id'), paging);
}

export const findDraft = (db: Db, review: Review, id: number): Promise<Draft | undefined> =>
  db
    .selectFrom('draft_notes')
    .selectAll()
    .where('id', '=', id)
    .where('merge_request_id', '=', review.mergeRequestId)
    .where('author_id', '=', review.authorId)
    .executeTakeFirst();

export const insertDraft = (db: Db, row: NewRow<'draft_notes'>): Promise<Draft> =>
  db.insertInto('draft_notes').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a draft; undefined where it was published or deleted meanwhile. */
export const updateDraft = (
  db: Db,
  id: number,
  change: Change<'draft_notes'>,
): Promise<Draft | undefined> =>
  db.updateTable('draft_notes').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Takes drafts of a review away, one or all; whoever gets them here publishes them alone. */
export async function takeDrafts(db: Db, review: Review, id?: number): Promise<Draft[]> {
  let query = db
    .deleteFrom('draft_notes')
    .where('merge_request_id', '=', review.mergeRequestId)
    .where('author_id', '=', review.authorId);
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.returningAll().execute();
  return rows.sort((a, b) => a.id - b.id);
}
