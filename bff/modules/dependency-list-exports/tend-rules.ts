import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { removeFile } from '../../files.ts';
import { exportPath } from './files.ts';
import { deleteExports, listExpired, listStuck, updateExport } from './repository.ts';

const minute = 60_000;
const longest = 24 * 60 * minute;
const expiredAtOnce = 500;

/** The hourly job: exports whose time is over go with their files, and none runs for ever. */
export async function tendExports(ctx: Ctx): Promise<void> {
  for (;;) {
    const expired = await listExpired(ctx.db, now(ctx), expiredAtOnce);
    if (expired.length === 0) break;
    const ids = expired.map((row) => row.id);
    await transact(ctx, (ctx) => deleteExports(ctx.db, ids));
    // A crash in between leaves files that no row names; the sweep of leftovers takes those.
    for (const { file_key } of expired) {
      if (file_key !== null) await removeFile(exportPath(ctx, file_key));
    }
  }
  const before = {
    unattended: isoOf(ctx.clock.now() - minute),
    slow: isoOf(ctx.clock.now() - longest),
  };
  for (const row of await listStuck(ctx.db, before)) {
    const failure_reason =
      row.started_at < before.slow ? 'It did not end within 24 hours' : 'The server gave it up';
    await updateExport(
      ctx.db,
      { id: row.id, status: 'running' },
      { status: 'failed', failure_reason, finished_at: now(ctx) },
    );
  }
}
