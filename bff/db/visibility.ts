import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accessLevels, groupAbilities } from '#contract/abilities.ts';
import type { Viewer } from '../access.ts';

/**
 * True of the rows of `projects` that a viewer may see; joins any query over that table. `member`
 * is the lowest role that sees the thing in a private project, where sight alone is not enough.
 */
export function projectsVisibleTo(viewer: Viewer, member = 0): RawBuilder<SqlBool> {
  if (viewer.admin) return sql<SqlBool>`1 = 1`;
  if (viewer.userId === null) return sql<SqlBool>`projects.visibility = 'public'`;
  const open = viewer.external ? sql`('public')` : sql`('public', 'internal')`;
  return sql<SqlBool>`(projects.visibility in ${open} or exists (
    select 1 from project_authorizations pa
    where pa.user_id = ${viewer.userId} and pa.project_id = projects.id
      and pa.access_level >= case when projects.visibility = 'private' then ${sql.lit(member)} else 0 end))`;
}

/** True of the rows of `issues`, joined to `projects`, that a viewer may see. */
export function issuesVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const enabled = sql<SqlBool>`projects.issues_enabled = 1`;
  if (viewer.admin) return enabled;
  const seen = projectsVisibleTo(viewer);
  if (viewer.userId === null)
    return sql<SqlBool>`${enabled} and ${seen} and issues.confidential = 0`;
  const confidants = accessLevels.reporter;
  return sql<SqlBool>`${enabled} and ${seen} and (
    issues.confidential = 0
    or issues.author_id = ${viewer.userId}
    or exists (select 1 from issue_assignees mine
      where mine.issue_id = issues.id and mine.user_id = ${viewer.userId})
    or exists (select 1 from project_authorizations pa
      where pa.user_id = ${viewer.userId} and pa.project_id = projects.id
        and pa.access_level >= ${sql.lit(confidants)}))`;
}

/** True of the rows of `namespaces` that are groups whose members a viewer may see. */
export function groupsVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const isGroup = sql<SqlBool>`namespaces.kind = 'group'`;
  if (viewer.admin) return isGroup;
  if (viewer.userId === null) return sql<SqlBool>`${isGroup} and namespaces.visibility = 'public'`;
  const open = viewer.external ? sql`('public')` : sql`('public', 'internal')`;
  return sql<SqlBool>`${isGroup} and (namespaces.visibility in ${open} or exists (
    select 1 from namespace_ancestors above
    join members mine on mine.source_type = 'Namespace' and mine.source_id = above.ancestor_id
    where above.namespace_id = namespaces.id and mine.user_id = ${viewer.userId}))`;
}

/** True of the rows of `epics`, joined to `namespaces`, that a viewer may see. */
export function epicsVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const seen = groupsVisibleTo(viewer);
  if (viewer.admin) return seen;
  const userId = viewer.userId ?? 0;
  return sql<SqlBool>`(${seen} and (epics.confidential = 0 or epics.author_id = ${userId} or exists (
    select 1 from namespace_ancestors up
    join members m on m.source_type = 'Namespace' and m.source_id = up.ancestor_id
    where up.namespace_id = epics.group_id and m.user_id = ${userId}
      and m.access_level >= ${sql.lit(groupAbilities.read_confidential_epic.level)})))`;
}
