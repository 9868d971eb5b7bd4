import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';
import { groupsVisibleTo, projectsVisibleTo } from '../../db/visibility.ts';

export type Export = Row<'dependency_list_exports'>;

/** Writes an export's row. */
export const insertExport = (db: Db, row: NewRow<'dependency_list_exports'>): Promise<Export> =>
  db.insertInto('dependency_list_exports').values(row).returningAll().executeTakeFirstOrThrow();

/** An export by id. */
export const findExport = (db: Db, id: number): Promise<Export | undefined> =>
  db.selectFrom('dependency_list_exports').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes an export that has this status; undefined where it has another one by now. */
export const updateExport = (
  db: Db,
  { id, status }: Pick<Export, 'id' | 'status'>,
  change: Change<'dependency_list_exports'>,
): Promise<Export | undefined> =>
  db
    .updateTable('dependency_list_exports')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();

/** Counts an attempt at an export that runs. */
export const beginAttempt = (db: Db, id: number): Promise<Export | undefined> =>
  db
    .updateTable('dependency_list_exports')
    .set((e) => ({ attempts: e('attempts', '+', 1), components_done: 0 }))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();

/** One page of somebody's exports that are still there, the newest first. */
export function listExports(
  db: Db,
  of: { authorId: number; instant: string } & ({ projectId: number } | { groupId: number }),
  paging: Slice,
): Promise<Page<Export>> {
  const mine = db
    .selectFrom('dependency_list_exports')
    .where('author_id', '=', of.authorId)
    .where('expires_at', '>', of.instant);
  const some =
    'groupId' in of
      ? mine.where('group_id', '=', of.groupId)
      : mine.where((e) =>
          e.or([
            e('project_id', '=', of.projectId),
            e(
              'pipeline_id',
              'in',
              e.selectFrom('pipelines').select('id').where('project_id', '=', of.projectId),
            ),
          ]),
        );
  return pageOf(db, some.selectAll().orderBy('id', 'desc'), some.select('id'), paging);
}

export type PlacedExport = Export & { project_path: string | null; group_path: string | null };

/** One page of somebody's exports of places that the viewer may see, the newest first. */
export function listOwnExports(
  db: Db,
  of: { authorId: number; instant: string; viewer: Viewer },
  paging: Slice,
): Promise<Page<PlacedExport>> {
  const own = db
    .selectFrom('dependency_list_exports')
    .leftJoin('pipelines', 'pipelines.id', 'dependency_list_exports.pipeline_id')
    .leftJoin('projects', (join) =>
      join.on((e) =>
        e('projects.id', '=', (of) =>
          of.fn.coalesce('dependency_list_exports.project_id', 'pipelines.project_id'),
        ),
      ),
    )
    .leftJoin('namespaces', 'namespaces.id', 'dependency_list_exports.group_id')
    .where('dependency_list_exports.author_id', '=', of.authorId)
    .where('dependency_list_exports.expires_at', '>', of.instant)
    .where((e) =>
      e.or([
        e.and([e('projects.id', 'is not', null), projectsVisibleTo(of.viewer)]),
        e.and([e('namespaces.id', 'is not', null), groupsVisibleTo(of.viewer)]),
      ]),
    );
  const rows = own
    .selectAll('dependency_list_exports')
    .select(['projects.full_path as project_path', 'namespaces.full_path as group_path'])
    .orderBy('dependency_list_exports.id', 'desc');
  return pageOf(db, rows, own.select('dependency_list_exports.id'), paging);
}

/** Exports whose time is over. */
export const listExpired = (
  db: Db,
  instant: string,
  limit: number,
): Promise<Pick<Export, 'id' | 'file_key'>[]> =>
  db
    .selectFrom('dependency_list_exports')
    .select(['id', 'file_key'])
    .where('expires_at', '<=', instant)
    .limit(limit)
    .execute();

/** Deletes the rows of exports. */
export async function deleteExports(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('dependency_list_exports')
    .where('id', 'in', [0, ...ids])
    .execute();
}

/** Exports that run although no job is left that works at them, or for too long. */
export const listStuck = (
  db: Db,
  before: { unattended: string; slow: string },
): Promise<Export[]> =>
  db
    .selectFrom('dependency_list_exports as x')
    .selectAll('x')
    .where('x.status', '=', 'running')
    .where('x.started_at', '<', before.unattended)
    .where((e) =>
      e.or([
        e('x.started_at', '<', before.slow),
        e.not(
          e.exists(
            e
              .selectFrom('jobs')
              .select('jobs.id')
              .where('jobs.kind', '=', 'export_dependencies')
              .where('jobs.state', 'in', ['queued', 'running'])
              .where(sql<boolean>`jobs.payload = '{"export_id":' || x.id || '}'`),
          ),
        ),
      ]),
    )
    .limit(500)
    .execute();

/** Those of several names of files that belong to an export. */
export async function listKnownFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dependency_list_exports')
    .select('file_key')
    .where('file_key', 'in', ['', ...keys])
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}

/** Ids of the projects of a group and of those below it, by the order of their groups. */
export async function listProjectIdsBelow(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects as p')
    .innerJoin('namespace_ancestors as a', 'a.namespace_id', 'p.namespace_id')
    .innerJoin('namespaces as n', 'n.id', 'p.namespace_id')
    .select('p.id')
    .where('a.ancestor_id', '=', groupId)
    .orderBy('n.full_path')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => row.id);
}

/** A pipeline by id, of any project. */
export const findPipelineOfAny = (db: Db, id: number): Promise<Row<'pipelines'> | undefined> =>
  db.selectFrom('pipelines').selectAll().where('id', '=', id).executeTakeFirst();
