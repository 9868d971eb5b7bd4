import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Emoji that people give to merge requests, issues and notes. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const kinds = {
    merge_request_id: 'merge_requests.id',
    issue_id: 'issues.id',
    note_id: 'notes.id',
  } as const;
  let table = id(db.schema.createTable('award_emoji'))
    .addColumn('name', text, required())
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required());
  for (const [column, target] of Object.entries(kinds)) {
    table = table.addColumn(column, int8, (c) => c.references(target).onDelete('cascade'));
  }
  await table.execute();
  for (const column of Object.keys(kinds)) {
    await db.schema
      .createIndex(`award_emoji_${column}_user_id_name_idx`)
      .on('award_emoji')
      .columns([column, 'user_id', 'name'])
      .unique()
      .execute();
  }
  await db.schema
    .createIndex('award_emoji_user_id_merge_request_id_idx')
    .on('award_emoji')
    .columns(['user_id', 'merge_request_id'])
    .execute();
}
