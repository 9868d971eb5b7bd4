import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** Why something was changed, beside who changed what. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  await db.schema.alterTable('audit_events').addColumn('reason', text).execute();
}
