import type { Db } from '../../db/open.ts';

/** Projects of a namespace and of those below it. */
export const listProjectsBelow = (
  db: Db,
  groupId: number,
): Promise<{ id: number; full_path: string }[]> =>
  db
    .selectFrom('projects as p')
    .innerJoin('namespace_ancestors as a', 'a.namespace_id', 'p.namespace_id')
    .select(['p.id', 'p.full_path'])
    .where('a.ancestor_id', '=', groupId)
    .execute();

/** A namespace and those below it, the deepest first. */
export const listGroupsBelow = (
  db: Db,
  groupId: number,
): Promise<{ id: number; depth: number }[]> =>
  db
    .selectFrom('namespace_ancestors')
    .select(['namespace_id as id', 'depth'])
    .where('ancestor_id', '=', groupId)
    .orderBy('depth', 'desc')
    .execute();

/** Deletes a namespace's row with its members and route. */
export async function deleteGroupRows(db: Db, groupId: number): Promise<void> {
  const epics = db.selectFrom('epics').select('id').where('group_id', '=', groupId);
  await db
    .deleteFrom('label_links')
    .where('target_type', '=', 'Epic')
    .where('target_id', 'in', epics)
    .execute();
  await db
    .deleteFrom('resource_label_events')
    .where('resource_type', '=', 'Epic')
    .where('resource_id', 'in', epics)
    .execute();
  await db
    .deleteFrom('counters')
    .where('scope', '=', 'group:epics')
    .where('scope_id', '=', groupId)
    .execute();
  await db
    .deleteFrom('members')
    .where('source_type', '=', 'Namespace')
    .where('source_id', '=', groupId)
    .execute();
  await db
    .deleteFrom('placeholder_memberships')
    .where('source_type', '=', 'Namespace')
    .where('source_id', '=', groupId)
    .execute();
  for (const table of ['routes', 'redirects'] as const) {
    await db
      .deleteFrom(table)
      .where('source_type', '=', 'Namespace')
      .where('source_id', '=', groupId)
      .execute();
  }
  await db.deleteFrom('namespaces').where('id', '=', groupId).execute();
}

/** Deletes a project's row with what hangs on it by type and id. */
export async function deleteProjectRows(db: Db, projectId: number): Promise<void> {
  const targets = [
    {
      type: 'MergeRequest',
      ids: db.selectFrom('merge_requests').select('id').where('target_project_id', '=', projectId),
    },
    {
      type: 'Issue',
      ids: db.selectFrom('issues').select('id').where('project_id', '=', projectId),
    },
  ] as const;
  for (const { type, ids } of targets) {
    await db
      .deleteFrom('label_links')
      .where('target_type', '=', type)
      .where('target_id', 'in', ids)
      .execute();
    await db
      .deleteFrom('resource_label_events')
      .where('resource_type', '=', type)
      .where('resource_id', 'in', ids)
      .execute();
  }
  for (const table of ['members', 'placeholder_memberships', 'routes', 'redirects'] as const) {
    await db
      .deleteFrom(table)
      .where('source_type', '=', 'Project')
      .where('source_id', '=', projectId)
      .execute();
  }
  await db
    .deleteFrom('counters')
    .where('scope', 'like', 'project:%')
    .where('scope_id', '=', projectId)
    .execute();
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
}
