import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Pipeline = Row<'pipelines'>;
export type PipelineVariable = Row<'pipeline_variables'>;

export const insertPipeline = (db: Db, row: NewRow<'pipelines'>): Promise<Pipeline> =>
  db.insertInto('pipelines').values(row).returningAll().executeTakeFirstOrThrow();

/** A statement takes about 30,000 values on either database. */
const rowsPerStatement = 500;

/** Writes variables, however many. */
export async function insertPipelineVariables(
  db: Db,
  rows: readonly NewRow<'pipeline_variables'>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const some = rows.slice(at, at + rowsPerStatement);
    await db.insertInto('pipeline_variables').values(some).execute();
  }
}

export const listPipelineVariables = (db: Db, pipelineId: number): Promise<PipelineVariable[]> =>
  db
    .selectFrom('pipeline_variables')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .orderBy('position')
    .execute();

export const findPipeline = (
  db: Db,
  projectId: number,
  id: number,
): Promise<Pipeline | undefined> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** Keeps others from changing a pipeline or its jobs until the transaction ends. */
export const lockPipeline = (db: Db, id: number, instant: string): Promise<Pipeline | undefined> =>
  db
    .updateTable('pipelines')
    .set({ updated_at: instant })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updatePipelineRow = (
  db: Db,
  id: number,
  change: Change<'pipelines'>,
): Promise<Pipeline> =>
  db
    .updateTable('pipelines')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findByOrigin = (db: Db, key: string): Promise<Pipeline | undefined> =>
  db.selectFrom('pipelines').selectAll().where('origin_key', '=', key).executeTakeFirst();

/** The newest pipeline of a commit, of one ref where named. */
export function findLatestPipeline(
  db: Db,
  projectId: number,
  of: { sha: string; ref?: string },
): Promise<Pipeline | undefined> {
  let query = db
    .selectFrom('pipelines')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('sha', '=', of.sha);
  if (of.ref !== undefined) query = query.where('ref', '=', of.ref);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Deletes a pipeline; its jobs and variables go with it. */
export async function deletePipelineRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pipelines').where('id', '=', id).execute();
}

/** Pipelines by id, for jobs that name theirs. */
export const listPipelinesByIds = (db: Db, ids: readonly number[]): Promise<Pipeline[]> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('id', 'in', [...new Set([...ids, 0])])
    .execute();

export interface OpenMergeRequest {
  id: number;
  iid: number;
  source_project_id: number | null;
  target_project_id: number;
  target_branch: string;
  source_branch: string;
  title: string;
  head_sha: string | null;
  base_sha: string | null;
}

const mergeRequestColumns = [
  'id',
  'iid',
  'source_project_id',
  'target_project_id',
  'target_branch',
  'source_branch',
  'title',
  'head_sha',
  'base_sha',
] as const;

export const findOpenMergeRequest = (db: Db, id: number): Promise<OpenMergeRequest | undefined> =>
  db
    .selectFrom('merge_requests')
    .select(mergeRequestColumns)
    .where('id', '=', id)
    .where('state', '=', 'opened')
    .executeTakeFirst();

/** Open merge requests that come from a branch, the newest first. */
export const listOpenMergeRequests = (
  db: Db,
  projectId: number,
  branch: string,
): Promise<OpenMergeRequest[]> =>
  db
    .selectFrom('merge_requests')
    .select(mergeRequestColumns)
    .where('source_project_id', '=', projectId)
    .where('source_branch', '=', branch)
    .where('state', '=', 'opened')
    .orderBy('id', 'desc')
    .limit(4)
    .execute();

/** For each commit the newest pipeline of branches, and those made for merge requests; newest first. */
export const listNewestOfHeads = (
  db: Db,
  heads: readonly { source_project_id: number | null; head_sha: string | null }[],
): Promise<Pipeline[]> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('id', 'in', (e) =>
      e
        .selectFrom('pipelines as p')
        .select((of) => of.fn.max('p.id').as('id'))
        .where('p.project_id', 'in', [...new Set(heads.map((one) => one.source_project_id ?? 0))])
        .where('p.sha', 'in', [...new Set(heads.map((one) => one.head_sha ?? ''))])
        .where('p.tag', '=', 0)
        .groupBy(['p.project_id', 'p.sha', 'p.merge_request_id']),
    )
    .orderBy('id', 'desc')
    .execute();

/** Merge requests that merge by themselves once what they wait for has happened at this head. */
export async function listWaitingMerges(db: Db, projectId: number, sha: string): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('source_project_id', '=', projectId)
    .where('head_sha', '=', sha)
    .where('auto_merge', '=', 1)
    .where('state', '=', 'opened')
    .execute();
  return rows.map((row) => row.id);
}
