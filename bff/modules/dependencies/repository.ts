import { sql } from 'kysely';
import { readerVersion } from '../../dependencies/files.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';

export type DependencyList = Row<'dependency_lists'>;
export type Dependency = Row<'dependencies'>;
export type SbomReport = Row<'sbom_reports'>;

/** The reading of a commit by the reader of today; what an older one read counts as unread. */
export const findReading = (
  db: Db,
  projectId: number,
  sha: string,
): Promise<Row<'dependency_readings'> | undefined> =>
  db
    .selectFrom('dependency_readings as r')
    .innerJoin('dependency_lists as l', 'l.id', 'r.list_id')
    .selectAll('r')
    .where('r.project_id', '=', projectId)
    .where('r.sha', '=', sha)
    // A replica that is newer may have read it already.
    .where('l.reader_version', '>=', readerVersion)
    .executeTakeFirst();

/** Notes which list a commit has; readers of one version come to the same. */
export async function insertReading(db: Db, row: NewRow<'dependency_readings'>): Promise<void> {
  await db
    .insertInto('dependency_readings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'sha'])
        .doUpdateSet({ list_id: row.list_id, created_at: row.created_at }),
    )
    .execute();
}

/** Projects whose list an older reader has written, some at a time. */
export async function listStaleProjects(
  db: Db,
  after: { id: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('project_dependency_lists as p')
    .innerJoin('dependency_lists as l', 'l.id', 'p.list_id')
    .innerJoin('projects', 'projects.id', 'p.project_id')
    .select('p.project_id')
    .where('l.reader_version', '<', readerVersion)
    .where('projects.empty_repo', '=', 0)
    .where('p.project_id', '>', after.id)
    .orderBy('p.project_id')
    .limit(after.limit)
    .execute();
  return rows.map((row) => row.project_id);
}

/** The list of a content; made where it is missing. */
export async function holdList(db: Db, row: NewRow<'dependency_lists'>): Promise<DependencyList> {
  await db
    .insertInto('dependency_lists')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'content_key']).doNothing())
    .execute();
  return db
    .selectFrom('dependency_lists')
    .selectAll()
    .where('project_id', '=', row.project_id)
    .where('content_key', '=', row.content_key)
    .executeTakeFirstOrThrow();
}

/** Says that a list is whole; false where another attempt writes it. */
export async function completeList(
  db: Db,
  { id, writer }: { id: number; writer: string },
  is: { findings: string; components_count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dependency_lists')
    .set({ ...is, complete: 1, writer: null })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes an attempt the one that writes a list. */
export async function claimList(db: Db, id: number, writer: string): Promise<void> {
  await db
    .updateTable('dependency_lists')
    .set({ writer })
    .where('id', '=', id)
    .where('complete', '=', 0)
    .execute();
}

/** True while an attempt writes a list; the row stays as it is until the transaction ends. */
export async function holdClaim(db: Db, id: number, writer: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dependency_lists')
    .set({ writer })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .where('complete', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the packages off a list that was not finished. */
export async function emptyList(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dependencies').where('list_id', '=', id).execute();
}

/** Writes packages; as many as one statement takes. */
export async function insertDependencies(
  db: Db,
  rows: readonly NewRow<'dependencies'>[],
): Promise<void> {
  await db.insertInto('dependencies').values(rows).execute();
}

/** When the packages of a list were seen first, some at a time. */
export const listFirstSeen = (
  db: Db,
  listId: number,
  after: { id: number; limit: number },
): Promise<Pick<Dependency, 'id' | 'component_key' | 'first_seen_at'>[]> =>
  db
    .selectFrom('dependencies')
    .select(['id', 'component_key', 'first_seen_at'])
    .where('list_id', '=', listId)
    .where('id', '>', after.id)
    .orderBy('id')
    .limit(after.limit)
    .execute();

/** Makes a list that of the default branch. */
export async function setProjectList(
  db: Db,
  row: NewRow<'project_dependency_lists'>,
): Promise<void> {
  const { list_id, sha, updated_at } = row;
  await db
    .insertInto('project_dependency_lists')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ list_id, sha, updated_at }),
    )
    .execute();
}

/** The list of the default branch as it was read last. */
export const findProjectList = (
  db: Db,
  projectId: number,
): Promise<Row<'project_dependency_lists'> | undefined> =>
  db
    .selectFrom('project_dependency_lists')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** Files of a list that could not be read. */
export async function findFindings(db: Db, listId: number): Promise<string> {
  const row = await db
    .selectFrom('dependency_lists')
    .select('findings')
    .where('id', '=', listId)
    .executeTakeFirst();
  return row?.findings ?? '[]';
}

/** Forgets readings of commits that are neither the newest nor a pipeline's. */
export async function deleteOldReadings(db: Db, projectId: number, newest: string): Promise<void> {
  await db
    .deleteFrom('dependency_readings')
    .where('project_id', '=', projectId)
    .where('sha', '!=', newest)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('pipelines')
            .select('pipelines.id')
            .whereRef('pipelines.project_id', '=', 'dependency_readings.project_id')
            .whereRef('pipelines.sha', '=', 'dependency_readings.sha'),
        ),
      ),
    )
    .execute();
}

/** Deletes lists that nothing has; while exports are written none, for they may be reading it. */
export async function deleteOldLists(
  db: Db,
  projectId: number,
  { before, abandoned }: { before: string; abandoned: string },
): Promise<void> {
  const running = db
    .selectFrom('dependency_list_exports')
    .select('id')
    .where('status', '=', 'running');
  const used = ['dependency_readings', 'project_dependency_lists', 'sbom_reports'] as const;
  let query = db
    .deleteFrom('dependency_lists')
    .where('project_id', '=', projectId)
    .where('created_at', '<', before)
    .where((e) => e.not(e.exists(running)))
    // One that is being written has nothing yet, nor has a report's until its row is there.
    .where((e) =>
      e.or([
        e.and([e('complete', '=', 1), e('content_key', 'not like', 'report:%')]),
        e('created_at', '<', abandoned),
      ]),
    );
  for (const table of used) {
    query = query.where(
      'id',
      'not in',
      db.selectFrom(table).select('list_id').where('project_id', '=', projectId),
    );
  }
  await query.execute();
}

/** Adds a report to a pipeline; undefined where it has one of the same content. */
export const insertReport = (
  db: Db,
  row: NewRow<'sbom_reports'>,
): Promise<SbomReport | undefined> =>
  db
    .insertInto('sbom_reports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['pipeline_id', 'list_id']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** The report of a pipeline with this content. */
export const findReport = (
  db: Db,
  pipelineId: number,
  listId: number,
): Promise<SbomReport | undefined> =>
  db
    .selectFrom('sbom_reports')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('list_id', '=', listId)
    .executeTakeFirst();

/** The reports of a pipeline. */
export const listReports = (db: Db, pipelineId: number): Promise<SbomReport[]> =>
  db
    .selectFrom('sbom_reports')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .orderBy('id')
    .execute();

/** Lists of the reports of the newest pipeline of each project's default branch that has some. */
export const listBranchReports = (
  db: Db,
  projectIds: readonly number[],
): Promise<{ project_id: number; list_id: number }[]> =>
  db
    .selectFrom('sbom_reports as r')
    .select(['r.project_id', 'r.list_id'])
    .where('r.project_id', 'in', [...projectIds])
    .where('r.pipeline_id', '=', (e) =>
      e
        .selectFrom('sbom_reports as newest')
        .innerJoin('pipelines', 'pipelines.id', 'newest.pipeline_id')
        .innerJoin('projects', 'projects.id', 'newest.project_id')
        .select(sql<number>`max(newest.pipeline_id)`.as('pipeline_id'))
        .whereRef('newest.project_id', '=', 'r.project_id')
        .whereRef('pipelines.ref', '=', 'projects.default_branch')
        .where('pipelines.tag', '=', 0),
    )
    .orderBy('r.id')
    .execute();

/** Lists of the default branches of projects, and which reader has written them. */
export const listProjectLists = (
  db: Db,
  projectIds: readonly number[],
): Promise<(Row<'project_dependency_lists'> & { reader_version: number })[]> =>
  db
    .selectFrom('project_dependency_lists as p')
    .innerJoin('dependency_lists as l', 'l.id', 'p.list_id')
    .selectAll('p')
    .select('l.reader_version')
    .where('p.project_id', 'in', [...projectIds])
    .execute();
