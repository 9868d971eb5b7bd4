import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

/** What is kept for some days before it is deleted. */
export type Kept = 'projects' | 'namespaces';

/** Marks a place for deletion, or keeps it: true when it was not so before. */
export async function markRow(
  db: Db,
  table: Kept,
  { id, at }: { id: number; at: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ marked_for_deletion_at: at })
    .where('id', '=', id)
    .where('marked_for_deletion_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Some of the places that were marked at this time or before, the first marked first. */
export const listDue = (db: Db, table: Kept, until: string): Promise<{ id: number }[]> =>
  db
    .selectFrom(table)
    .select('id')
    .where('marked_for_deletion_at', '<=', until)
    .orderBy('marked_for_deletion_at')
    .orderBy('id')
    .limit(1000)
    .execute();

/** Holds a project until the transaction ends, if it is still due; undefined where it is kept. */
export const claimProject = (
  db: Db,
  id: number,
  until: string,
): Promise<Row<'projects'> | undefined> =>
  db
    .updateTable('projects')
    .set((e) => ({ marked_for_deletion_at: e.ref('marked_for_deletion_at') }))
    .where('id', '=', id)
    .where('marked_for_deletion_at', '<=', until)
    .returningAll()
    .executeTakeFirst();

/** The same for a group. */
export const claimGroup = (
  db: Db,
  id: number,
  until: string,
): Promise<Row<'namespaces'> | undefined> =>
  db
    .updateTable('namespaces')
    .set((e) => ({ marked_for_deletion_at: e.ref('marked_for_deletion_at') }))
    .where('id', '=', id)
    .where('marked_for_deletion_at', '<=', until)
    .returningAll()
    .executeTakeFirst();
