import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Who wants to hear of what gets a label. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('label_subscriptions')
    .addColumn('label_id', int8, owned('labels.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('created_at', text, required())
    .addPrimaryKeyConstraint('label_subscriptions_pkey', ['label_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('label_subscriptions_user_id_idx')
    .on('label_subscriptions')
    .columns(['user_id'])
    .execute();
}
