import { accessLevels } from '#contract/abilities.ts';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { removeFile } from '../../files.ts';
import { findGroupById, type Group, sourceOfGroup } from '../groups/rules.ts';
import { levelOfUser } from '../members/rules.ts';
import { usersById } from '../users/rules.ts';
import { countLines, withBundle } from './bundle.ts';
import { pathOfImport } from './file-rules.ts';
import { ImportProblem } from './problem.ts';
import { auditImport, importBundle, type ImportCounts } from './rules.ts';
import { changeImport, findImport, type GroupImport } from './run-repository.ts';

/**
 * The job: brings in a bundle. Each batch of lines is written with the count of them, so that a run
 * that was cut off goes on behind the last whole batch.
 */
export async function runImport(
  ctx: Ctx,
  importId: number,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const found = await findImport(ctx.db, importId);
  if (found?.secret == null || !['queued', 'running'].includes(found.status)) return;
  const path = pathOfImport(ctx, found.secret);
  try {
    await bringIn(ctx, found, path);
  } catch (error) {
    if (ctx.signal?.aborted) throw error;
    const isKnown = error instanceof ImportProblem;
    if (!isLast && !isKnown) throw error;
    if (!isKnown) ctx.log.error({ err: error, import_id: importId }, 'an import has failed');
    await end(ctx, found, {
      status: 'failed',
      error: isKnown ? error.message : 'The bundle could not be brought in.',
    });
  }
  await removeFile(path);
}

async function bringIn(ctx: Ctx, found: GroupImport, path: string): Promise<void> {
  const { group, by } = await whoAndWhere(ctx, found);
  const into = `${path}.part`;
  await withBundle(ctx, { path, into }, async (bundle) => {
    const total = await countLines(bundle.records);
    const change = { status: 'running', total, started_at: found.started_at ?? now(ctx) } as const;
    await changeImport(ctx.db, found.id, change);
    const counts = await importBundle(ctx, {
      bundle,
      namespace: group,
      by,
      // Written by the run alone.
      from: { done: found.done, counts: JSON.parse(found.counts) as ImportCounts },
      async onBatch(ctx, { done, counts }) {
        const change = { done, counts: JSON.stringify(counts) };
        if ((await changeImport(ctx.db, found.id, change)) === undefined) {
          throw new ImportProblem('The import has ended meanwhile.');
        }
      },
    });
    await end(ctx, found, {
      status: 'finished',
      done: total,
      counts: JSON.stringify(counts),
    });
  });
}

/** Whoever has uploaded it must still be allowed to: the bundle may have waited. */
async function whoAndWhere(ctx: Ctx, found: GroupImport): Promise<{ group: Group; by: User }> {
  const group = await findGroupById(ctx, found.group_id);
  const by = (await usersById(ctx, [found.user_id])).get(found.user_id ?? 0);
  if (group === undefined) throw new ImportProblem('The group is gone.');
  if (by === undefined || by.state !== 'active') {
    throw new ImportProblem('Whoever has uploaded the bundle is no active user any more.');
  }
  const level = await levelOfUser(ctx, sourceOfGroup(group), by.id);
  const administers = found.as_administrator === 1 && by.is_admin === 1;
  if (level < accessLevels.owner && !administers) {
    throw new ImportProblem('Whoever has uploaded the bundle is no Owner of the group any more.');
  }
  return { group, by };
}

async function end(
  ctx: Ctx,
  { id, group_id, filename }: GroupImport,
  change: { status: 'finished' | 'failed'; error?: string; done?: number; counts?: string },
): Promise<void> {
  const group = await findGroupById(ctx, group_id);
  await transact(ctx, async (ctx) => {
    const after = await changeImport(ctx.db, id, {
      ...change,
      secret: null,
      finished_at: now(ctx),
    });
    if (after === undefined || group === undefined) return;
    await auditImport(ctx, group, {
      action: change.status === 'finished' ? 'import.finish' : 'import.fail',
      after: { filename, counts: after.counts, error: after.error },
    });
  });
}
