import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type ScheduleVariable = Row<'pipeline_schedule_variables'>;
const table = 'pipeline_schedule_variables';

export const insertVariable = (db: Db, row: NewRow<typeof table>): Promise<ScheduleVariable> =>
  db.insertInto(table).values(row).returningAll().executeTakeFirstOrThrow();

export const findVariable = (
  db: Db,
  scheduleId: number,
  key: string,
): Promise<ScheduleVariable | undefined> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('pipeline_schedule_id', '=', scheduleId)
    .where('key', '=', key)
    .executeTakeFirst();

/** Variables of a schedule, in the order in which they were added. */
export const listVariables = (db: Db, scheduleId: number): Promise<ScheduleVariable[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('pipeline_schedule_id', '=', scheduleId)
    .orderBy('id')
    .execute();

/** How many variables a schedule has. */
export async function countVariables(db: Db, scheduleId: number): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('pipeline_schedule_id', '=', scheduleId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const updateVariable = (
  db: Db,
  id: number,
  change: Change<typeof table>,
): Promise<ScheduleVariable | undefined> =>
  db.updateTable(table).set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Removes a variable; false where somebody else was faster. */
export async function deleteVariable(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(table).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
