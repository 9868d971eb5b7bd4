import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page, Visibility } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Row, Tables } from '../../db/schema.ts';

export type Group = Row<'namespaces'>;

/** The group of an id or full path in any case. */
export async function findGroup(db: Db, idOrPath: string): Promise<Group | undefined> {
  const groups = db.selectFrom('namespaces').selectAll('namespaces').where('kind', '=', 'group');
  if (/^\d{1,15}$/.test(idOrPath)) {
    return groups.where('namespaces.id', '=', Number(idOrPath)).executeTakeFirst();
  }
  return groups
    .innerJoin('routes', (join) =>
      join
        .onRef('routes.source_id', '=', 'namespaces.id')
        .on('routes.source_type', '=', 'Namespace'),
    )
    .where('routes.full_path_lower', '=', idOrPath.toLowerCase())
    .executeTakeFirst();
}

/** Groups of several ids. */
export const listGroupsByIds = (db: Db, ids: readonly number[]): Promise<Group[]> =>
  db
    .selectFrom('namespaces')
    .selectAll()
    .where('kind', '=', 'group')
    .where('id', 'in', [...ids, 0])
    .execute();

export interface GroupFilter {
  search?: string;
  owned?: boolean;
  min_access_level?: number;
  visibility?: Visibility;
  top_level_only?: boolean;
  parent_id?: number;
  order_by: 'name' | 'path' | 'id' | 'similarity';
  sort: 'asc' | 'desc';
}

/** One page of the groups that the viewer may see. */
export function listGroups(
  db: Db,
  viewer: Viewer,
  filter: GroupFilter & { paging: Slice },
): Promise<Page<Group>> {
  const least = filter.owned === true ? 50 : (filter.min_access_level ?? 0);
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'namespaces', O>) => {
    let q = query.where('kind', '=', 'group');
    if (filter.parent_id !== undefined) q = q.where('parent_id', '=', filter.parent_id);
    if (filter.top_level_only === true) q = q.where('parent_id', 'is', null);
    if (filter.visibility !== undefined) q = q.where('visibility', '=', filter.visibility);
    const { search } = filter;
    if (search !== undefined && search !== '') {
      q = q.where((e) =>
        e.or([
          containsLower(sql<string>`lower(${e.ref('name')})`, search),
          containsLower(sql<string>`lower(${e.ref('full_path')})`, search),
        ]),
      );
    }
    const withRole = (level: number) => sql<boolean>`exists (
      select 1 from namespace_ancestors a
      join members m on m.source_type = 'Namespace' and m.source_id = a.ancestor_id
      where a.namespace_id = namespaces.id and m.user_id = ${viewer.userId ?? 0}
        and m.access_level >= ${level})`;
    if (least > 0) return q.where(withRole(least));
    if (viewer.admin) return q;
    // A role in a project or subgroup below shows the groups on the way to it.
    const below = sql<boolean>`exists (
      select 1 from namespace_ancestors a
      join projects p on p.namespace_id = a.namespace_id
      join project_authorizations pa on pa.project_id = p.id
      where a.ancestor_id = namespaces.id and pa.user_id = ${viewer.userId ?? 0})`;
    const open: Visibility[] =
      viewer.userId === null || viewer.external ? ['public'] : ['public', 'internal'];
    return q.where((e) => e.or([e('visibility', 'in', open), withRole(1), below]));
  };
  const order = filter.order_by === 'similarity' ? 'name' : filter.order_by;
  const rows = narrow(db.selectFrom('namespaces').selectAll())
    .orderBy(order, filter.sort)
    .orderBy('id', filter.sort);
  return pageOf(db, rows, narrow(db.selectFrom('namespaces').select('id')), filter.paging);
}

/** True when the user has a role in some project below the group. */
export async function hasRoleBelow(db: Db, groupId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('namespace_ancestors as a')
    .innerJoin('projects as p', 'p.namespace_id', 'a.namespace_id')
    .innerJoin('project_authorizations as pa', 'pa.project_id', 'p.id')
    .select('pa.project_id')
    .where('a.ancestor_id', '=', groupId)
    .where('pa.user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The most open visibility among the subgroups and projects directly below a group. */
export async function visibilitiesBelow(db: Db, groupId: number): Promise<Visibility[]> {
  const groups = await db
    .selectFrom('namespaces')
    .select('visibility')
    .distinct()
    .where('parent_id', '=', groupId)
    .execute();
  const projects = await db
    .selectFrom('projects')
    .select('visibility')
    .distinct()
    .where('namespace_id', '=', groupId)
    .execute();
  return [...groups, ...projects].map((row) => row.visibility);
}
