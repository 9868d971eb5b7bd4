import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** What a user's commits bear, where it is not the user's own address. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  await db.schema.alterTable('users').addColumn('commit_email', text).execute();
}
