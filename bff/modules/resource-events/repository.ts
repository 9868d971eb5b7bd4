import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type StateEvent = Row<'resource_state_events'>;
export type MilestoneEvent = Row<'resource_milestone_events'>;

/** What something happened to. */
export interface Resource {
  type: 'Issue' | 'MergeRequest';
  id: number;
}

/** Whose doing it is, and when. */
export type By = Pick<StateEvent, 'user_id' | 'created_at'>;

const columns = { Issue: 'issue_id', MergeRequest: 'merge_request_id' } as const;

/** The two columns that say what an event is of. */
export const placeOf = ({ type, id }: Resource) => ({
  issue_id: type === 'Issue' ? id : null,
  merge_request_id: type === 'MergeRequest' ? id : null,
});

/** Tells of a state. */
export async function insertStateEvent(
  db: Db,
  row: NewRow<'resource_state_events'>,
): Promise<void> {
  await db.insertInto('resource_state_events').values(row).execute();
}

/** Tells of a milestone. */
export async function insertMilestoneEvent(
  db: Db,
  row: NewRow<'resource_milestone_events'>,
): Promise<void> {
  await db.insertInto('resource_milestone_events').values(row).execute();
}

/** Tells that everything in a milestone has left it. */
export async function insertLeavingAll(db: Db, milestoneId: number, by: By): Promise<void> {
  for (const [table, column] of [
    ['issues', 'issue_id'],
    ['merge_requests', 'merge_request_id'],
  ]) {
    await sql`
      insert into resource_milestone_events
        (${sql.ref(column ?? '')}, milestone_id, action, user_id, created_at)
      select id, milestone_id, 'remove', ${sql.lit(by.user_id)}, ${sql.lit(by.created_at)}
      from ${sql.table(table ?? '')} where milestone_id = ${milestoneId} order by id`.execute(db);
  }
}

/** What is told of some milestones is told of another from now on. */
export async function exchangeMilestone(
  db: Db,
  from: readonly number[],
  to: number,
): Promise<void> {
  await db
    .updateTable('resource_milestone_events')
    .set({ milestone_id: to })
    .where('milestone_id', 'in', [...from, 0])
    .execute();
}

/** One page of what became of the state of something, the oldest first. */
export function listStateEvents(db: Db, of: Resource, paging: Slice): Promise<Page<StateEvent>> {
  const events = db.selectFrom('resource_state_events').where(columns[of.type], '=', of.id);
  return pageOf(db, events.selectAll().orderBy('id'), events.select('id'), paging);
}

export const findStateEvent = (db: Db, of: Resource, id: number): Promise<StateEvent | undefined> =>
  db
    .selectFrom('resource_state_events')
    .selectAll()
    .where('id', '=', id)
    .where(columns[of.type], '=', of.id)
    .executeTakeFirst();

/** One page of the milestones that something came into and left, the oldest first. */
export function listMilestoneEvents(
  db: Db,
  of: Resource,
  paging: Slice,
): Promise<Page<MilestoneEvent>> {
  const events = db.selectFrom('resource_milestone_events').where(columns[of.type], '=', of.id);
  return pageOf(db, events.selectAll().orderBy('id'), events.select('id'), paging);
}

export const findMilestoneEvent = (
  db: Db,
  of: Resource,
  id: number,
): Promise<MilestoneEvent | undefined> =>
  db
    .selectFrom('resource_milestone_events')
    .selectAll()
    .where('id', '=', id)
    .where(columns[of.type], '=', of.id)
    .executeTakeFirst();
