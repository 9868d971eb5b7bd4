import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** That a reviewer asked for changes stays known when the review is asked for again. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8 } = columnsOf(dialect);
  await db.schema
    .alterTable('merge_request_reviewers')
    .addColumn('changes_requested', int8, required(0))
    .execute();
}
