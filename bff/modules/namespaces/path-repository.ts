import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

export interface Move {
  before: string;
  after: string;
}

/** SQL for a path with its new beginning; paths are ASCII, so that characters are counted alike. */
const moved = (column: string, { before, after }: Move) =>
  sql<string>`${after} || substr(${sql.ref(column)}, ${before.length + 1})`;

/** SQL for the path itself and all below it. */
const isUnder = (column: string, path: string) =>
  sql<boolean>`(${sql.ref(column)} = ${path} or substr(${sql.ref(column)}, 1, ${path.length + 1}) = ${`${path}/`})`;

/**
 * Gives the routes of a path and of all below it a new beginning; the old ones lead on to them.
 * False where the path has no route.
 */
export async function moveRoutes(db: Db, move: Move): Promise<boolean> {
  await db
    .insertInto('redirects')
    .columns(['full_path_lower', 'source_type', 'source_id'])
    .expression((e) =>
      e
        .selectFrom('routes')
        .select(['full_path_lower', 'source_type', 'source_id'])
        .where(isUnder('full_path_lower', move.before)),
    )
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('routes')
    .set({ full_path_lower: moved('full_path_lower', move) })
    .where(isUnder('full_path_lower', move.before))
    .executeTakeFirst();
  // What is a route again leads nowhere else.
  await db
    .deleteFrom('redirects')
    .where('full_path_lower', 'in', (e) => e.selectFrom('routes').select('full_path_lower'))
    .where(isUnder('full_path_lower', move.after))
    .execute();
  return numUpdatedRows > 0n;
}

/** Puts a new beginning on the full paths of a namespace, of those below it and of their projects. */
export async function movePathsBelow(db: Db, namespaceId: number, move: Move): Promise<void> {
  const below = db
    .selectFrom('namespace_ancestors')
    .select('namespace_id')
    .where('ancestor_id', '=', namespaceId);
  const change = { full_path: moved('full_path', move) };
  await db.updateTable('namespaces').set(change).where('id', 'in', below).execute();
  await db.updateTable('projects').set(change).where('namespace_id', 'in', below).execute();
}

/** What had a full path (in lower case) before. */
export const findRedirect = (db: Db, lower: string): Promise<Row<'redirects'> | undefined> =>
  db.selectFrom('redirects').selectAll().where('full_path_lower', '=', lower).executeTakeFirst();

/** The path is somebody else's from now on. */
export async function deleteRedirect(db: Db, lower: string): Promise<void> {
  await db.deleteFrom('redirects').where('full_path_lower', '=', lower).execute();
}
