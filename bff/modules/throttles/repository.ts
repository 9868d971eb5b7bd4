import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

/** Counts one request in its window; says how many there are now. */
export async function countOne(
  db: Db,
  window: Pick<NewRow<'throttle_windows'>, 'key' | 'ends_at'>,
): Promise<number> {
  const row = await db
    .insertInto('throttle_windows')
    .values({ ...window, requests: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ requests: sql`throttle_windows.requests + 1` }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow();
  return row.requests;
}

/** Forgets windows that are over. */
export async function forgetEnded(db: Db, now: number): Promise<void> {
  await db.deleteFrom('throttle_windows').where('ends_at', '<=', Math.floor(now)).execute();
}
