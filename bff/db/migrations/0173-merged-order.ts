import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../columns.ts';

/** What was merged last anywhere is read in its order; what was not comes after it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const columns = dialect === 'postgres' ? 'merged_at desc nulls last, id desc' : 'merged_at, id';
  await sql`create index merge_requests_merged_at_id_idx
    on merge_requests (${sql.raw(columns)})`.execute(db);
}
