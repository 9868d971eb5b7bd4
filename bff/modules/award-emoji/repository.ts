import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type Award = Row<'award_emoji'>;
export type AwardableType = 'MergeRequest' | 'Issue' | 'Note';

/** What emoji are given to. */
export interface AwardTarget {
  type: AwardableType;
  id: number;
}

const columns = { MergeRequest: 'merge_request_id', Issue: 'issue_id', Note: 'note_id' } as const;

/** One page of the emoji given to something, the oldest first. */
export function listAwards(
  db: Db,
  target: AwardTarget,
  paging: { offset: number; perPage: number },
): Promise<Page<Award>> {
  const of = db.selectFrom('award_emoji').where(columns[target.type], '=', target.id);
  return pageOf(db, of.selectAll().orderBy('id'), of.select('id'), paging);
}

/** One page of the emoji given to the notes of something, the oldest first. */
export function listNoteAwards(
  db: Db,
  of: { type: 'MergeRequest'; id: number; internal: boolean },
  paging: { offset: number; perPage: number },
): Promise<Page<Award>> {
  let notes = db
    .selectFrom('notes')
    .select('id')
    .where('noteable_type', '=', of.type)
    .where('noteable_id', '=', of.id);
  if (!of.internal) notes = notes.where('internal', '=', 0);
  const given = db.selectFrom('award_emoji').where('note_id', 'in', notes);
  return pageOf(db, given.selectAll().orderBy('id'), given.select('id'), paging);
}

export const findAward = (db: Db, target: AwardTarget, id: number): Promise<Award | undefined> =>
  db
    .selectFrom('award_emoji')
    .selectAll()
    .where('id', '=', id)
    .where(columns[target.type], '=', target.id)
    .executeTakeFirst();

/** Writes an award; undefined where this user gave this emoji before. */
export const insertAward = (
  db: Db,
  target: AwardTarget,
  row: Omit<NewRow<'award_emoji'>, 'merge_request_id' | 'issue_id' | 'note_id'>,
): Promise<Award | undefined> =>
  db
    .insertInto('award_emoji')
    .values({ ...row, [columns[target.type]]: target.id })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Gives an issue the emoji of another one. */
export async function copyIssueAwards(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into award_emoji (issue_id, name, user_id, created_at, updated_at)
    select ${sql.lit(to)}, name, user_id, created_at, updated_at from award_emoji
    where issue_id = ${from} order by id`.execute(db);
}

/** Deletes one award. */
export async function deleteAward(db: Db, id: number): Promise<void> {
  await db.deleteFrom('award_emoji').where('id', '=', id).execute();
}

/** What has votes of a user: its counts change when the user goes. */
export async function listVotedBy(db: Db, userId: number): Promise<AwardTarget[]> {
  const rows = await db
    .selectFrom('award_emoji')
    .select(['merge_request_id', 'issue_id'])
    .where('user_id', '=', userId)
    .where('name', 'in', ['thumbsup', 'thumbsdown'])
    .where('note_id', 'is', null)
    .execute();
  return rows.map((row) =>
    row.merge_request_id === null
      ? { type: 'Issue', id: row.issue_id ?? 0 }
      : { type: 'MergeRequest', id: row.merge_request_id },
  );
}

/**
 * Counts the votes anew, from the rows themselves. The first statement of an award's transaction
 * too: it holds the row, so that votes given at once are all counted by the last.
 */
export async function recountVotes(db: Db, target: AwardTarget): Promise<void> {
  if (target.type === 'Note') return;
  const table = target.type === 'MergeRequest' ? 'merge_requests' : 'issues';
  const votes = (name: string) => sql<number>`(select count(*) from award_emoji
    where ${sql.ref(columns[target.type])} = ${target.id} and name = ${name})`;
  await db
    .updateTable(table)
    .set({ upvotes: votes('thumbsup'), downvotes: votes('thumbsdown') })
    .where('id', '=', target.id)
    .execute();
}
