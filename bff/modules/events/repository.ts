import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

/** Deletes the oldest events before an instant, so many at most; gives how many went. */
export async function deleteEventsBefore(db: Db, instant: string, most: number): Promise<number> {
  const oldest = db
    .selectFrom('domain_events')
    .select('id')
    .where('created_at', '<', instant)
    .orderBy('created_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('domain_events')
    .where('id', 'in', oldest)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Writes domain events; gives their ids, in their order. */
export async function insertEvents(
  db: Db,
  rows: readonly NewRow<'domain_events'>[],
): Promise<number[]> {
  const written = await db
    .insertInto('domain_events')
    .values([...rows])
    .returning('id')
    .execute();
  return written.map((row) => row.id);
}

/** Is any integration of this server active? */
export async function hasIntegrations(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('integrations')
    .select('id')
    .where('active', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
