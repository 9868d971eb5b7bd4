import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page, Visibility } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';

export type Project = Row<'projects'>;

/** The project of an id or full path in any case; a path without a slash never matches. */
export async function findProject(db: Db, idOrPath: string): Promise<Project | undefined> {
  if (/^\d{1,15}$/.test(idOrPath)) return (await listProjectsByIds(db, [Number(idOrPath)]))[0];
  if (!idOrPath.includes('/')) return undefined;
  return (await listProjectsByPaths(db, [idOrPath.toLowerCase()]))[0];
}

const listProjectsByPaths = compiledOnce<string, Project>((db, paths) =>
  db
    .selectFrom('routes')
    .innerJoin('projects', 'projects.id', 'routes.source_id')
    .selectAll('projects')
    .where('routes.source_type', '=', 'Project')
    .where('routes.full_path_lower', 'in', paths),
);

/** Projects of several ids. */
export const listProjectsByIds = compiledOnce<number, Project>((db, ids) =>
  db.selectFrom('projects').selectAll().where('id', 'in', ids),
);

/** Those of several projects that the viewer may see. */
export const listVisibleByIds = (
  db: Db,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Project[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .where(projectsVisibleTo(viewer))
    .execute();

/** Writes a project. */
export const insertProject = (db: Db, row: NewRow<'projects'>): Promise<Project> =>
  db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a project. */
export const updateProjectRow = (
  db: Db,
  id: number,
  change: Change<'projects'>,
): Promise<Project> =>
  db
    .updateTable('projects')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export interface ProjectFilter {
  search?: string;
  archived?: boolean;
  visibility?: Visibility;
  owned?: boolean;
  membership?: boolean;
  min_access_level?: number;
  /** Projects of this namespace, with `include_subgroups` of those below it too. */
  namespace_id?: number;
  include_subgroups?: boolean;
  forked_from_project_id?: number;
  order_by: 'id' | 'name' | 'path' | 'created_at' | 'updated_at' | 'last_activity_at';
  sort: 'asc' | 'desc';
}

/** One page of the projects that the viewer may see. */
export function listProjects(
  db: Db,
  viewer: Viewer,
  filter: ProjectFilter & { paging: Slice },
): Promise<Page<Project>> {
  const least = filter.owned ? 50 : (filter.min_access_level ?? (filter.membership ? 1 : 0));
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'projects', O>) => {
    let q = query.where(projectsVisibleTo(viewer));
    const { search } = filter;
    if (filter.archived !== undefined) q = q.where('archived', '=', filter.archived ? 1 : 0);
    if (filter.forked_from_project_id !== undefined) {
      q = q.where('forked_from_project_id', '=', filter.forked_from_project_id);
    }
    if (filter.visibility !== undefined) q = q.where('visibility', '=', filter.visibility);
    if (filter.namespace_id !== undefined) {
      const id = filter.namespace_id;
      q = filter.include_subgroups
        ? q.where('namespace_id', 'in', (e) =>
            e
              .selectFrom('namespace_ancestors')
              .select('namespace_id')
              .where('ancestor_id', '=', id),
          )
        : q.where('namespace_id', '=', id);
    }
    if (search !== undefined && search !== '') {
      q = q.where((e) =>
        e.or([
          containsLower(e.ref('name_lower'), search),
          containsLower(sql<string>`lower(${e.ref('path')})`, search),
        ]),
      );
    }
    if (least > 0) {
      q = q.where(
        sql<boolean>`exists (select 1 from project_authorizations pa
          where pa.user_id = ${viewer.userId ?? 0} and pa.project_id = projects.id
            and pa.access_level >= ${least})`,
      );
    }
    return q;
  };
  const rows = narrow(db.selectFrom('projects').selectAll())
    .orderBy(filter.order_by === 'name' ? 'name_lower' : filter.order_by, filter.sort)
    .orderBy('id', filter.sort);
  return pageOf(db, rows, narrow(db.selectFrom('projects').select('id')), filter.paging);
}

export interface ProjectCounts {
  open_issues_count: number;
  open_merge_requests_count: number;
  forks_count: number;
}

/** Counts that project records carry, for several projects in three statements. */
export async function countsOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ProjectCounts>> {
  const wanted = [...ids, 0];
  const issues = await db
    .selectFrom('issues')
    .select((e) => ['project_id as id', e.fn.countAll<number>().as('count')])
    .where('project_id', 'in', wanted)
    .where('state', '=', 'opened')
    .groupBy('project_id')
    .execute();
  const open = await db
    .selectFrom('merge_requests')
    .select((e) => ['target_project_id as id', e.fn.countAll<number>().as('count')])
    .where('target_project_id', 'in', wanted)
    .where('state', '=', 'opened')
    .groupBy('target_project_id')
    .execute();
  const forks = await db
    .selectFrom('projects')
    .select((e) => ['forked_from_project_id as id', e.fn.countAll<number>().as('count')])
    .where('forked_from_project_id', 'in', wanted)
    .groupBy('forked_from_project_id')
    .execute();
  const countIn = (rows: readonly { id: number | null; count: number }[], id: number) =>
    rows.find((row) => row.id === id)?.count ?? 0;
  return new Map(
    ids.map((id) => [
      id,
      {
        open_issues_count: countIn(issues, id),
        open_merge_requests_count: countIn(open, id),
        forks_count: countIn(forks, id),
      },
    ]),
  );
}

/** Namespaces of several projects. */
export const listNamespaces = (db: Db, ids: readonly number[]): Promise<Row<'namespaces'>[]> =>
  db
    .selectFrom('namespaces')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();

/** The caller's direct role in projects and role through groups, for `permissions`. */
export async function rolesOf(
  db: Db,
  userId: number,
  projects: readonly { id: number; namespace_id: number }[],
): Promise<Map<number, { project: number; group: number }>> {
  const direct = await db
    .selectFrom('members')
    .select(['source_id', 'access_level'])
    .where('user_id', '=', userId)
    .where('source_type', '=', 'Project')
    .where('source_id', 'in', [...projects.map((row) => row.id), 0])
    .execute();
  const through = await db
    .selectFrom('namespace_ancestors as a')
    .innerJoin('members as m', (join) =>
      join.onRef('m.source_id', '=', 'a.ancestor_id').on('m.source_type', '=', 'Namespace'),
    )
    .select((e) => ['a.namespace_id as id', e.fn.max('m.access_level').as('level')])
    .where('m.user_id', '=', userId)
    .where('a.namespace_id', 'in', [...projects.map((row) => row.namespace_id), 0])
    .groupBy('a.namespace_id')
    .execute();
  return new Map(
    projects.map((row) => [
      row.id,
      {
        project: direct.find((role) => role.source_id === row.id)?.access_level ?? 0,
        group: through.find((role) => role.id === row.namespace_id)?.level ?? 0,
      },
    ]),
  );
}

/** People with a role in a project, by id. */
export function listProjectUsers(
  db: Db,
  projectId: number,
  filter: { search?: string; paging: Slice },
): Promise<Page<Row<'users'>>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'users', O>) => {
    const q = query.where('id', 'in', (e) =>
      e.selectFrom('project_authorizations').select('user_id').where('project_id', '=', projectId),
    );
    const { search } = filter;
    if (search === undefined || search === '') return q;
    return q.where((e) =>
      e.or([
        containsLower(e.ref('username_lower'), search),
        containsLower(sql<string>`lower(${e.ref('name')})`, search),
      ]),
    );
  };
  const from = db.selectFrom('users');
  return pageOf(
    db,
    narrow(from.selectAll()).orderBy('id'),
    narrow(from.select('id')),
    filter.paging,
  );
}

/** Writes of what a project is a fork, where that is still as it was seen. */
export const replaceOrigin = (
  db: Db,
  id: number,
  {
    before,
    after,
    updated_at,
  }: { before: number | null; after: number | null; updated_at: string },
): Promise<Project | undefined> =>
  db
    .updateTable('projects')
    .set({ forked_from_project_id: after, updated_at })
    .where('id', '=', id)
    .where('forked_from_project_id', before === null ? 'is' : '=', before)
    .returningAll()
    .executeTakeFirst();

/** How many projects a namespace holds itself. */
export async function countProjectsIn(db: Db, namespaceId: number): Promise<number> {
  const row = await db
    .selectFrom('projects')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('namespace_id', '=', namespaceId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Merge requests of a project that merge by themselves once nothing stands in the way. */
export async function listWaitingMerges(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', projectId)
    .where('auto_merge', '=', 1)
    .where('state', '=', 'opened')
    .execute();
  return rows.map((row) => row.id);
}
