import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Who wants to hear of an issue, or does not, whatever part they take in it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('issue_subscriptions')
    .addColumn('issue_id', int8, owned('issues.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('subscribed', int8, required())
    .addColumn('created_at', text, required())
    .addPrimaryKeyConstraint('issue_subscriptions_pkey', ['issue_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('issue_subscriptions_user_id_idx')
    .on('issue_subscriptions')
    .columns(['user_id'])
    .execute();
}
