import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Row, Tables } from '../../db/schema.ts';

type Namespace = Row<'namespaces'>;
type Groups = SelectQueryBuilder<Tables, 'namespaces', object>;

const { developer, maintainer, owner } = accessLevels;

/** Has the viewer at least this role in the group, by itself or from above? */
const hasRole = (userId: number | null, least: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from namespace_ancestors a
  join members m on m.source_type = 'Namespace' and m.source_id = a.ancestor_id
  where a.namespace_id = namespaces.id and m.user_id = ${userId ?? 0}
    and m.access_level >= ${least})`;

/** The role that creating projects takes, as `groups/rules.ts` says; nobody has one above Owner. */
const toCreateProjects = sql`case namespaces.project_creation_level
  when 'developer' then ${sql.lit(developer)} when 'maintainer' then ${sql.lit(maintainer)}
  when 'owner' then ${sql.lit(owner)} else ${sql.lit(owner + 1)} end`;

const toCreateGroups = sql`case namespaces.subgroup_creation_level
  when 'owner' then ${sql.lit(owner)} else ${sql.lit(maintainer)} end`;

/** One page of the groups where the viewer may create projects, without one. */
export function listProjectPlaces(
  db: Db,
  of: { viewer: Viewer; namespaceId: number; search: string },
  paging: Slice,
): Promise<Page<Namespace>> {
  let query = db.selectFrom('namespaces').where('namespaces.id', '!=', of.namespaceId);
  if (!of.viewer.admin) query = query.where(hasRole(of.viewer.userId, toCreateProjects));
  return placePage(db, query, { ...of, paging });
}

/** One page of the groups where the viewer may create groups, outside of one and not its parent. */
export function listGroupPlaces(
  db: Db,
  of: { viewer: Viewer; group: Namespace; search: string },
  paging: Slice,
): Promise<Page<Namespace>> {
  let query = db
    .selectFrom('namespaces')
    .where('namespaces.id', '!=', of.group.parent_id ?? 0)
    .where(
      sql<boolean>`not exists (select 1 from namespace_ancestors below
        where below.namespace_id = namespaces.id and below.ancestor_id = ${of.group.id})`,
    );
  if (!of.viewer.admin) query = query.where(hasRole(of.viewer.userId, toCreateGroups));
  return placePage(db, query, { ...of, paging });
}

function placePage(
  db: Db,
  query: Groups,
  { search, paging }: { search: string; paging: Slice },
): Promise<Page<Namespace>> {
  let q = query.where('namespaces.kind', '=', 'group');
  if (search !== '') {
    q = q.where((e) =>
      e.or([
        containsLower(sql<string>`lower(${e.ref('namespaces.name')})`, search),
        containsLower(sql<string>`lower(${e.ref('namespaces.full_path')})`, search),
      ]),
    );
  }
  const rows = q.selectAll('namespaces').orderBy('namespaces.id');
  return pageOf(db, rows, q.select('namespaces.id'), paging);
}
