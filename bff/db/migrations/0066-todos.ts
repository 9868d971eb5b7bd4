import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Merge requests that people mean to look at; of one somebody has one at a time. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('todos'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('state', text, required('pending'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await sql`create unique index todos_pending_idx on todos (user_id, merge_request_id)
    where state = 'pending'`.execute(db);
  await sql`create index todos_user_idx on todos (user_id, state, id)`.execute(db);
  await sql`create index todos_merge_request_idx on todos (merge_request_id)`.execute(db);
}
