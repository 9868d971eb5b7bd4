import type { Ctx } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { listWaitingMerges, type Project } from './repository.ts';

/** What an automatic merge waits for may not be wanted any more. */
const awaited = [
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_pipeline_succeeds',
  'allow_merge_on_skipped_pipeline',
  'merge_method',
] as const;

/** Lets automatic merges look again after a change of what a project asks of them. */
export async function tellWaitingMerges(
  ctx: Ctx,
  project: Project,
  change: Change<'projects'>,
): Promise<void> {
  if (awaited.every((name) => change[name] === undefined)) return;
  for (const id of await listWaitingMerges(ctx.db, project.id)) {
    await enqueue(ctx, 'auto_merge', { merge_request_id: id }, { dedup: String(id) });
  }
}
