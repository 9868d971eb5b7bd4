import { mergeRequestTime as time } from '#contract/merge-request-time.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentTimeStats } from './present.ts';
import { getMergeRequest } from './rules.ts';
import { changeTime } from './time-rules.ts';
import { estimateStep, resetSpentStep, spentStep } from './time-steps.ts';

/** Time that a merge request is to take and has taken. */
export function mergeRequestTimeRoutes(api: Api): void {
  mount(api, time.stats, async ({ ctx, project, params }) =>
    presentTimeStats(ctx, await getMergeRequest(ctx, project, params.merge_request_iid)),
  );
  mount(api, time.estimate, async ({ ctx, project, params, body }) => {
    const change = { iid: params.merge_request_iid, step: estimateStep(body.duration) };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.resetEstimate, async ({ ctx, project, params }) => {
    const change = { iid: params.merge_request_iid, step: estimateStep('0s') };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.addSpent, async ({ ctx, project, params, body }) => {
    const step = spentStep(body.duration, body.summary);
    const change = { iid: params.merge_request_iid, step };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.resetSpent, async ({ ctx, project, params }) => {
    const change = { iid: params.merge_request_iid, step: resetSpentStep };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
}
