import type { Readable } from 'node:stream';
import type { Page } from '#contract/common.ts';
import type { ExportColumn, ExportType } from '#contract/dependency-export-record.ts';
import type { EventName } from '#contract/event-names.ts';
import { isoOf } from '../../clock.ts';
import { actingUser, type Ctx, now, transact, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { conflict, forbidden, notFound, unprocessable } from '../../errors.ts';
import { readFileStream } from '../../files.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { findGroupById, type Group, mayInGroup } from '../groups/rules.ts';
import { mayReadPipelines, type Pipeline } from '../pipelines/rules.ts';
import { findProjectById, mayInProject, type Project } from '../projects/rules.ts';
import { exportPath } from './files.ts';
import {
  type Export,
  findExport,
  findPipelineOfAny,
  insertExport,
  listExports,
  listOwnExports,
  type PlacedExport,
  updateExport,
} from './repository.ts';

export type { Export } from './repository.ts';

const day = 86_400_000;
/** How long an export is kept, from when it was asked for and again from when it was ready. */
const keptDays = 7;

/** When an export that is asked for, or ready, now is deleted. */
export const expiryOf = (ctx: Ctx): string => isoOf(ctx.clock.now() + keptDays * day);

/** What an export is of. */
export type Subject =
  | { kind: 'project'; project: Project }
  | { kind: 'group'; group: Group }
  | { kind: 'pipeline'; project: Project; pipeline: Pipeline };

interface Wanted {
  export_type: ExportType;
  send_email: boolean;
  columns?: readonly ExportColumn[] | undefined;
}

/** Begins an export; a job writes its file. */
export async function createExport(ctx: Ctx, subject: Subject, wanted: Wanted): Promise<Export> {
  const { export_type, columns = [] } = wanted;
  if (columns.length > 0 && export_type !== 'csv') {
    throw unprocessable(['Columns can be chosen for csv alone']);
  }
  return transact(ctx, async (ctx) => {
    const time = now(ctx);
    const row = await insertExport(ctx.db, {
      author_id: actingUser(ctx).id,
      project_id: subject.kind === 'project' ? subject.project.id : null,
      group_id: subject.kind === 'group' ? subject.group.id : null,
      pipeline_id: subject.kind === 'pipeline' ? subject.pipeline.id : null,
      export_type,
      columns: JSON.stringify([...new Set(columns)]),
      send_email: wanted.send_email ? 1 : 0,
      failure_reason: null,
      file_key: null,
      file_name: null,
      size: null,
      created_at: time,
      started_at: time,
      finished_at: null,
      expires_at: expiryOf(ctx),
    });
    await enqueue(ctx, 'export_dependencies', { export_id: row.id });
    await auditExport(ctx, subject, { action: 'dependency_list_export.create', row });
    return row;
  });
}

/** A pipeline for who may export its dependencies: 404 unseen, 403 seen but not allowed. */
export async function pipelineToExport(ctx: Ctx, id: number): Promise<Subject> {
  const pipeline = await findPipelineOfAny(ctx.db, id);
  const project = pipeline && (await findProjectById(ctx, pipeline.project_id));
  if (pipeline === undefined || project === undefined) throw notFound('Pipeline');
  const sees = await mayInProject(ctx, 'read_pipeline', project);
  if (!sees || !(await mayReadPipelines(ctx, project))) throw notFound('Pipeline');
  if (!(await mayInProject(ctx, 'read_dependency', project))) throw forbidden();
  return { kind: 'pipeline', project, pipeline };
}

/** What an export is of; undefined where that is gone. */
export async function subjectOf(ctx: Ctx, row: Export): Promise<Subject | undefined> {
  if (row.group_id !== null) {
    const group = await findGroupById(ctx, row.group_id);
    return group && { kind: 'group', group };
  }
  const pipeline =
    row.pipeline_id === null ? undefined : await findPipelineOfAny(ctx.db, row.pipeline_id);
  const project = await findProjectById(ctx, pipeline?.project_id ?? row.project_id ?? 0);
  if (project === undefined) return undefined;
  if (row.pipeline_id === null) return { kind: 'project', project };
  return pipeline && { kind: 'pipeline', project, pipeline };
}

/**
 * An export for its author: 404 where there is none any more, 403 for anybody else, and for an
 * author who may not read dependencies any more.
 */
export async function getExport(ctx: Ctx, id: number): Promise<Export> {
  const row = await findExport(ctx.db, id);
  if (row === undefined || row.expires_at <= now(ctx)) throw notFound();
  if (row.author_id !== actingUser(ctx).id) throw forbidden();
  const subject = await subjectOf(ctx, row);
  if (subject === undefined) throw notFound();
  const may =
    subject.kind === 'group'
      ? await mayInGroup(ctx, 'read_dependency', subject.group)
      : await mayInProject(ctx, 'read_dependency', subject.project);
  if (!may) throw forbidden();
  return row;
}

/** The file of an export; 404 while it is not there, and when it is gone. */
export async function openExport(
  ctx: Ctx,
  id: number,
): Promise<{ stream: Readable; name: string; size: number }> {
  const { status, file_key, file_name, size } = await getExport(ctx, id);
  if (status !== 'finished' || file_key === null || file_name === null || size === null) {
    throw notFound('DependencyListExport');
  }
  const stream = await readFileStream(exportPath(ctx, file_key));
  if (stream === undefined) throw notFound();
  return { stream, name: file_name, size };
}

/** Begins a failed export of one's own once more. */
export async function retryExport(ctx: Ctx, id: number): Promise<Export> {
  const before = await getExport(ctx, id);
  const subject = await subjectOf(ctx, before);
  if (subject === undefined) throw notFound();
  return transact(ctx, async (ctx) => {
    const row = await updateExport(
      ctx.db,
      { id, status: 'failed' },
      {
        status: 'running',
        failure_reason: null,
        attempts: 0,
        components_done: 0,
        started_at: now(ctx),
        finished_at: null,
        expires_at: expiryOf(ctx),
      },
    );
    if (row === undefined) throw conflict('Only an export that failed can be begun once more');
    await enqueue(ctx, 'export_dependencies', { export_id: id });
    await auditExport(ctx, subject, { action: 'dependency_list_export.retry', row });
    return row;
  });
}

/** One page of the caller's exports of a project and its pipelines, or of a group. */
export const exportPage = (
  ctx: Ctx,
  of: { projectId: number } | { groupId: number },
  paging: Slice,
): Promise<Page<Export>> =>
  listExports(ctx.db, { ...of, authorId: actingUser(ctx).id, instant: now(ctx) }, paging);

/** One page of all exports of the caller's, the newest first. */
export const ownExportPage = (ctx: Ctx, paging: Slice): Promise<Page<PlacedExport>> =>
  listOwnExports(
    ctx.db,
    { authorId: actingUser(ctx).id, instant: now(ctx), viewer: viewerOf(ctx) },
    paging,
  );

/** What an export is called by: the path of its project or group. */
export const nameOf = (subject: Subject): string => {
  if (subject.kind === 'group') return subject.group.full_path;
  const { full_path } = subject.project;
  return subject.kind === 'project' ? full_path : `${full_path} #${subject.pipeline.id}`;
};

async function auditExport(
  ctx: Ctx,
  subject: Subject,
  { action, row }: { action: EventName; row: Export },
): Promise<void> {
  await audit(ctx, {
    action,
    subject: { type: 'DependencyListExport', id: row.id, name: nameOf(subject) },
    ...(subject.kind === 'group'
      ? { groupId: subject.group.id }
      : { projectId: subject.project.id }),
    after: { export_type: row.export_type, send_email: row.send_email === 1 },
  });
}
