import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type Block = Row<'merge_request_blocks'>;

const sides = {
  blocked: 'blocked_merge_request_id',
  blocking: 'blocking_merge_request_id',
} as const;

/** One page of the blocks in which a merge request is on this side, the oldest first. */
export function listBlocks(
  db: Db,
  of: { side: keyof typeof sides; id: number },
  paging: Slice,
): Promise<Page<Block>> {
  const blocks = db.selectFrom('merge_request_blocks').where(sides[of.side], '=', of.id);
  return pageOf(db, blocks.selectAll().orderBy('id'), blocks.select('id'), paging);
}

export const findBlock = (db: Db, blockedId: number, id: number): Promise<Block | undefined> =>
  db
    .selectFrom('merge_request_blocks')
    .selectAll()
    .where('id', '=', id)
    .where('blocked_merge_request_id', '=', blockedId)
    .executeTakeFirst();

/** Writes a block; undefined where it is there already. */
export const insertBlock = (
  db: Db,
  row: NewRow<'merge_request_blocks'>,
): Promise<Block | undefined> =>
  db
    .insertInto('merge_request_blocks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Deletes one block; false where it was gone. */
export async function deleteBlock(db: Db, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('merge_request_blocks')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Of these merge requests the ones that wait for another which is not merged. */
export const listBlocked = compiledOnce<number, { id: number }>((db, ids) =>
  db
    .selectFrom('merge_request_blocks as block')
    .innerJoin('merge_requests as blocking', 'blocking.id', 'block.blocking_merge_request_id')
    .select('block.blocked_merge_request_id as id')
    .distinct()
    .where('block.blocked_merge_request_id', 'in', ids)
    .where('blocking.state', '!=', 'merged'),
);

/** One merge request, or all of a project or of an author. */
export interface Blocking {
  of: 'id' | 'target_project_id' | 'author_id';
  id: number;
}

/** The open merge requests that wait for these. */
export async function listWaitingFor(db: Db, { of, id }: Blocking): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_request_blocks as block')
    .innerJoin('merge_requests as waiting', 'waiting.id', 'block.blocked_merge_request_id')
    .innerJoin('merge_requests as blocking', 'blocking.id', 'block.blocking_merge_request_id')
    .select('waiting.id')
    .distinct()
    .where('waiting.state', '=', 'opened')
    .where(`blocking.${of}`, '=', id)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a merge request waits for another, directly or through others. */
export async function waitsFor(
  db: Db,
  { id, other }: { id: number; other: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive awaited(id) as (
      select blocking_merge_request_id from merge_request_blocks
      where blocked_merge_request_id = ${id}
      union
      select block.blocking_merge_request_id from merge_request_blocks block
      join awaited on block.blocked_merge_request_id = awaited.id
    )
    select id from awaited where id = ${other}`.execute(db);
  return rows.length > 0;
}

/** Merge requests of several ids. */
export const listMergeRequests = (
  db: Db,
  ids: readonly number[],
): Promise<Row<'merge_requests'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('merge_requests')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();

/** The merge request of a number in a project. */
export const findNumbered = (
  db: Db,
  projectId: number,
  iid: number,
): Promise<Row<'merge_requests'> | undefined> =>
  db
    .selectFrom('merge_requests')
    .selectAll()
    .where('target_project_id', '=', projectId)
    .where('iid', '=', iid)
    .executeTakeFirst();
