import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { incomingFolder, sweepFiles } from '../../files.ts';
import { socketRoot } from '../../git/hook-server.ts';
import { housekeep, repositoryExists } from '../../git/repository.ts';
import { sweepRepositories, sweepTemporary } from '../../git/sweep.ts';
import { sweepImages } from '../application-appearance/files.ts';
import { repositoryPath } from '../projects/rules.ts';
import { sweepImports } from '../imports/file-rules.ts';
import { sweepReassignmentFiles } from '../placeholder-reassignments/file-rules.ts';
import { sweepExports } from '../dependency-list-exports/files.ts';
import { wikiPath } from '../wikis/place-rules.ts';
import { sweepUploads } from '../uploads/rules.ts';

const hour = 60 * 60_000;

/** The job: packs a repository; nothing that it holds is lost. */
export async function housekeepRepository(
  ctx: Ctx,
  { project_id, wiki = false }: { project_id: number; wiki?: boolean },
): Promise<void> {
  const repo = wiki ? wikiPath(ctx, project_id) : repositoryPath(ctx, project_id);
  if (await repositoryExists(repo)) await housekeep(repo, ctx.signal);
}

/**
 * The job of each start and each day: removes what crashes have left on the disk. Files know the
 * real time only, so this does not ask the clock, which tests move.
 */
export async function sweepLeftovers(ctx: Ctx): Promise<void> {
  const start = performance.timeOrigin;
  const anHourAgo = start + performance.now() - hour;
  // Over PostgreSQL other servers may work in the same folder; over SQLite this is the only one.
  const own = ctx.dialect === 'sqlite' ? start : anHourAgo;
  const swept = await sweepRepositories(join(ctx.dataDir, 'repositories'), { before: own });
  for (const folder of new Set([tmpdir(), socketRoot()])) {
    swept.push(...(await sweepTemporary(folder, { before: anHourAgo })));
  }
  swept.push(...(await sweepFiles(incomingFolder(ctx.dataDir), anHourAgo, async () => [])));
  swept.push(...(await sweepUploads(ctx, anHourAgo)));
  swept.push(...(await sweepReassignmentFiles(ctx, anHourAgo)));
  swept.push(...(await sweepImports(ctx, anHourAgo)));
  swept.push(...(await sweepExports(ctx, anHourAgo)));
  swept.push(...(await sweepImages(ctx, anHourAgo)));
  if (swept.length > 0) ctx.log.info({ swept }, 'leftovers of a crash were removed');
}
