import type * as z from 'zod';
import type { mergeRequestReviewer, mergeRequestVersion } from '#contract/merge-request-changes.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { MergeRequest, Version } from './rules.ts';
import { reviewersOf } from './rules.ts';
import { shownCount } from './single-present.ts';

/** A version's record. */
export const presentVersion = (version: Version): z.output<typeof mergeRequestVersion> => ({
  id: version.id,
  head_commit_sha: version.head_commit_sha,
  base_commit_sha: version.base_commit_sha,
  start_commit_sha: version.start_commit_sha,
  created_at: version.created_at,
  merge_request_id: version.merge_request_id,
  state: version.state,
  real_size: shownCount(version.changes_count) ?? '0',
  patch_id_sha: version.patch_id_sha,
});

/** Reviewers with the states of their reviews. */
export async function presentReviewers(
  ctx: Ctx,
  row: MergeRequest,
): Promise<z.output<typeof mergeRequestReviewer>[]> {
  const reviewers = await reviewersOf(ctx, row);
  const users = await usersById(
    ctx,
    reviewers.map((reviewer) => reviewer.user_id),
  );
  return reviewers.flatMap(({ user_id, state, created_at }) => {
    const user = users.get(user_id);
    return user === undefined ? [] : { user: presentUserSummary(ctx, user), state, created_at };
  });
}
