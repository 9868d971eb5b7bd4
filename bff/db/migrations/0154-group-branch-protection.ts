import type { Kysely } from 'kysely';
import { columnsOf, type Dialect } from '../columns.ts';

/** How the first branch of a group's projects is protected, where the group says so itself. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  await db.schema
    .alterTable('namespaces')
    .addColumn('default_branch_protection_defaults', text)
    .execute();
}
