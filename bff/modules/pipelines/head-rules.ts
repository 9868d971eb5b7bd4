import type { Ctx } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { listNewestOfHeads, listWaitingMerges, type Pipeline } from './repository.ts';
import { isFinished } from './status.ts';

/** What a merge request stands at. */
export interface Head {
  id: number;
  source_project_id: number | null;
  head_sha: string | null;
}

/**
 * The newest pipelines of the heads of merge requests, by the requests' ids, in one statement: of
 * their branch or made for them, not of a tag or for another request with the same head.
 */
export async function headPipelines(
  ctx: Ctx,
  heads: readonly Head[],
): Promise<Map<number, Pipeline>> {
  const found = new Map<number, Pipeline>();
  if (heads.length === 0) return found;
  const rows = await listNewestOfHeads(ctx.db, heads);
  for (const head of heads) {
    const newest = rows.find(
      (row) =>
        row.project_id === head.source_project_id &&
        row.sha === head.head_sha &&
        (row.merge_request_id === null || row.merge_request_id === head.id),
    );
    if (newest !== undefined) found.set(head.id, newest);
  }
  return found;
}

/**
 * Lets automatic merges go on that wait for this pipeline, once it has ended or is gone. Call
 * inside the transaction of the change.
 */
export async function tellWaitingMerges(ctx: Ctx, pipeline: Pipeline): Promise<void> {
  if (!isFinished(pipeline.status)) return;
  const ids = await listWaitingMerges(ctx.db, pipeline.project_id, pipeline.sha);
  for (const id of ids) {
    await enqueue(ctx, 'auto_merge', { merge_request_id: id }, { dedup: String(id) });
  }
}
