import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Epics of groups. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('epics'))
    .addColumn('group_id', int8, owned('namespaces.id'))
    .addColumn('iid', int8, required())
    .addColumn('parent_id', int8, loose('epics.id'))
    .addColumn('author_id', int8, loose('users.id'))
    .addColumn('title', text, required())
    .addColumn('title_lower', text, required())
    .addColumn('description', text)
    .addColumn('state', text, required('opened'))
    .addColumn('confidential', int8, required(0))
    .addColumn('color', text, required())
    .addColumn('start_date', text)
    .addColumn('due_date', text)
    .addColumn('closed_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  const index = async (columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`epics_${columns.join('_')}_idx`).on('epics');
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };
  await index(['group_id', 'iid'], true);
  await index(['group_id', 'state', 'created_at', 'id']);
  await index(['parent_id']);
  await index(['author_id', 'created_at', 'id']);
}
