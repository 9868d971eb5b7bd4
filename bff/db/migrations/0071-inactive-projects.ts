import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** When the people of an idle project were told that it will be deleted. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  await db.schema.alterTable('projects').addColumn('inactive_warned_at', text).execute();
}
