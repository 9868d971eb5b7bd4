import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Changes that comments in a diff propose. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('suggestions'))
    .addColumn('note_id', int8, owned('notes.id'))
    .addColumn('from_line', int8, required())
    .addColumn('to_line', int8, required())
    .addColumn('from_content', text)
    .addColumn('to_content', text, required())
    .addColumn('commit_id', text)
    .execute();
  await db.schema
    .createIndex('suggestions_note_id_idx')
    .on('suggestions')
    .column('note_id')
    .execute();
}
