import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { skippingLocked } from '../../db/portable.ts';
import type { Dialect } from '../../db/columns.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';
import type { Schedule } from './repository.ts';

export type ScheduleRun = Row<'pipeline_schedule_runs'>;
const table = 'pipeline_schedule_runs';

/** Active schedules whose time has come, held until the transaction ends; others' are passed over. */
export function takeDue(
  db: Db,
  of: { dialect: Dialect; instant: string; most: number; id?: number },
): Promise<Schedule[]> {
  let due = db
    .selectFrom('pipeline_schedules')
    .selectAll()
    .where('active', '=', 1)
    .where('next_run_at', '<=', of.instant);
  if (of.id !== undefined) due = due.where('id', '=', of.id);
  return due
    .orderBy('next_run_at')
    .orderBy('id')
    .limit(of.most)
    .modifyEnd(skippingLocked(of.dialect))
    .execute();
}

/** Writes runs; their ids come in the order of the rows. */
export const insertRuns = (
  db: Db,
  rows: readonly NewRow<typeof table>[],
): Promise<{ id: number }[]> => db.insertInto(table).values(rows).returning('id').execute();

export const findRun = (db: Db, id: number): Promise<ScheduleRun | undefined> =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

/** Ends a run that waits; false where it has ended already. */
export async function endRun(db: Db, id: number, change: Change<typeof table>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One page of a schedule's runs, the newest first. */
export const listRuns = (db: Db, scheduleId: number, paging: Slice): Promise<Page<ScheduleRun>> => {
  const from = db.selectFrom(table).where('pipeline_schedule_id', '=', scheduleId);
  return pageOf(db, from.selectAll().orderBy('id', 'desc'), from.select('id'), paging);
};

/** The newest runs of several schedules, so many of each. */
export const listNewestRuns = (
  db: Db,
  scheduleIds: readonly number[],
  most: number,
): Promise<ScheduleRun[]> =>
  db
    .selectFrom('pipeline_schedules as s')
    .innerJoin(`${table} as r`, 'r.pipeline_schedule_id', 's.id')
    .selectAll('r')
    .where('s.id', 'in', [...scheduleIds, 0])
    .where('r.id', 'in', (e) =>
      e
        .selectFrom(`${table} as n`)
        .select('n.id')
        .whereRef('n.pipeline_schedule_id', '=', 's.id')
        .orderBy('n.id', 'desc')
        .limit(most),
    )
    .orderBy('r.id', 'desc')
    .execute();

/** Forgets runs from before an instant. */
export async function deleteOldRuns(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom(table)
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute();
}
