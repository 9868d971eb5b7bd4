import type { Ctx } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { listWaitingMerges, type Project } from './repository.ts';

/** What an automatic merge waits for may not be wanted any more. */
const awaited = [
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_status_checks_passed',
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
  await wakeWaitingMerges(ctx, project.id);
}

/** Lets all automatic merges of a project look again whether they can run. Call inside `transact`. */
export async function wakeWaitingMerges(ctx: Ctx, projectId: number): Promise<void> {
  for (const id of await listWaitingMerges(ctx.db, projectId)) {
    await enqueue(ctx, 'auto_merge', { merge_request_id: id }, { dedup: String(id) });
  }
}
