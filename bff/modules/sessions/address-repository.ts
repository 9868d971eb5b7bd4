import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

const mostListed = 200;

/** Addresses that a user has signed in from, the last seen first. */
export const listAddresses = (db: Db, userId: number): Promise<Row<'user_addresses'>[]> =>
  db
    .selectFrom('user_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .limit(mostListed)
    .execute();

/** Notes that a user was seen at an address. */
export async function putAddress(db: Db, row: NewRow<'user_addresses'>): Promise<void> {
  await db
    .insertInto('user_addresses')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'ip']).doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute();
}

/** Forgets where a user was before. */
export async function forgetAddresses(db: Db, userId: number, before: string): Promise<void> {
  await db
    .deleteFrom('user_addresses')
    .where('user_id', '=', userId)
    .where('seen_at', '<', before)
    .execute();
}
