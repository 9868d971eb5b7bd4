import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose } from '../columns.ts';

/** Where an issue has gone. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8 } = columnsOf(dialect);
  const issues = db.schema.alterTable('issues');
  await issues.addColumn('moved_to_id', int8, loose('issues.id')).execute();
  await db.schema.createIndex('issues_moved_to_idx').on('issues').column('moved_to_id').execute();
}
