import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

type Subscription = Row<'issue_subscriptions'>;

/** What a person decided about hearing of an issue. */
export const findSubscription = async (
  db: Db,
  issueId: number,
  userId: number,
): Promise<Subscription | undefined> => (await subscriptionOf(db, [issueId, userId]))[0];

const subscriptionOf = compiledOnce<number, Subscription>((db, [issueId = 0, userId = 0]) =>
  db
    .selectFrom('issue_subscriptions')
    .selectAll()
    .where('issue_id', '=', issueId)
    .where('user_id', '=', userId),
);

/** Writes down what a person decided. */
export async function upsertSubscription(
  db: Db,
  row: NewRow<'issue_subscriptions'>,
): Promise<void> {
  await db
    .insertInto('issue_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['issue_id', 'user_id'])
        .doUpdateSet({ subscribed: row.subscribed, created_at: row.created_at }),
    )
    .execute();
}
