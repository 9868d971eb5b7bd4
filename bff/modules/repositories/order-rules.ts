import type { Ctx } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { objectInfo } from '../../git/objects.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { listRefRows } from './repository.ts';
import type { RefUpdate } from './rules.ts';

/** So long a push that git has taken may need to be recorded. */
export const settling = 5000;

/**
 * Asks for a comparison where a ref is not where it was recorded to have moved: of pushes that lead
 * back to where they began, an earlier one that is recorded late would else pass for the last.
 * Runs after each record, so after the last one too.
 */
export async function checkOrder(
  ctx: Ctx,
  project: Project,
  updates: readonly RefUpdate[],
): Promise<void> {
  const repo = repositoryPath(ctx, project.id);
  const rows = await listRefRows(
    ctx.db,
    project.id,
    updates.map(({ ref }) => ref),
  );
  const recorded = new Map(rows.map((row) => [row.name, row.sha]));
  for (const update of updates) {
    const tip = (await objectInfo(repo, update.ref))?.sha ?? nullSha;
    if ((recorded.get(update.ref) ?? nullSha) === tip) continue;
    // Back at once, or else on its way: somebody may be about to record the rest.
    const delay = tip === update.old ? 0 : settling;
    const dedup = `order:${project.id}:${delay}`;
    await enqueue(ctx, 'reconcile_refs', { project_id: project.id }, { delay, dedup });
  }
}
