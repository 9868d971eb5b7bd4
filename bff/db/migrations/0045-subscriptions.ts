import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Who wants to hear of a merge request, or does not, whatever part they take in it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('merge_request_subscriptions')
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('subscribed', int8, required())
    .addColumn('created_at', text, required())
    .addPrimaryKeyConstraint('merge_request_subscriptions_pkey', ['merge_request_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('merge_request_subscriptions_user_id_idx')
    .on('merge_request_subscriptions')
    .columns(['user_id'])
    .execute();
}
