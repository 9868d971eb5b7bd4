import type { Page } from '#contract/common.ts';
import type { CiJobStatus } from '#contract/pipeline-record.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Change, NewRow, Row, Tables } from '../../db/schema.ts';
import type { SelectQueryBuilder } from 'kysely';

export type CiJob = Row<'ci_jobs'>;

type Paging = { offset: number; perPage: number };

/** A statement takes about 30,000 values on either database. */
const rowsPerStatement = 500;

/** Writes jobs, however many. */
export async function insertCiJobs(db: Db, rows: readonly NewRow<'ci_jobs'>[]): Promise<CiJob[]> {
  const inserted: CiJob[] = [];
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const some = rows.slice(at, at + rowsPerStatement);
    inserted.push(...(await db.insertInto('ci_jobs').values(some).returningAll().execute()));
  }
  return inserted;
}

/** The newest job of each name, in the order in which they were made. */
export const listCurrentCiJobs = (db: Db, pipelineId: number): Promise<CiJob[]> =>
  db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('retried', '=', 0)
    .orderBy('id')
    .execute();

export const findCiJob = (db: Db, projectId: number, id: number): Promise<CiJob | undefined> =>
  db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** Gives several jobs the same change; gives where they are. */
export async function updateCiJobs(
  db: Db,
  ids: readonly number[],
  change: Change<'ci_jobs'>,
): Promise<Pick<CiJob, 'id' | 'project_id'>[]> {
  const changed: Pick<CiJob, 'id' | 'project_id'>[] = [];
  for (let at = 0; at < ids.length; at += rowsPerStatement) {
    const rows = await db
      .updateTable('ci_jobs')
      .set(change)
      .where('id', 'in', ids.slice(at, at + rowsPerStatement))
      .returning(['id', 'project_id'])
      .execute();
    changed.push(...rows);
  }
  return changed;
}

export interface CiJobFilter {
  /** Jobs of the CI file alone, or statuses from outside too. */
  kinds: readonly CiJob['kind'][];
  pipelineId?: number;
  statuses?: readonly CiJobStatus[];
  includeRetried: boolean;
  sha?: string;
  ref?: string;
  stage?: string;
  name?: string;
  order: { by: 'id' | 'pipeline_id'; sort: 'asc' | 'desc' };
}

/** One page of the jobs of a project. */
export function listCiJobs(
  db: Db,
  projectId: number,
  filter: CiJobFilter & { paging: Paging },
): Promise<Page<CiJob>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'ci_jobs', O>) => {
    let q = query.where('project_id', '=', projectId).where('kind', 'in', [...filter.kinds]);
    if (filter.pipelineId !== undefined) q = q.where('pipeline_id', '=', filter.pipelineId);
    if (filter.statuses !== undefined) q = q.where('status', 'in', [...filter.statuses]);
    if (!filter.includeRetried) q = q.where('retried', '=', 0);
    for (const column of ['sha', 'ref', 'stage', 'name'] as const) {
      const value = filter[column];
      if (value !== undefined) q = q.where(column, '=', value);
    }
    return q;
  };
  const { by, sort } = filter.order;
  const rows = narrow(db.selectFrom('ci_jobs').selectAll()).orderBy(by, sort).orderBy('id', sort);
  return pageOf(db, rows, narrow(db.selectFrom('ci_jobs').select('id')), filter.paging);
}

export const findCiJobById = (db: Db, id: number): Promise<CiJob | undefined> =>
  db.selectFrom('ci_jobs').selectAll().where('id', '=', id).executeTakeFirst();

export const listCiJobsByIds = (db: Db, ids: readonly number[]): Promise<CiJob[]> =>
  db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .execute();
