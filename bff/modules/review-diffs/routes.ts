import { reviewDiffs } from '#contract/review-diffs.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { bodyOf } from '../../http/stream.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import { presentReview } from './present.ts';
import { reviewOf } from './rules.ts';

/** What a merge request changes, as the review reads it. */
export function reviewDiffRoutes(api: Api): void {
  mount(api, reviewDiffs.stream, async ({ c, ctx, project, params, query }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const reviewed = await reviewOf(ctx, row, query);
    const body = reviewed === undefined ? '' : bodyOf(c, presentReview(reviewed));
    return new Reply(body, 200, { 'Cache-Control': 'no-store' });
  });
}
