import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

/** Where a user is named as the author of something that stays. */
const authored = [
  { table: 'issues', column: 'author_id' },
  { table: 'merge_requests', column: 'author_id' },
  { table: 'notes', column: 'author_id' },
] as const;

/** Gives what a user wrote to another one. */
export async function moveAuthorship(db: Db, from: number, to: number): Promise<void> {
  for (const { table, column } of authored) {
    await db
      .updateTable(table)
      .set({ [column]: to })
      .where(column, '=', from)
      .execute();
  }
}

/** Deletes what a user wrote. */
export async function deleteAuthored(db: Db, userId: number): Promise<void> {
  for (const { table, column } of authored) {
    await db.deleteFrom(table).where(column, '=', userId).execute();
  }
}

/** Groups whose only owner the user is. */
export async function soleOwnerships(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('namespaces', 'namespaces.id', 'members.source_id')
    .select('namespaces.id')
    .where('members.source_type', '=', 'Namespace')
    .where('namespaces.kind', '=', 'group')
    .where('members.user_id', '=', userId)
    .where('members.access_level', '=', 50)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('members as other')
            .select('other.id')
            .whereRef('other.source_id', '=', 'members.source_id')
            .where('other.source_type', '=', 'Namespace')
            .where('other.access_level', '=', 50)
            .where('other.user_id', '!=', userId),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The user of a name in lower case. */
export const findByUsername = (db: Db, username: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('username_lower', '=', username).executeTakeFirst();

/** Deletes a user row; tokens, sessions and memberships go with it. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute();
}
