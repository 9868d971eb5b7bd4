import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type ReassignmentFile = Row<'reassignment_files'>;
export type ReassignmentRow = Row<'reassignment_rows'>;

export const insertFile = (db: Db, row: NewRow<'reassignment_files'>): Promise<ReassignmentFile> =>
  db.insertInto('reassignment_files').values(row).returningAll().executeTakeFirstOrThrow();

export const findFile = (db: Db, id: number): Promise<ReassignmentFile | undefined> =>
  db.selectFrom('reassignment_files').selectAll().where('id', '=', id).executeTakeFirst();

/** One page of the files of a group, the newest first. */
export function listFiles(db: Db, groupId: number, paging: Slice): Promise<Page<ReassignmentFile>> {
  const from = db.selectFrom('reassignment_files').where('group_id', '=', groupId);
  return pageOf(db, from.selectAll().orderBy('id', 'desc'), from.select('id'), paging);
}

/** Changes a file that is in one of these states, and as far as `done` says where that is given. */
export const changeFile = (
  db: Db,
  of: { id: number; from: readonly ReassignmentFile['status'][]; done?: number },
  change: Change<'reassignment_files'>,
): Promise<ReassignmentFile | undefined> =>
  db
    .updateTable('reassignment_files')
    .set(change)
    .where('id', '=', of.id)
    .where('status', 'in', [...of.from])
    .$if(of.done !== undefined, (query) => query.where('done', '=', of.done ?? 0))
    .returningAll()
    .executeTakeFirst();

/** Takes the bytes away from a dry run; undefined where somebody else has them already. */
export const takeBytes = (db: Db, id: number): Promise<ReassignmentFile | undefined> =>
  db
    .updateTable('reassignment_files')
    .set({ secret: null })
    .where('id', '=', id)
    .where('dry_run', '=', 1)
    .where('status', '=', 'finished')
    .where('secret', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** Writes lines that were not matched. */
export async function insertRows(
  db: Db,
  rows: readonly NewRow<'reassignment_rows'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('reassignment_rows')
    .values([...rows])
    .execute();
}

/** Forgets the lines of a file: it is gone through anew. */
export async function deleteRows(db: Db, fileId: number): Promise<void> {
  await db.deleteFrom('reassignment_rows').where('file_id', '=', fileId).execute();
}

/** One page of the lines of a file that were not matched. */
export function listRows(
  db: Db,
  fileId: number,
  { outcome, paging }: { outcome: ReassignmentRow['outcome'] | undefined; paging: Slice },
): Promise<Page<ReassignmentRow>> {
  let from = db.selectFrom('reassignment_rows').where('file_id', '=', fileId);
  if (outcome !== undefined) from = from.where('outcome', '=', outcome);
  return pageOf(db, from.selectAll().orderBy('line'), from.select('id'), paging);
}

/** Some of the lines that failed, after one. */
export const listFailed = (
  db: Db,
  fileId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ReassignmentRow[]> =>
  db
    .selectFrom('reassignment_rows')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('outcome', '=', 'failed')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** Which of these secrets belong to files that are still needed. */
export async function listKnownSecrets(db: Db, secrets: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('reassignment_files')
    .select('secret')
    .where('secret', 'in', [...secrets, ''])
    .execute();
  return rows.flatMap(({ secret }) => secret ?? []);
}

/** Takes the bytes away from dry runs that nobody went on with. */
export async function forgetDryRuns(db: Db, before: string): Promise<void> {
  await db
    .updateTable('reassignment_files')
    .set({ secret: null })
    .where('secret', 'is not', null)
    .where('status', 'in', ['finished', 'failed', 'stopped'])
    .where('finished_at', '<', before)
    .execute();
}
