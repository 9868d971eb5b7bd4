import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, owned, required } from '../columns.ts';

/** Who may push to, merge into and unprotect a branch: several roles, people and groups. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await id(db.schema.createTable('protected_branch_access_levels'))
    .addColumn('protected_branch_id', int8, owned('protected_branches.id'))
    .addColumn('kind', text, required())
    .addColumn('access_level', int8)
    .addColumn('user_id', int8, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('group_id', int8, (c) => c.references('namespaces.id').onDelete('cascade'))
    .execute();
  for (const column of ['protected_branch_id', 'user_id', 'group_id']) {
    await db.schema
      .createIndex(`protected_branch_access_levels_${column}_idx`)
      .on('protected_branch_access_levels')
      .column(column)
      .execute();
  }
  for (const kind of ['push', 'merge', 'unprotect']) {
    const column = `${kind}_access_level`;
    await sql`
      insert into protected_branch_access_levels (protected_branch_id, kind, access_level)
      select id, ${sql.lit(kind)}, ${sql.ref(column)} from protected_branches
      where ${sql.ref(column)} is not null order by id`.execute(db);
    await db.schema.alterTable('protected_branches').dropColumn(column).execute();
  }
}
