import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Namespace } from './repository.ts';

export interface NamespaceFilter {
  id?: number;
  search?: string;
  owned_only?: boolean;
  top_level_only?: boolean;
}

/** The role by which a namespace is one's own. */
const owner = 50;

const hasRole = (userId: number | null, least: number) => sql<boolean>`exists (
  select 1 from namespace_ancestors a
  join members m on m.source_type = 'Namespace' and m.source_id = a.ancestor_id
  where a.namespace_id = namespaces.id and m.user_id = ${userId ?? 0}
    and m.access_level >= ${least})`;

/** One page of the namespaces that the viewer belongs to. */
export function listNamespaces(
  db: Db,
  { viewer, filter }: { viewer: Viewer; filter: NamespaceFilter },
  paging: Slice,
): Promise<Page<Namespace>> {
  let query = db.selectFrom('namespaces');
  if (filter.owned_only === true) query = query.where(hasRole(viewer.userId, owner));
  else if (!viewer.admin) query = query.where(hasRole(viewer.userId, 1));
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.top_level_only === true) query = query.where('parent_id', 'is', null);
  const text = filter.search ?? '';
  if (text !== '') {
    query = query.where((e) =>
      e.or([
        containsLower(sql<string>`lower(${e.ref('name')})`, text),
        containsLower(sql<string>`lower(${e.ref('full_path')})`, text),
      ]),
    );
  }
  const rows = query.selectAll().orderBy('kind', 'desc').orderBy('id');
  return pageOf(db, rows, query.select('id'), paging);
}

/** Which of these namespaces the user owns. */
export async function listOwned(
  db: Db,
  ids: readonly number[],
  userId: number | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('namespaces')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .where(hasRole(userId, owner))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * How many people are members of each namespace or of anything below it. Two reads, each by an index:
 * no database finds a way through one join over either kind of membership. SQLite makes a cross join
 * in the order that is written; PostgreSQL looks for its own.
 */
export async function countMembersBelow(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const above = sql`a.ancestor_id in (${sql.join([...ids, 0])})`;
  const found = await sql<{ id: number; count: number }>`
    select belongs.id, count(distinct belongs.user_id) as count from (
      select a.ancestor_id as id, m.user_id
      from namespace_ancestors a cross join members m
      where ${above} and m.source_type = 'Namespace' and m.source_id = a.namespace_id
      union all
      select a.ancestor_id as id, m.user_id
      from namespace_ancestors a cross join projects p cross join members m
      where ${above} and p.namespace_id = a.namespace_id
        and m.source_type = 'Project' and m.source_id = p.id) as belongs
    group by belongs.id`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.count]));
}
