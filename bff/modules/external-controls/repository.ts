import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Dialect } from '../../db/columns.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { skippingLocked } from '../../db/portable.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Control = Row<'external_controls'>;
export type ControlEventRow = Row<'external_control_events'>;
const table = 'external_controls';
const events = 'external_control_events';

export const insertControl = (db: Db, row: NewRow<typeof table>): Promise<Control> =>
  db.insertInto(table).values(row).returningAll().executeTakeFirstOrThrow();

export const findControl = (db: Db, id: number): Promise<Control | undefined> =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

/** A control that nobody else changes until the transaction ends. */
export const lockControl = (db: Db, id: number): Promise<Control | undefined> =>
  db
    .updateTable(table)
    .set((e) => ({ status: e.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updateControlRow = (
  db: Db,
  id: number,
  change: Change<typeof table>,
): Promise<Control | undefined> =>
  db.updateTable(table).set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Deletes a control with its history. */
export async function deleteControlRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).execute();
}

/** One page of a project's controls, the oldest first. */
export function listControls(db: Db, projectId: number, paging: Slice): Promise<Page<Control>> {
  const from = db.selectFrom(table).where('project_id', '=', projectId);
  return pageOf(db, from.selectAll().orderBy('id'), from.select('id'), paging);
}

/** Name and address of all controls of a project: a handful. */
export const listNamesAndUrls = (
  db: Db,
  projectId: number,
): Promise<Pick<Control, 'id' | 'external_control_name' | 'external_url'>[]> =>
  db
    .selectFrom(table)
    .select(['id', 'external_control_name', 'external_url'])
    .where('project_id', '=', projectId)
    .execute();

/** Of these projects the ones with a control that has not passed. */
export async function listProjectsNotPassed(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('project_id')
    .distinct()
    .where('project_id', 'in', [...ids])
    .where('status', '!=', 'pass')
    .execute();
  return rows.map((row) => row.project_id);
}

/** Controls whose time to be pinged has come, held until the transaction ends. */
export const takeDueForPing = (
  db: Db,
  of: { dialect: Dialect; instant: string; most: number },
): Promise<Control[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('next_ping_at', '<=', of.instant)
    .where((e) =>
      e.exists(
        e
          .selectFrom('projects')
          .select('projects.id')
          .whereRef('projects.id', '=', 'external_controls.project_id')
          .where('projects.archived', '=', 0),
      ),
    )
    .orderBy('next_ping_at')
    .orderBy('id')
    .limit(of.most)
    .modifyEnd(skippingLocked(of.dialect))
    .execute();

/** Controls whose service has let its time pass, held until the transaction ends. */
export const takeOverdue = (
  db: Db,
  of: { dialect: Dialect; instant: string; most: number },
): Promise<Control[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('times_out_at', '<=', of.instant)
    .orderBy('times_out_at')
    .orderBy('id')
    .limit(of.most)
    .modifyEnd(skippingLocked(of.dialect))
    .execute();

export const insertEvent = (db: Db, row: NewRow<typeof events>): Promise<ControlEventRow> =>
  db.insertInto(events).values(row).returningAll().executeTakeFirstOrThrow();

export const findEvent = (db: Db, id: number): Promise<ControlEventRow | undefined> =>
  db.selectFrom(events).selectAll().where('id', '=', id).executeTakeFirst();

/** Ends a ping that waits; undefined where it has ended already. */
export const endPing = (
  db: Db,
  id: number,
  change: Change<typeof events>,
): Promise<ControlEventRow | undefined> =>
  db
    .updateTable(events)
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();

/** One page of what happened to a control, the newest first. */
export function listEvents(db: Db, id: number, paging: Slice): Promise<Page<ControlEventRow>> {
  const from = db.selectFrom(events).where('external_control_id', '=', id);
  return pageOf(db, from.selectAll().orderBy('id', 'desc'), from.select('id'), paging);
}

/** Deletes the history from before an instant. */
export async function deleteOldEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom(events).where('created_at', '<', before).execute();
}

/** Uses up a nonce; false where it was used after `since`. One statement: of many callers one wins. */
export async function takeNonce(
  db: Db,
  of: { nonce: string; now: number; since: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('external_control_nonces')
    .values({ nonce: of.nonce, seen_at: of.now })
    .onConflict((conflict) =>
      conflict
        .column('nonce')
        .doUpdateSet({ seen_at: of.now })
        .where('external_control_nonces.seen_at', '<=', of.since),
    )
    .returning('nonce')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Whether a nonce was used after an instant. */
export async function wasNonceTaken(
  db: Db,
  of: { nonce: string; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('external_control_nonces')
    .select(sql<number>`1`.as('one'))
    .where('nonce', '=', of.nonce)
    .where('seen_at', '>', of.since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the nonces of before an instant. */
export async function deleteOldNonces(db: Db, before: number): Promise<void> {
  await db.deleteFrom('external_control_nonces').where('seen_at', '<', before).execute();
}
