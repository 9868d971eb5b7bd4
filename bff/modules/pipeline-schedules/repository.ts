import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Schedule = Row<'pipeline_schedules'>;

export const insertSchedule = (db: Db, row: NewRow<'pipeline_schedules'>): Promise<Schedule> =>
  db.insertInto('pipeline_schedules').values(row).returningAll().executeTakeFirstOrThrow();

export const findSchedule = (db: Db, id: number): Promise<Schedule | undefined> =>
  db.selectFrom('pipeline_schedules').selectAll().where('id', '=', id).executeTakeFirst();

/** The row as it is now, held against other writers until the transaction ends. */
export const lockSchedule = (db: Db, id: number): Promise<Schedule | undefined> =>
  db
    .updateTable('pipeline_schedules')
    .set((e) => ({ active: e.ref('active') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** One page of a project's schedules, the oldest first. */
export function listSchedules(
  db: Db,
  projectId: number,
  { active, paging }: { active: boolean | undefined; paging: Slice },
): Promise<Page<Schedule>> {
  let from = db.selectFrom('pipeline_schedules').where('project_id', '=', projectId);
  if (active !== undefined) from = from.where('active', '=', active ? 1 : 0);
  return pageOf(db, from.selectAll().orderBy('id'), from.select('id'), paging);
}

/** How many schedules a project has. */
export async function countSchedules(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('pipeline_schedules')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const updateSchedule = (
  db: Db,
  id: number,
  change: Change<'pipeline_schedules'>,
): Promise<Schedule | undefined> =>
  db
    .updateTable('pipeline_schedules')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Removes a schedule with its variables and history; its pipelines stay. */
export async function deleteSchedule(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pipeline_schedules').where('id', '=', id).execute();
}

/** Writes down what is wrong with a schedule; false where that is known already. */
export async function setProblem(
  db: Db,
  id: number,
  change: Required<
    Pick<Change<'pipeline_schedules'>, 'problem' | 'problem_text' | 'problem_since'>
  >,
): Promise<boolean> {
  const { problem } = change;
  if (problem === null || problem === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('pipeline_schedules')
    .set(change)
    .where('id', '=', id)
    .where((e) => e.or([e('problem', 'is', null), e('problem', '<>', problem)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest pipeline of a schedule. */
export const findLastPipeline = (
  db: Db,
  scheduleId: number,
): Promise<Row<'pipelines'> | undefined> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('pipeline_schedule_id', '=', scheduleId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
