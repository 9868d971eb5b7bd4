import type {
  ReassignmentFileRecord,
  ReassignmentRowRecord,
} from '#contract/reassignment-files.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { ReassignmentFile, ReassignmentRow } from './file-rules.ts';
import type { Cells } from './sheet.ts';

/** Files with whoever uploaded them. */
export async function presentFiles(
  ctx: Ctx,
  rows: readonly ReassignmentFile[],
): Promise<ReassignmentFileRecord[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => {
    const user = users.get(row.user_id ?? 0);
    return {
      id: row.id,
      status: row.status,
      dry_run: row.dry_run === 1,
      applicable: row.dry_run === 1 && row.status === 'finished' && row.secret !== null,
      filename: row.filename,
      size: row.size,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      total: row.total,
      done: row.done,
      matched: row.matched,
      failed: row.failed,
      skipped: row.skipped,
      error: row.error,
      created_at: row.created_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
    };
  });
}

/** One file's record. */
export async function presentFile(
  ctx: Ctx,
  row: ReassignmentFile,
): Promise<ReassignmentFileRecord> {
  const [record] = await presentFiles(ctx, [row]);
  if (record === undefined) throw new Error('one file in, one record out');
  return record;
}

/** A line that was not matched. */
export function presentRow(row: ReassignmentRow): ReassignmentRowRecord {
  // Written by the run alone.
  const cells = JSON.parse(row.cells) as Cells;
  return {
    line: row.line,
    outcome: row.outcome,
    source_user_identifier: cells.source_user_identifier,
    source_user_name: cells.source_user_name,
    source_username: cells.source_username,
    column: row.column_name,
    value: row.value,
    problem: row.problem,
    message: row.message,
  };
}
