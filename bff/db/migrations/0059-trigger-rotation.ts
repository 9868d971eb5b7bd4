import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** The text that a trigger token had before, and until when it still works. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  for (const column of ['previous_token_sha256', 'previous_valid_until']) {
    await db.schema.alterTable('pipeline_triggers').addColumn(column, text).execute();
  }
  await db.schema
    .createIndex('pipeline_triggers_previous_token_sha256_idx')
    .unique()
    .on('pipeline_triggers')
    .column('previous_token_sha256')
    .execute();
}
