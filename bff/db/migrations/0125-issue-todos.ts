import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Issues too are things to look at: a to-do is about one of either kind. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('todos_of_both'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('merge_request_id', int8, (c) =>
      c.references('merge_requests.id').onDelete('cascade'),
    )
    .addColumn('issue_id', int8, (c) => c.references('issues.id').onDelete('cascade'))
    .addColumn('state', text, required('pending'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await sql`insert into todos_of_both (id, user_id, merge_request_id, state, created_at, updated_at)
    select id, user_id, merge_request_id, state, created_at, updated_at from todos order by id`.execute(
    db,
  );
  // Where ids are counted apart from the rows, they go on after the last one.
  if (dialect === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('todos_of_both', 'id'),
      (select coalesce(max(id), 0) + 1 from todos_of_both), false)`.execute(db);
  }
  await db.schema.dropTable('todos').execute();
  await sql`alter table todos_of_both rename to todos`.execute(db);
  await sql`create unique index todos_pending_idx on todos (user_id, merge_request_id)
    where state = 'pending'`.execute(db);
  await sql`create unique index todos_pending_issue_idx on todos (user_id, issue_id)
    where state = 'pending'`.execute(db);
  await sql`create index todos_user_idx on todos (user_id, state, id)`.execute(db);
  await sql`create index todos_merge_request_idx on todos (merge_request_id)`.execute(db);
  await sql`create index todos_issue_idx on todos (issue_id)`.execute(db);
}
