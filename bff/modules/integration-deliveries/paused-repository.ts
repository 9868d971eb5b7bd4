import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** A paused integration with where it is set up. */
export interface PausedRow {
  slug: string;
  group_id: number | null;
  project_id: number | null;
  full_path: string | null;
  paused_until: string;
  failures: number;
}

const most = 20;

/** Integrations that are paused at an instant where a user has an Owner's role, the longest first. */
export async function listPaused(
  db: Db,
  of: { userId: number; isAdmin: boolean; groupId: number | undefined; instant: string },
): Promise<PausedRow[]> {
  const ofGroup = sql<SqlBool>`i.group_id in (
    select a.namespace_id from members m
    join namespace_ancestors a on a.ancestor_id = m.source_id
    where m.user_id = ${of.userId} and m.source_type = 'Namespace' and m.access_level >= 50)`;
  const ofProject = sql<SqlBool>`i.project_id in (
    select a.project_id from project_authorizations a
    where a.user_id = ${of.userId} and a.access_level >= 50)`;
  const ofInstance = sql<SqlBool>`(i.group_id is null and i.project_id is null)`;
  const owned = of.isAdmin
    ? sql<SqlBool>`(${ofGroup} or ${ofProject} or ${ofInstance})`
    : sql<SqlBool>`(${ofGroup} or ${ofProject})`;
  const { rows } = await sql<PausedRow>`
    select i.slug, i.group_id, i.project_id, h.paused_until, h.failures,
      coalesce(n.full_path, p.full_path) as full_path
    from integration_health h
    join integrations i on i.id = h.integration_id
    left join namespaces n on n.id = i.group_id
    left join projects p on p.id = i.project_id
    where h.paused_until > ${of.instant} and i.active = 1 and ${owned}
      ${of.groupId === undefined ? sql`` : sql`and i.group_id = ${of.groupId}`}
    order by h.paused_until desc, i.id
    limit ${most}`.execute(db);
  return rows;
}
