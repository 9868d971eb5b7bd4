import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Namespace = Row<'namespaces'>;

/** Writes a namespace. */
export const insertNamespace = (db: Db, row: NewRow<'namespaces'>): Promise<Namespace> =>
  db.insertInto('namespaces').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes the place of a new namespace in the tree. */
export async function insertAncestors(db: Db, namespace: Namespace): Promise<void> {
  await db
    .insertInto('namespace_ancestors')
    .values({ namespace_id: namespace.id, ancestor_id: namespace.id, depth: 0 })
    .execute();
  if (namespace.parent_id === null) return;
  await db
    .insertInto('namespace_ancestors')
    .columns(['namespace_id', 'ancestor_id', 'depth'])
    .expression((e) =>
      e
        .selectFrom('namespace_ancestors')
        .select((s) => [
          s.val(namespace.id).as('namespace_id'),
          'ancestor_id',
          s('depth', '+', 1).as('depth'),
        ])
        .where('namespace_id', '=', namespace.parent_id ?? 0),
    )
    .execute();
}

/** Gives a namespace and all below it the ancestors of another place; 0 for none. */
export async function replaceAncestors(
  db: Db,
  namespaceId: number,
  parentId: number,
): Promise<void> {
  const below = sql`select namespace_id from namespace_ancestors where ancestor_id = ${namespaceId}`;
  await sql`
    delete from namespace_ancestors
    where namespace_id in (${below}) and ancestor_id not in (${below})`.execute(db);
  await sql`
    insert into namespace_ancestors (namespace_id, ancestor_id, depth)
    select own.namespace_id, above.ancestor_id, own.depth + above.depth + 1
    from namespace_ancestors own, namespace_ancestors above
    where own.ancestor_id = ${namespaceId} and above.namespace_id = ${parentId}`.execute(db);
}

/** The namespace of an id. */
export const findNamespace = (db: Db, id: number): Promise<Namespace | undefined> =>
  db.selectFrom('namespaces').selectAll().where('id', '=', id).executeTakeFirst();

/** The personal namespace of a user. */
export const findUserNamespace = (db: Db, userId: number): Promise<Namespace | undefined> =>
  db
    .selectFrom('namespaces')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('kind', '=', 'user')
    .executeTakeFirst();

/** Changes a namespace. */
export const updateNamespace = (
  db: Db,
  id: number,
  change: Change<'namespaces'>,
): Promise<Namespace> =>
  db
    .updateTable('namespaces')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Who has a full path (in lower case). */
export const findRoute = (db: Db, fullPathLower: string): Promise<Row<'routes'> | undefined> =>
  db
    .selectFrom('routes')
    .selectAll()
    .where('full_path_lower', '=', fullPathLower)
    .executeTakeFirst();

/** Takes a full path. */
export async function insertRoute(db: Db, row: NewRow<'routes'>): Promise<void> {
  await db.insertInto('routes').values(row).execute();
}

/** Ids of the personal namespaces of several users. */
export const listUserNamespaceIds = (
  db: Db,
  userIds: readonly number[],
): Promise<{ id: number; owner_id: number | null }[]> =>
  db
    .selectFrom('namespaces')
    .select(['id', 'owner_id'])
    .where('kind', '=', 'user')
    .where('owner_id', 'in', [...userIds, 0])
    .execute();

/** A namespace and those above it. */
export async function listAbove(db: Db, namespaceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('namespace_ancestors')
    .select('ancestor_id')
    .where('namespace_id', '=', namespaceId)
    .execute();
  return rows.map((row) => row.ancestor_id);
}

/** Makes a user the first owner of a namespace. */
export async function insertOwner(db: Db, row: NewRow<'members'>): Promise<void> {
  await db.insertInto('members').values(row).execute();
}

/** Puts a new beginning on the full names below a renamed namespace. */
export async function renameBelow(
  db: Db,
  namespaceId: number,
  names: { before: string; after: string },
): Promise<void> {
  const below = db
    .selectFrom('namespace_ancestors')
    .select('namespace_id')
    .where('ancestor_id', '=', namespaceId);
  const renamed = sql<string>`${names.after} || substr(full_name, ${[...names.before].length + 1})`;
  await db
    .updateTable('namespaces')
    .set({ full_name: renamed })
    .where('id', 'in', below.where('depth', '>', 0))
    .execute();
  await db
    .updateTable('projects')
    .set({ full_name: renamed })
    .where('namespace_id', 'in', below)
    .execute();
}
