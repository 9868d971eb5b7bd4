import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type SshKeyRow = Row<'ssh_keys'>;

export const insertKey = (db: Db, row: NewRow<'ssh_keys'>): Promise<SshKeyRow> =>
  db.insertInto('ssh_keys').values(row).returningAll().executeTakeFirstOrThrow();

/** The key with this fingerprint, whoever has it. */
export const findKeyByFingerprint = (db: Db, sha256: string): Promise<SshKeyRow | undefined> =>
  db.selectFrom('ssh_keys').selectAll().where('fingerprint_sha256', '=', sha256).executeTakeFirst();

/** A key of a user. */
export const findKeyOfUser = (db: Db, userId: number, id: number): Promise<SshKeyRow | undefined> =>
  db
    .selectFrom('ssh_keys')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** One page of a user's keys, the oldest first. */
export const listKeysOfUser = (db: Db, userId: number, paging: Slice): Promise<Page<SshKeyRow>> =>
  pageOf(
    db,
    db.selectFrom('ssh_keys').selectAll().where('user_id', '=', userId).orderBy('id'),
    db.selectFrom('ssh_keys').select('id').where('user_id', '=', userId),
    paging,
  );

/** Deletes a key with its links to projects. */
export async function deleteKey(db: Db, id: number): Promise<void> {
  await db.deleteFrom('ssh_keys').where('id', '=', id).execute();
}

/** A key by its id, whose ever it is. */
export const findKey = (db: Db, id: number): Promise<SshKeyRow | undefined> =>
  db.selectFrom('ssh_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** Writes down when a key was used last. */
export async function touchKey(db: Db, id: number, time: string): Promise<void> {
  await db.updateTable('ssh_keys').set({ last_used_at: time }).where('id', '=', id).execute();
}
