import { type DetailedMergeStatus, passingMergeStatuses } from '#contract/merge-request-record.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import { actingUser, type Ctx, transact } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import type { MergeChoices } from './merge-plan.ts';
import { lockMergeRequest, type MergeRequest, updateMergeRequestRow } from './repository.ts';
import { tell } from './rules.ts';

const waitsFor: ReadonlySet<DetailedMergeStatus> = new Set(passingMergeStatuses);

/** A pipeline that is still to be made is waited for as well; one that has failed is not. */
export const canWait = (
  status: DetailedMergeStatus,
  pipeline: PipelineStatus | undefined,
): boolean => waitsFor.has(status) || (status === 'ci_must_pass' && pipeline === undefined);

/** The columns of a merge request without auto-merge. */
export const noAutoMerge = {
  auto_merge: 0,
  merge_params: null,
  merge_user_id: null,
} as const satisfies Change<'merge_requests'>;

/** What an auto-merge will do, and the head that it was set for. */
export interface StoredChoices extends MergeChoices {
  sha: string | null;
}

/** Reads what `setAutoMerge` stored. */
export const choicesOf = (row: MergeRequest): StoredChoices =>
  // Written by `setAutoMerge` alone.
  JSON.parse(row.merge_params ?? '{"sha":null}') as StoredChoices;

/** Merges as soon as all checks pass, for the caller and with the caller's choices. */
export async function setAutoMerge(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
  choices: MergeChoices,
): Promise<MergeRequest> {
  const { merge_commit_message, squash_commit_message, squash, should_remove_source_branch } =
    choices;
  const stored: StoredChoices = {
    merge_commit_message,
    squash_commit_message,
    squash,
    should_remove_source_branch,
    sha: row.head_sha,
  };
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, row.id);
    if (held?.state !== 'opened') return held ?? row;
    const after = await updateMergeRequestRow(ctx.db, row.id, {
      auto_merge: 1,
      merge_params: JSON.stringify(stored),
      merge_user_id: actingUser(ctx).id,
      should_remove_source_branch:
        should_remove_source_branch === undefined ? null : Number(should_remove_source_branch),
    });
    await tell(ctx, after, { body: 'enabled an automatic merge when all checks pass' });
    await audit(ctx, {
      action: 'merge_request.auto_merge',
      subject: { type: 'MergeRequest', id: row.id, name: `${project.full_path}!${row.iid}` },
      projectId: project.id,
      after: { ...stored },
    });
    await askForAutoMerge(ctx, after);
    return after;
  });
}

/** Lets the job look whether a waiting merge can run: now, and when `merge_after` is past. */
export async function askForAutoMerge(ctx: Ctx, row: MergeRequest): Promise<void> {
  if (row.auto_merge !== 1 || row.state !== 'opened') return;
  const wait = row.merge_after === null ? 0 : Date.parse(row.merge_after) - ctx.clock.now();
  const payload = { merge_request_id: row.id };
  if (wait <= 0) await enqueue(ctx, 'auto_merge', payload, { dedup: String(row.id) });
  else
    await enqueue(ctx, 'auto_merge', payload, {
      delay: wait,
      dedup: `${row.id}:${row.merge_after}`,
    });
}

/** Takes an auto-merge back and says why. Call inside `transact`. */
export async function abortAutoMerge(
  ctx: Ctx,
  row: MergeRequest,
  why: { reason: string; by?: number | null },
): Promise<MergeRequest> {
  const after = await updateMergeRequestRow(ctx.db, row.id, noAutoMerge);
  await tell(ctx, row, { body: why.reason, by: why.by ?? row.merge_user_id });
  return after;
}
