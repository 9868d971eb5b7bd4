import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

// The one place that puts labels on things and takes them off: none of these leaves the history behind.

export type LabelTarget = Pick<Row<'label_links'>, 'target_type' | 'target_id'>;

/** Whose doing it is, and when. */
export type By = Pick<Row<'resource_label_events'>, 'user_id' | 'created_at'>;

/** Puts labels on a target and tells of each; the ids of those that were not on it before. */
export async function linkLabels(
  db: Db,
  target: LabelTarget,
  { labelIds, by }: { labelIds: readonly number[]; by: By },
): Promise<number[]> {
  if (labelIds.length === 0) return [];
  const rows = await db
    .insertInto('label_links')
    .values(labelIds.map((label_id) => ({ ...target, label_id })))
    .onConflict((conflict) =>
      conflict.columns(['target_type', 'target_id', 'label_id']).doNothing(),
    )
    .returning('label_id')
    .execute();
  return tell(db, target, { rows, action: 'add', by });
}

/** Takes labels off a target and tells of each; the ids of those that were on it. */
export async function unlinkLabels(
  db: Db,
  target: LabelTarget,
  { labelIds, by }: { labelIds: readonly number[]; by: By },
): Promise<number[]> {
  if (labelIds.length === 0) return [];
  const rows = await db
    .deleteFrom('label_links')
    .where('target_type', '=', target.target_type)
    .where('target_id', '=', target.target_id)
    .where('label_id', 'in', [...labelIds])
    .returning('label_id')
    .execute();
  return tell(db, target, { rows, action: 'remove', by });
}

async function tell(
  db: Db,
  target: LabelTarget,
  told: { rows: readonly { label_id: number }[]; action: 'add' | 'remove'; by: By },
): Promise<number[]> {
  const { rows, action, by } = told;
  const events = rows.map(({ label_id }) => ({
    resource_type: target.target_type,
    resource_id: target.target_id,
    label_id,
    action,
    ...by,
  }));
  if (events.length > 0) await db.insertInto('resource_label_events').values(events).execute();
  return rows.map(({ label_id }) => label_id);
}

/** Takes a label that is about to be deleted off everything; its events lose it with its row. */
export async function unlinkEverywhere(db: Db, labelId: number, by: By): Promise<void> {
  await sql`
    insert into resource_label_events
      (resource_type, resource_id, label_id, user_id, action, created_at)
    select target_type, target_id, label_id, ${sql.lit(by.user_id)}, ${sql.lit('remove')}, ${sql.lit(by.created_at)}
    from label_links where label_id = ${labelId} order by target_type, target_id`.execute(db);
  await db.deleteFrom('label_links').where('label_id', '=', labelId).execute();
}

/** Where one label takes the place of another: everywhere, in a project, or on epics below a group. */
export type Within = 'everywhere' | { projectId: number } | { epicsBelow: number };

/** Is the target of these columns within? */
function covers(within: Within, columns: { type: string; id: string }): RawBuilder<boolean> {
  if (within === 'everywhere') return sql<boolean>`1 = 1`;
  const type = sql.ref(columns.type);
  const id = sql.ref(columns.id);
  if ('epicsBelow' in within) {
    return sql<boolean>`(${type} = 'Epic' and exists (
      select 1 from epics e join namespace_ancestors a on a.namespace_id = e.group_id
      where e.id = ${id} and a.ancestor_id = ${within.epicsBelow}))`;
  }
  return sql<boolean>`(
    (${type} = 'Issue' and exists (
      select 1 from issues i where i.id = ${id} and i.project_id = ${within.projectId}))
    or (${type} = 'MergeRequest' and exists (
      select 1 from merge_requests m
      where m.id = ${id} and m.target_project_id = ${within.projectId})))`;
}

/** Puts one label in the place of another, with all that is told of it. */
export async function exchangeLinks(
  db: Db,
  { from, to }: { from: number; to: number },
  within: Within,
): Promise<void> {
  const isLinked = covers(within, { type: 'll.target_type', id: 'll.target_id' });
  const links = sql`from label_links ll where ll.label_id = ${from} and ${isLinked}`;
  await sql`
    insert into label_links (label_id, target_type, target_id)
    select ${sql.lit(to)}, ll.target_type, ll.target_id ${links}
    on conflict (target_type, target_id, label_id) do nothing`.execute(db);
  await sql`
    delete from label_links where label_id = ${from} and (target_type, target_id) in (
      select ll.target_type, ll.target_id ${links})`.execute(db);
  const isTold = covers(within, {
    type: 'resource_label_events.resource_type',
    id: 'resource_label_events.resource_id',
  });
  await sql`
    update resource_label_events set label_id = ${sql.lit(to)}
    where label_id = ${from} and ${isTold}`.execute(db);
}

/** Removes what hangs on a target that is deleted. */
export async function deleteLinksAndEvents(db: Db, target: LabelTarget): Promise<void> {
  await db
    .deleteFrom('label_links')
    .where('target_type', '=', target.target_type)
    .where('target_id', '=', target.target_id)
    .execute();
  await db
    .deleteFrom('resource_label_events')
    .where('resource_type', '=', target.target_type)
    .where('resource_id', '=', target.target_id)
    .execute();
}
