import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

/** Writes domain events. */
export async function insertEvents(db: Db, rows: readonly NewRow<'domain_events'>[]) {
  await db
    .insertInto('domain_events')
    .values([...rows])
    .execute();
}
