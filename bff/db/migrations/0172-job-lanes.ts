import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Which loops take a job, so that one index leads to the next of them however many there are. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnsOf(dialect);
  await db.schema.alterTable('jobs').addColumn('lane', text, required('own')).execute();
  await sql`update jobs set lane = 'outward' where kind in ('deliver', 'ping_control')`.execute(db);
  await sql`update jobs set lane = 'mail' where kind = 'send_mail'`.execute(db);
  await sql`update jobs set lane = 'last'
    where kind in ('read_dependencies', 'reread_dependencies', 'link_issues')`.execute(db);
  // Of what it was for, the lane tells now.
  await db.schema.dropIndex('jobs_state_kind_run_at_idx').execute();
  await db.schema
    .createIndex('jobs_state_lane_run_at_id_idx')
    .on('jobs')
    .columns(['state', 'lane', 'run_at', 'id'])
    .execute();
}
