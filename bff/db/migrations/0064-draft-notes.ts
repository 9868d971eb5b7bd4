import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Comments of a review before they are published. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('draft_notes'))
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('author_id', int8, owned('users.id'))
    .addColumn('note', text, required())
    .addColumn('discussion_id', text)
    .addColumn('resolve_discussion', int8, required(0))
    .addColumn('commit_id', text)
    .addColumn('position', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  for (const columns of [['merge_request_id', 'author_id'], ['author_id']]) {
    await db.schema
      .createIndex(`draft_notes_${columns.join('_')}_idx`)
      .on('draft_notes')
      .columns(columns)
      .execute();
  }
}
