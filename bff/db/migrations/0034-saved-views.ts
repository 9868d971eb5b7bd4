import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Views of lists that people keep under a name. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('saved_views'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('screen', text, required())
    .addColumn('name', text, required())
    .addColumn('query', text, required())
    .addColumn('shared', int8, required(0))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createIndex('saved_views_user_id_screen_name_idx')
    .unique()
    .on('saved_views')
    .columns(['user_id', 'screen', 'name'])
    .execute();
}
