import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { containsLower } from '../../db/portable.ts';
import type { Tables } from '../../db/schema.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';
import type { Schedule } from './repository.ts';

export interface InstanceFilter {
  state?: 'active' | 'inactive' | 'orphaned' | 'failing' | undefined;
  search?: string | undefined;
  ownerId?: number | undefined;
  project_id?: number | undefined;
  /** Of projects that this one may see. */
  viewer?: Viewer;
}

/** The owner is gone, blocked or without the right to run pipelines of the project. */
const orphaned = sql<SqlBool>`not exists (
  select 1 from users u
  left join project_authorizations a
    on a.user_id = u.id and a.project_id = pipeline_schedules.project_id
  where u.id = pipeline_schedules.owner_id and u.state = 'active'
    and (u.is_admin = 1 or a.access_level >= ${sql.lit(accessLevels.developer)}))`;

/** One page of all schedules, the next to run first, those that never will last. */
export function listAllSchedules(
  db: Db,
  filter: InstanceFilter,
  paging: Slice,
): Promise<Page<Schedule & { orphaned: number }>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'pipeline_schedules', O>) => {
    const { state, search, ownerId, project_id } = filter;
    let q = query;
    if (state === 'active' || state === 'inactive') {
      q = q.where('active', '=', state === 'active' ? 1 : 0);
    }
    if (state === 'orphaned') q = q.where(orphaned);
    if (state === 'failing') q = q.where('problem', 'is not', null);
    if (ownerId !== undefined) q = q.where('owner_id', '=', ownerId);
    if (filter.viewer !== undefined) {
      q = q.where(sql<SqlBool>`exists (select 1 from projects
        where projects.id = pipeline_schedules.project_id and ${projectsVisibleTo(filter.viewer)})`);
    }
    if (project_id !== undefined) q = q.where('project_id', '=', project_id);
    if (search === undefined || search === '') return q;
    return q.where((e) =>
      e.or([
        containsLower(e.ref('description_lower'), search),
        e(
          'project_id',
          'in',
          e
            .selectFrom('routes')
            .select('routes.source_id')
            .where('routes.source_type', '=', 'Project')
            .where((of) => containsLower(of.ref('routes.full_path_lower'), search)),
        ),
      ]),
    );
  };
  const from = db.selectFrom('pipeline_schedules');
  const rows = narrow(
    from.selectAll().select(sql<number>`case when ${orphaned} then 1 else 0 end`.as('orphaned')),
  )
    .orderBy(sql`case when active = 1 and next_run_at is not null then 0 else 1 end`)
    .orderBy('next_run_at')
    .orderBy('id');
  return pageOf(db, rows, narrow(from.select('id')), paging);
}

/** Schedules by id. */
export const listSchedulesByIds = (db: Db, ids: readonly number[]): Promise<Schedule[]> =>
  db
    .selectFrom('pipeline_schedules')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();
