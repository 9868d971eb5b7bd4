import type { GroupImportRecord } from '#contract/imports.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { GroupImport } from './file-rules.ts';

/** Bundles with whoever uploaded them. */
export async function presentImports(
  ctx: Ctx,
  rows: readonly GroupImport[],
): Promise<GroupImportRecord[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => {
    const user = users.get(row.user_id ?? 0);
    return {
      id: row.id,
      status: row.status,
      filename: row.filename,
      size: row.size,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      total: row.total,
      done: row.done,
      // Written by the run alone.
      counts: JSON.parse(row.counts) as GroupImportRecord['counts'],
      error: row.error,
      created_at: row.created_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
    };
  });
}

/** One bundle's record. */
export async function presentImport(ctx: Ctx, row: GroupImport): Promise<GroupImportRecord> {
  const [record] = await presentImports(ctx, [row]);
  if (record === undefined) throw new Error('one bundle in, one record out');
  return record;
}
