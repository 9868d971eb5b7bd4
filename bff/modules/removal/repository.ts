import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

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

/** Deletes labels of targets and their history. */
async function deleteLabelling<T extends keyof Tables>(
  db: Db,
  type: 'MergeRequest' | 'Issue' | 'Epic',
  ids: SelectQueryBuilder<Tables, T, { id: number }>,
): Promise<void> {
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

/** Deletes what hangs on a place by type and id. */
async function deleteOfPlace(db: Db, type: 'Namespace' | 'Project', id: number): Promise<void> {
  for (const table of ['members', 'placeholder_memberships', 'routes', 'redirects'] as const) {
    await db
      .deleteFrom(table)
      .where('source_type', '=', type)
      .where('source_id', '=', id)
      .execute();
  }
  await db
    .deleteFrom('counters')
    .where('scope', 'like', type === 'Namespace' ? 'group:%' : 'project:%')
    .where('scope_id', '=', id)
    .execute();
}

/** Deletes a namespace's row with what hangs on it by type and id. */
export async function deleteGroupRows(db: Db, groupId: number): Promise<void> {
  const epics = db.selectFrom('epics').select('id').where('group_id', '=', groupId);
  await deleteLabelling(db, 'Epic', epics);
  await db
    .deleteFrom('notes')
    .where('noteable_type', '=', 'Epic')
    .where('noteable_id', 'in', epics)
    .execute();
  await deleteOfPlace(db, 'Namespace', groupId);
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
  for (const { type, ids } of targets) await deleteLabelling(db, type, ids);
  await deleteOfPlace(db, 'Project', projectId);
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
}
