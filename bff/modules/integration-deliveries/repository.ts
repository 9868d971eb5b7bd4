import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import { skippingLocked } from '../../db/portable.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Dialect } from '../../db/columns.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type DeliveryRow = Row<'integration_deliveries'>;

const listed = [
  'id',
  'slug',
  'event',
  'project_id',
  'state',
  'reason',
  'attempts',
  'due_at',
  'response_status',
  'duration_ms',
  'redelivery_of',
  'created_at',
  'finished_at',
] as const;
/** What lists show: the messages themselves may be large. */
export type ListedDelivery = Pick<DeliveryRow, (typeof listed)[number]>;

/** Writes deliveries, except those that are there already. */
export async function insertDeliveries(
  db: Db,
  rows: readonly NewRow<'integration_deliveries'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('integration_deliveries')
    .values([...rows])
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .execute();
}

export const insertDelivery = (
  db: Db,
  row: NewRow<'integration_deliveries'>,
): Promise<DeliveryRow> =>
  db.insertInto('integration_deliveries').values(row).returningAll().executeTakeFirstOrThrow();

/** Takes the next due delivery of an integration, so that nobody else sends it meanwhile. */
export async function claimDelivery(
  db: Db,
  dialect: Dialect,
  of: { integrationId: number; now: string; until: string },
): Promise<DeliveryRow | undefined> {
  const lock = skippingLocked(dialect);
  const claimed = await sql<DeliveryRow>`
    update integration_deliveries set attempts = attempts + 1, due_at = ${of.until}
    where id = (
      select id from integration_deliveries
      where integration_id = ${of.integrationId} and state = 'waiting' and due_at <= ${of.now}
      order by due_at, id limit 1 ${lock}
    )
    returning *`.execute(db);
  return claimed.rows[0];
}

/** When the next delivery of an integration is due; undefined where none waits. */
export async function nextDueDelivery(db: Db, integrationId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('integration_deliveries')
    .select((e) => e.fn.min('due_at').as('due_at'))
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

/** Changes a delivery. */
export async function updateDelivery(
  db: Db,
  id: number,
  change: Change<'integration_deliveries'>,
): Promise<DeliveryRow> {
  return db
    .updateTable('integration_deliveries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends all that waits of an integration without being sent. */
export async function skipWaiting(
  db: Db,
  integrationId: number,
  { reason, at }: { reason: string; at: string },
): Promise<void> {
  await db
    .updateTable('integration_deliveries')
    .set({ state: 'skipped', reason, due_at: null, finished_at: at })
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Which deliveries somebody looks at: of one kind, in a project or in all below a group. */
export interface DeliveryScope {
  slug: string;
  place: { projectId: number } | { groupId: number };
}

function within(db: Db, { slug, place }: DeliveryScope) {
  const from = db.selectFrom('integration_deliveries').where('slug', '=', slug);
  if ('projectId' in place) return from.where('project_id', '=', place.projectId);
  const below = db
    .selectFrom('namespace_ancestors')
    .select('namespace_id')
    .where('ancestor_id', '=', place.groupId);
  const projects = db.selectFrom('projects').select('id').where('namespace_id', 'in', below);
  return from.where((e) => e.or([e('project_id', 'in', projects), e('group_id', 'in', below)]));
}

/** One page of deliveries, the newest first. */
export function listDeliveries(
  db: Db,
  scope: DeliveryScope,
  filter: { state?: DeliveryRow['state'] | undefined; paging: Slice },
): Promise<Page<ListedDelivery>> {
  const { state } = filter;
  const rows =
    state === undefined ? within(db, scope) : within(db, scope).where('state', '=', state);
  const page = rows.select(listed).orderBy('id', 'desc');
  return pageOf(db, page, rows.select('id'), filter.paging);
}

export const findDelivery = (
  db: Db,
  scope: DeliveryScope,
  id: number,
): Promise<DeliveryRow | undefined> =>
  within(db, scope).selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes the oldest deliveries before an instant that wait for nothing; gives how many went. */
export async function deleteDeliveriesBefore(
  db: Db,
  instant: string,
  most: number,
): Promise<number> {
  const oldest = db
    .selectFrom('integration_deliveries')
    .select('id')
    .where('created_at', '<', instant)
    .where('state', '!=', 'waiting')
    .orderBy('created_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('integration_deliveries')
    .where('id', 'in', oldest)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
