import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { NewRow } from '../../db/schema.ts';

/** Which of these labels somebody hears of. */
export async function listSubscribed(
  db: Db,
  userId: number,
  labelIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('label_subscriptions')
    .select('label_id')
    .where('user_id', '=', userId)
    .where('label_id', 'in', [...labelIds, 0])
    .execute();
  return rows.map((row) => row.label_id);
}

/** Writes down that somebody hears of a label; false where it stands. */
export async function insertSubscription(
  db: Db,
  row: NewRow<'label_subscriptions'>,
): Promise<boolean> {
  const written = await db
    .insertInto('label_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('label_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Strikes out that somebody hears of a label; false where it does not stand. */
export async function deleteSubscription(
  db: Db,
  labelId: number,
  userId: number,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('label_subscriptions')
    .where('label_id', '=', labelId)
    .where('user_id', '=', userId)
    .returning('label_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Who hears of a label hears of the one in its place. */
export async function replaceSubscriptions(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into label_subscriptions (label_id, user_id, created_at)
    select ${sql.lit(to)}, user_id, created_at from label_subscriptions where label_id = ${from}
    on conflict do nothing`.execute(db);
}
