import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** A place that takes an integration over. */
export interface Heir {
  type: 'group' | 'project';
  id: number;
  full_path: string;
}

/** Whose integrations are looked at: those of a group, or of the instance. */
type Giver = number | null;

/** Groups that lie below the giver, as `d` with their `depth` below it. */
const below = (giver: Giver): RawBuilder<unknown> =>
  giver === null
    ? sql`(select id as namespace_id, 1000000 as depth from namespaces)`
    : sql`(select namespace_id, depth from namespace_ancestors where ancestor_id = ${giver})`;

/** A group between the place and the giver, or the place itself, decides on its own. */
const isCutOff = sql<SqlBool>`exists (
  select 1 from namespace_ancestors a
  join integrations n on n.group_id = a.ancestor_id and n.slug = o.slug and n.inherits = 0
  where a.namespace_id = d.namespace_id and a.depth < d.depth)`;

const givers = (giver: Giver) => sql<SqlBool>`coalesce(o.group_id, 0) = ${giver ?? 0}
  and coalesce(o.project_id, 0) = 0 and o.inherits = 0 and o.active = 1`;

const groupHeirs = (giver: Giver) => sql`from integrations o
  cross join ${below(giver)} d
  join namespaces g on g.id = d.namespace_id and g.kind = 'group'
  where ${givers(giver)} and d.depth > 0 and not ${isCutOff}`;

const projectHeirs = (giver: Giver) => sql`from integrations o
  cross join ${below(giver)} d
  join projects p on p.namespace_id = d.namespace_id
  where ${givers(giver)} and not ${isCutOff} and not exists (
    select 1 from integrations n where n.project_id = p.id and n.slug = o.slug and n.inherits = 0)`;

/** How many groups and projects take over each integration of the giver, or one of them. */
export async function countHeirs(
  db: Db,
  giver: Giver,
  slug?: string,
): Promise<Map<string, { groups: number; projects: number }>> {
  const ofOne = slug === undefined ? sql`` : sql`and o.slug = ${slug}`;
  const { rows } = await sql<{ slug: string; type: Heir['type']; count: number }>`
    select o.slug, 'group' as type, count(*) as count ${groupHeirs(giver)} ${ofOne} group by o.slug
    union all
    select o.slug, 'project' as type, count(*) as count ${projectHeirs(giver)} ${ofOne} group by o.slug
  `.execute(db);
  const counts = new Map<string, { groups: number; projects: number }>();
  for (const { slug, type, count } of rows) {
    const known = counts.get(slug) ?? { groups: 0, projects: 0 };
    counts.set(slug, { ...known, [`${type}s`]: Number(count) });
  }
  return counts;
}

/** The first places that take over one integration of the giver, groups before projects. */
export async function firstHeirs(
  db: Db,
  giver: Giver,
  { slug, most }: { slug: string; most: number },
): Promise<Heir[]> {
  const { rows } = await sql<Heir>`
    select * from (
      select 'group' as type, g.id as id, g.full_path as full_path ${groupHeirs(giver)}
        and o.slug = ${slug}
      union all
      select 'project' as type, p.id as id, p.full_path as full_path ${projectHeirs(giver)}
        and o.slug = ${slug}
    ) heirs order by type, full_path limit ${most}
  `.execute(db);
  return rows;
}
