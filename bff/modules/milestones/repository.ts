import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';

/** A milestone with the path of the project or group that it belongs to. */
export type Milestone = Row<'milestones'> & { full_path: string | null };

/** Where milestones are looked for: a project or a group, with what lies above and below it. */
export interface MilestoneScope {
  projectId?: number;
  /** The group, or the namespace of the project. */
  namespaceId: number;
  ancestors: boolean;
  /** Of a group: milestones of the groups below and of the projects that this viewer may see. */
  below?: Viewer;
}

type Query<O> = SelectQueryBuilder<Tables, 'milestones', O>;

function within<O>(query: Query<O>, scope: MilestoneScope): Query<O> {
  const { projectId, namespaceId, ancestors, below } = scope;
  const places = [
    projectId === undefined
      ? sql<boolean>`milestones.group_id = ${namespaceId}`
      : sql<boolean>`milestones.project_id = ${projectId}`,
  ];
  if (ancestors) {
    places.push(sql<boolean>`milestones.group_id in (
      select ancestor_id from namespace_ancestors where namespace_id = ${namespaceId})`);
  }
  if (below !== undefined) {
    const groups = sql`select namespace_id from namespace_ancestors where ancestor_id = ${namespaceId}`;
    places.push(sql<boolean>`milestones.group_id in (${groups})`);
    places.push(sql<boolean>`milestones.project_id in (
      select projects.id from projects
      where projects.namespace_id in (${groups}) and ${projectsVisibleTo(below)})`);
  }
  return query.where((e) => e.or(places));
}

const withPath = (db: Db) =>
  db
    .selectFrom('milestones')
    .selectAll('milestones')
    .select((e) =>
      e.fn
        .coalesce(
          e
            .selectFrom('projects')
            .select('projects.full_path')
            .whereRef('projects.id', '=', 'milestones.project_id'),
          e
            .selectFrom('namespaces')
            .select('namespaces.full_path')
            .whereRef('namespaces.id', '=', 'milestones.group_id'),
        )
        .as('full_path'),
    );

export interface MilestoneFilter {
  iids?: readonly number[];
  state?: 'active' | 'closed';
  title?: string;
  search?: string;
  search_title?: string;
  updated_after?: string;
  updated_before?: string;
}

/** One page of milestones, the next to end first, those without an end last. */
export function listMilestones(
  db: Db,
  scope: MilestoneScope,
  filter: MilestoneFilter & { paging: { offset: number; perPage: number } },
): Promise<Page<Milestone>> {
  const narrow = <O>(query: Query<O>) => {
    let q = within(query, scope);
    if (filter.iids !== undefined) q = q.where('iid', 'in', [...filter.iids, 0]);
    if (filter.state !== undefined) q = q.where('state', '=', filter.state);
    if (filter.title !== undefined) q = q.where('title', '=', filter.title);
    if (filter.updated_after !== undefined) q = q.where('updated_at', '>=', filter.updated_after);
    if (filter.updated_before !== undefined) q = q.where('updated_at', '<=', filter.updated_before);
    const { search, search_title } = filter;
    if (search !== undefined && search !== '') {
      q = q.where((e) =>
        e.or([
          containsLower(sql<string>`lower(milestones.title)`, search),
          containsLower(sql<string>`lower(milestones.description)`, search),
        ]),
      );
    }
    if (search_title !== undefined && search_title !== '') {
      q = q.where(containsLower(sql<string>`lower(milestones.title)`, search_title));
    }
    return q;
  };
  const rows = narrow(withPath(db))
    .orderBy('due_date', (order) => order.asc().nullsLast())
    .orderBy('title')
    .orderBy('id');
  return pageOf(
    db,
    rows,
    narrow(db.selectFrom('milestones').select('milestones.id')),
    filter.paging,
  );
}

/** A milestone of this place by id. */
export const findMilestone = (
  db: Db,
  scope: MilestoneScope,
  id: number,
): Promise<Milestone | undefined> =>
  within(withPath(db), scope).where('milestones.id', '=', id).executeTakeFirst();

/** Milestones of several ids, wherever they belong. */
export const listMilestonesByIds = (db: Db, ids: readonly number[]): Promise<Milestone[]> =>
  withPath(db)
    .where('milestones.id', 'in', [...ids, 0])
    .execute();

/** Is a title taken where this milestone would show: in the place itself, above or below it? */
export async function isTitleTaken(
  db: Db,
  place: { projectId?: number; namespaceId: number },
  { title, except }: { title: string; except?: number },
): Promise<boolean> {
  const { projectId, namespaceId } = place;
  const above = sql`select ancestor_id from namespace_ancestors where namespace_id = ${namespaceId}`;
  const below = sql`select namespace_id from namespace_ancestors where ancestor_id = ${namespaceId}`;
  const where =
    projectId === undefined
      ? sql<boolean>`(group_id in (${above}) or group_id in (${below}) or project_id in (
          select p.id from projects p where p.namespace_id in (${below})))`
      : sql<boolean>`(group_id in (${above}) or project_id = ${projectId})`;
  const row = await db
    .selectFrom('milestones')
    .select('id')
    .where('title', '=', title)
    .where('id', '!=', except ?? 0)
    .where(where)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a milestone. */
export const insertMilestone = (db: Db, row: NewRow<'milestones'>): Promise<Row<'milestones'>> =>
  db.insertInto('milestones').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a milestone. */
export const updateMilestoneRow = (
  db: Db,
  id: number,
  change: Change<'milestones'>,
): Promise<Row<'milestones'>> =>
  db
    .updateTable('milestones')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Milestones of a title that belong to projects and groups below a group, or to itself. */
export const listMilestonesBelow = (
  db: Db,
  groupId: number,
  title: string,
): Promise<Row<'milestones'>[]> => {
  const groups = sql`select namespace_id from namespace_ancestors where ancestor_id = ${groupId}`;
  return db
    .selectFrom('milestones')
    .selectAll()
    .where('title', '=', title)
    .where(
      sql<boolean>`(group_id in (${groups}) or project_id in (
        select p.id from projects p where p.namespace_id in (${groups})))`,
    )
    .orderBy('id')
    .execute();
};

/** Puts one milestone in the place of others, on everything. */
export async function replaceMilestones(
  db: Db,
  from: readonly number[],
  to: number,
): Promise<void> {
  for (const table of ['issues', 'merge_requests'] as const) {
    await db
      .updateTable(table)
      .set({ milestone_id: to })
      .where('milestone_id', 'in', [...from, 0])
      .execute();
  }
}

/** Whatever was in the milestone has none any more. */
export async function deleteMilestoneRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('milestones').where('id', '=', id).execute();
}
