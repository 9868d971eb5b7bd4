import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Second factors, accepted terms, unconfirmed addresses, and where people have signed in from. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  const texts = [
    'otp_secret',
    'otp_enabled_at',
    'otp_recovery',
    'two_factor_asked_at',
    'accepted_terms',
    'accepted_terms_at',
    'confirmation_sha256',
    'confirmation_sent_at',
  ];
  for (const column of texts) {
    await db.schema.alterTable('users').addColumn(column, text).execute();
  }
  await db.schema.alterTable('users').addColumn('otp_last_step', int8).execute();
  await db.schema
    .createIndex('users_confirmation_idx')
    .on('users')
    .columns(['confirmation_sha256'])
    .execute();
  await db.schema
    .createTable('user_addresses')
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('ip', text, required())
    .addColumn('seen_at', text, required())
    .addPrimaryKeyConstraint('user_addresses_pkey', ['user_id', 'ip'])
    .execute();
}
