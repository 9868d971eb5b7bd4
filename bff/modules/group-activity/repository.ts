import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { projectAbilities } from '#contract/abilities.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { groupsVisibleTo, issuesVisibleTo, projectsVisibleTo } from '../../db/visibility.ts';

/** What is counted: all that began since an instant in a group and below it, for one who looks. */
export interface Wanted {
  groupId: number;
  since: string;
  viewer: Viewer;
}

const below = ({ groupId }: Wanted) =>
  sql`select namespace_id from namespace_ancestors where ancestor_id = ${groupId}`;

const newIssues = (wanted: Wanted): RawBuilder<unknown> => sql`
  from projects join issues on issues.project_id = projects.id
  where projects.namespace_id in (${below(wanted)}) and issues.created_at >= ${wanted.since}
    and ${issuesVisibleTo(wanted.viewer)}`;

const newMergeRequests = (wanted: Wanted): RawBuilder<unknown> => sql`
  from projects join merge_requests on merge_requests.target_project_id = projects.id
  where projects.namespace_id in (${below(wanted)}) and merge_requests.created_at >= ${wanted.since}
    and projects.merge_requests_enabled = 1
    and ${projectsVisibleTo(wanted.viewer, projectAbilities.read_merge_request.member)}`;

const isNewMember = (wanted: Wanted): RawBuilder<SqlBool> => sql<SqlBool>`
  members.source_type = 'Namespace' and members.source_id in (${below(wanted)})
    and members.created_at >= ${wanted.since} and ${groupsVisibleTo(wanted.viewer)}`;

const newMembers = (wanted: Wanted): RawBuilder<unknown> => sql`
  from members join namespaces on namespaces.id = members.source_id where ${isNewMember(wanted)}`;

const kinds = {
  issues: { rows: newIssues, of: sql`issues.id`, at: sql`issues.created_at` },
  merge_requests: {
    rows: newMergeRequests,
    of: sql`merge_requests.id`,
    at: sql`merge_requests.created_at`,
  },
  // Whoever joins two subgroups is one new member.
  new_members: {
    rows: newMembers,
    of: sql`members.user_id`,
    at: sql`members.created_at`,
  },
} as const;

export type Kind = keyof typeof kinds;

/** How many began; no more than `most` are looked at. */
export async function countNew(
  db: Db,
  kind: Kind,
  wanted: Wanted & { most: number },
): Promise<number> {
  const { rows, of } = kinds[kind];
  const result = await sql<{ count: number }>`
    select count(*) as count from
      (select distinct ${of} as one ${rows(wanted)} limit ${wanted.most}) as found`.execute(db);
  return Number(result.rows[0]?.count ?? 0);
}

/** How many began on each day that has any. */
export async function countByDay(
  db: Db,
  kind: Kind,
  wanted: Wanted,
): Promise<{ date: string; count: number }[]> {
  const { rows, of, at } = kinds[kind];
  const result = await sql<{ date: string; count: number }>`
    select substr(${at}, 1, 10) as date, count(distinct ${of}) as count ${rows(wanted)}
    group by substr(${at}, 1, 10)`.execute(db);
  return result.rows.map(({ date, count }) => ({ date, count: Number(count) }));
}
