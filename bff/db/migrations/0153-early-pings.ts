import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** Whether a ping came before the interval of its control was over, as it was then. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8 } = columnsOf(dialect);
  await db.schema
    .alterTable('external_control_events')
    .addColumn('replaced_early', int8, required(0))
    .execute();
}
