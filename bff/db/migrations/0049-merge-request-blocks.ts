import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Which merge request has to be merged before which. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('merge_request_blocks'))
    .addColumn('blocked_merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('blocking_merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('created_at', text, required())
    .execute();
  await db.schema
    .createIndex('merge_request_blocks_blocked_blocking_idx')
    .unique()
    .on('merge_request_blocks')
    .columns(['blocked_merge_request_id', 'blocking_merge_request_id'])
    .execute();
  await db.schema
    .createIndex('merge_request_blocks_blocking_idx')
    .on('merge_request_blocks')
    .column('blocking_merge_request_id')
    .execute();
}
