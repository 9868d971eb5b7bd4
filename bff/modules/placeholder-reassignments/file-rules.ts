import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Page, Upload } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { reassignmentLimits } from '#contract/placeholder-reassignments.ts';
import { isoOf } from '../../clock.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { bit } from '../../db/portable.ts';
import { notFound, unprocessable } from '../../errors.ts';
import { keepFile, removeFile, sweepFiles } from '../../files.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import type { Group } from '../groups/rules.ts';
import { SheetProblem } from './encoding.ts';
import { countSheet } from './read-sheet.ts';
import {
  changeFile,
  findFile,
  forgetDryRuns,
  insertFile,
  listFiles,
  listKnownSecrets,
  listRows,
  type ReassignmentFile,
  type ReassignmentRow,
  takeBytes,
} from './repository.ts';

export type { ReassignmentFile, ReassignmentRow } from './repository.ts';

const megabyte = 1024 * 1024;
const day = 86_400_000;
const preventing = 'The following errors are preventing the sheet from being processed: ';

/** Where the bytes lie: by the secret alone, so that no name of anybody's is part of a path. */
export function pathOfFile(ctx: Pick<Ctx, 'dataDir'>, secret: string): string {
  if (!/^[0-9a-f]{32}$/.test(secret)) throw new Error('not a secret of a file');
  return join(ctx.dataDir, 'reassignments', secret.slice(0, 2), secret);
}

/**
 * Keeps a file that names who gets the work of whom, and lets a job go through it: 422 for what
 * cannot be read or is too much, and nothing is kept of it.
 */
export async function addFile(
  ctx: Ctx,
  group: Group,
  given: { file: Upload; dryRun: boolean },
): Promise<ReassignmentFile> {
  const { file, dryRun } = given;
  if (!file.filename.toLowerCase().endsWith('.csv')) {
    throw unprocessable('You must upload a CSV file with a .csv file extension.');
  }
  if (file.size > reassignmentLimits.megabytes * megabyte) {
    throw unprocessable(`${preventing}The file has more than ${reassignmentLimits.megabytes} MB.`);
  }
  const secret = randomBytes(16).toString('hex');
  const path = pathOfFile(ctx, secret);
  await keepFile(file.path, path);
  try {
    const total = await countSheet(path);
    return await transact(ctx, (ctx) =>
      begin(ctx, group, {
        action: 'reassignment_file.create',
        filename: [...basename(file.filename.replaceAll('\\', '/'))].slice(0, 255).join(''),
        size: file.size,
        secret,
        dry_run: bit(dryRun),
        total,
      }),
    );
  } catch (error) {
    await removeFile(path);
    if (error instanceof SheetProblem) throw unprocessable(preventing + error.message);
    throw error;
  }
}

async function begin(
  ctx: Ctx,
  group: Group,
  given: { action: EventName } & Pick<
    ReassignmentFile,
    'filename' | 'size' | 'secret' | 'dry_run' | 'total'
  >,
): Promise<ReassignmentFile> {
  const { action, ...columns } = given;
  const row = await insertFile(ctx.db, {
    ...columns,
    group_id: group.id,
    user_id: actingUser(ctx).id,
    as_administrator: bit(isAdministrator(ctx)),
    error: null,
    created_at: now(ctx),
    started_at: null,
    finished_at: null,
  });
  await enqueue(ctx, 'process_reassignment_file', { file_id: row.id }, { dedup: String(row.id) });
  await auditFile(ctx, row, action);
  return row;
}

/** Writes what has become of a file. Call inside `transact`. */
export const auditFile = (ctx: Ctx, row: ReassignmentFile, action: EventName): Promise<void> =>
  audit(ctx, {
    action,
    subject: { type: 'ReassignmentFile', id: row.id, name: row.filename },
    groupId: row.group_id,
    after: {
      status: row.status,
      dry_run: row.dry_run === 1,
      total: row.total,
      matched: row.matched,
      failed: row.failed,
      skipped: row.skipped,
      error: row.error,
    },
  });

/** A file of a group; 404 `404 Reassignment File Not Found`. */
export async function getFile(ctx: Ctx, group: Group, id: number): Promise<ReassignmentFile> {
  const row = await findFile(ctx.db, id);
  if (row?.group_id !== group.id) throw notFound('Reassignment File');
  return row;
}

/** One page of the files of a group, the newest first. */
export const filePage = (ctx: Ctx, group: Group, paging: Slice): Promise<Page<ReassignmentFile>> =>
  listFiles(ctx.db, group.id, paging);

/** One page of the lines of a file that were not matched. */
export const rowPage = (
  ctx: Ctx,
  file: ReassignmentFile,
  of: { outcome?: ReassignmentRow['outcome'] | undefined; paging: Slice },
): Promise<Page<ReassignmentRow>> =>
  listRows(ctx.db, file.id, { outcome: of.outcome, paging: of.paging });

/** Does what a dry run has shown, with the same bytes; 422 where they are gone. */
export async function applyFile(ctx: Ctx, group: Group, id: number): Promise<ReassignmentFile> {
  await getFile(ctx, group, id);
  return transact(ctx, async (ctx) => {
    const before = await findFile(ctx.db, id);
    const taken = await takeBytes(ctx.db, id);
    if (before === undefined || taken === undefined) {
      throw unprocessable('The file of this run is gone: upload it again.');
    }
    return begin(ctx, group, {
      action: 'reassignment_file.apply',
      filename: before.filename,
      size: before.size,
      secret: before.secret,
      dry_run: 0,
      total: before.total,
    });
  });
}

/** Ends a run at the batch that it is at; what was asked and moved before stays. */
export async function stopFile(ctx: Ctx, group: Group, id: number): Promise<ReassignmentFile> {
  const file = await getFile(ctx, group, id);
  const stopped = await transact(ctx, async (ctx) => {
    const change = { status: 'stopped', secret: null, finished_at: now(ctx) } as const;
    const after = await changeFile(ctx.db, { id, from: ['queued', 'running'] }, change);
    if (after === undefined) throw unprocessable('The run has ended already.');
    await auditFile(ctx, after, 'reassignment_file.stop');
    return after;
  });
  if (file.secret !== null) await removeFile(pathOfFile(ctx, file.secret));
  return stopped;
}

/**
 * Removes files that no row names, because a crash came between the file and its row, and those of
 * dry runs that nobody went on with for a day; returns their paths.
 */
export async function sweepReassignmentFiles(ctx: Ctx, before: number): Promise<string[]> {
  await forgetDryRuns(ctx.db, isoOf(ctx.clock.now() - day));
  const folder = join(ctx.dataDir, 'reassignments');
  return sweepFiles(folder, before, (secrets) => listKnownSecrets(ctx.db, secrets));
}
