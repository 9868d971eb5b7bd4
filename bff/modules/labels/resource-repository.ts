import { type SelectQueryBuilder, sql } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Tables } from '../../db/schema.ts';
import { issuesVisibleTo, projectsVisibleTo } from '../../db/visibility.ts';
import type { Label } from './repository.ts';

/** Where labels are looked for: a project or a group, with what lies above and below it. */
export interface LabelScope {
  projectId?: number;
  /** The group, or the namespace of the project. */
  namespaceId: number;
  ancestors: boolean;
  /** Of a group: labels of the groups below. */
  descendants?: boolean;
  /** Of a group: labels of its projects that this viewer may see. */
  projectsFor?: Viewer;
}

function within<O>(
  query: SelectQueryBuilder<Tables, 'labels', O>,
  scope: LabelScope,
): SelectQueryBuilder<Tables, 'labels', O> {
  const { projectId, namespaceId, ancestors, descendants, projectsFor } = scope;
  const above = sql`select ancestor_id from namespace_ancestors where namespace_id = ${namespaceId}`;
  const below = sql`select namespace_id from namespace_ancestors where ancestor_id = ${namespaceId}`;
  const places = [
    ...(projectId === undefined ? [] : [sql<boolean>`labels.project_id = ${projectId}`]),
    ...(projectId === undefined ? [sql<boolean>`labels.group_id = ${namespaceId}`] : []),
    ...(ancestors ? [sql<boolean>`labels.group_id in (${above})`] : []),
    ...(descendants ? [sql<boolean>`labels.group_id in (${below})`] : []),
  ];
  if (projectsFor !== undefined) {
    const where = descendants ? sql`in (${below})` : sql`= ${namespaceId}`;
    places.push(sql<boolean>`labels.project_id in (
      select projects.id from projects
      where projects.namespace_id ${where} and ${projectsVisibleTo(projectsFor)})`);
  }
  return query.where((e) => e.or(places));
}

/** One page of labels by name. */
export function listLabels(
  db: Db,
  scope: LabelScope,
  filter: { search?: string; paging: { offset: number; perPage: number } },
): Promise<Page<Label>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'labels', O>) => {
    const found = within(query, scope);
    const { search } = filter;
    if (search === undefined || search === '') return found;
    return found.where((e) =>
      e.or([
        containsLower(sql<string>`lower(${e.ref('name')})`, search),
        containsLower(sql<string>`lower(coalesce(${e.ref('description')}, ''))`, search),
      ]),
    );
  };
  const rows = narrow(db.selectFrom('labels').selectAll()).orderBy('name').orderBy('id');
  return pageOf(db, rows, narrow(db.selectFrom('labels').select('id')), filter.paging);
}

/** The label of an id; else the one of a name that is nearest: the project's own, then upwards. */
export async function findLabel(
  db: Db,
  scope: LabelScope,
  idOrName: string,
): Promise<Label | undefined> {
  const labels = within(db.selectFrom('labels').selectAll(), scope);
  if (/^\d{1,15}$/.test(idOrName)) {
    const found = await labels.where('id', '=', Number(idOrName)).executeTakeFirst();
    if (found !== undefined) return found;
  }
  return labels
    .where('name', '=', idOrName)
    .orderBy(sql`case when project_id is null then 1 else 0 end`)
    .orderBy('group_id', 'desc')
    .executeTakeFirst();
}

export const insertLabelRow = (db: Db, row: NewRow<'labels'>): Promise<Label> =>
  db.insertInto('labels').values(row).returningAll().executeTakeFirstOrThrow();

export const updateLabelRow = (db: Db, id: number, change: Change<'labels'>): Promise<Label> =>
  db
    .updateTable('labels')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its events stay without it. */
export async function deleteLabelRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('labels').where('id', '=', id).execute();
}

/** Labels of one name that belong to projects of a group or of the groups below it. */
export const listProjectLabelsBelow = (db: Db, groupId: number, name: string): Promise<Label[]> =>
  db
    .selectFrom('labels')
    .innerJoin('projects', 'projects.id', 'labels.project_id')
    .innerJoin('namespace_ancestors as a', 'a.namespace_id', 'projects.namespace_id')
    .selectAll('labels')
    .where('a.ancestor_id', '=', groupId)
    .where('labels.name', '=', name)
    .orderBy('labels.id')
    .execute();

export interface LabelCounts {
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
}

/** How many issues and merge requests that the viewer may see carry each of these labels. */
export async function countTargets(
  db: Db,
  where: { labelIds: readonly number[]; projectId?: number; groupId?: number },
  viewer: Viewer,
): Promise<Map<number, LabelCounts>> {
  const { projectId, groupId } = where;
  const labelIds = [...where.labelIds, 0];
  const place =
    projectId === undefined
      ? sql<boolean>`projects.namespace_id in (
          select namespace_id from namespace_ancestors where ancestor_id = ${groupId ?? 0})`
      : sql<boolean>`projects.id = ${projectId}`;
  const issues = await db
    .selectFrom('label_links')
    .innerJoin('issues', 'issues.id', 'label_links.target_id')
    .innerJoin('projects', 'projects.id', 'issues.project_id')
    .select((e) => ['label_id', 'issues.state', e.fn.countAll<number>().as('count')])
    .where('target_type', '=', 'Issue')
    .where('label_id', 'in', labelIds)
    .where(place)
    .where(issuesVisibleTo(viewer))
    .groupBy(['label_id', 'issues.state'])
    .execute();
  const requests = await db
    .selectFrom('label_links')
    .innerJoin('merge_requests', 'merge_requests.id', 'label_links.target_id')
    .innerJoin('projects', 'projects.id', 'merge_requests.target_project_id')
    .select((e) => ['label_id', e.fn.countAll<number>().as('count')])
    .where('target_type', '=', 'MergeRequest')
    .where('label_id', 'in', labelIds)
    .where('merge_requests.state', '=', 'opened')
    .where(place)
    .where(projectsVisibleTo(viewer, accessLevels.reporter))
    .groupBy('label_id')
    .execute();
  const ofState = (id: number, state: 'opened' | 'closed') =>
    issues.find((row) => row.label_id === id && row.state === state)?.count ?? 0;
  return new Map(
    where.labelIds.map((id) => [
      id,
      {
        open_issues_count: ofState(id, 'opened'),
        closed_issues_count: ofState(id, 'closed'),
        open_merge_requests_count: requests.find((row) => row.label_id === id)?.count ?? 0,
      },
    ]),
  );
}
