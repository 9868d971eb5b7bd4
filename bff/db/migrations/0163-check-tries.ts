import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** How often a check that does not end was asked for again. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8 } = columnsOf(dialect);
  await db.schema
    .alterTable('merge_requests')
    .addColumn('check_tries', int8, required(0))
    .execute();
}
