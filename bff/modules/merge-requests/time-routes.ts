import { mergeRequestTime as time } from '#contract/merge-request-time.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentTimeStats } from './present.ts';
import { getMergeRequest } from './rules.ts';
import { addSpent, resetSpent, setEstimate } from './time-rules.ts';

/** Time that a merge request is to take and has taken. */
export function mergeRequestTimeRoutes(api: Api): void {
  mount(api, time.stats, async ({ ctx, project, params }) =>
    presentTimeStats(await getMergeRequest(ctx, project, params.merge_request_iid)),
  );
  mount(api, time.estimate, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, duration: body.duration };
    return presentTimeStats(await setEstimate(ctx, project, given));
  });
  mount(api, time.resetEstimate, async ({ ctx, project, params }) => {
    const given = { iid: params.merge_request_iid, duration: '0s' };
    return presentTimeStats(await setEstimate(ctx, project, given));
  });
  mount(api, time.addSpent, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, ...body, summary: body.summary };
    return presentTimeStats(await addSpent(ctx, project, given));
  });
  mount(api, time.resetSpent, async ({ ctx, project, params }) =>
    presentTimeStats(await resetSpent(ctx, project, params.merge_request_iid)),
  );
}
