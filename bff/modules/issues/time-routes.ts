import { issueTime as time } from '#contract/issue-time.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentTimeStats } from '../merge-requests/present.ts';
import { estimateStep, resetSpentStep, spentStep } from '../merge-requests/time-steps.ts';
import { getIssue } from './rules.ts';
import { changeTime } from './time-rules.ts';

/** Time that an issue is to take and has taken. */
export function issueTimeRoutes(api: Api): void {
  mount(api, time.stats, async ({ ctx, project, params }) =>
    presentTimeStats(ctx, await getIssue(ctx, project, params.issue_iid)),
  );
  mount(api, time.estimate, async ({ ctx, project, params, body }) => {
    const change = { iid: params.issue_iid, step: estimateStep(body.duration) };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.resetEstimate, async ({ ctx, project, params }) => {
    const change = { iid: params.issue_iid, step: estimateStep('0s') };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.addSpent, async ({ ctx, project, params, body }) => {
    const change = { iid: params.issue_iid, step: spentStep(body.duration, body.summary) };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
  mount(api, time.resetSpent, async ({ ctx, project, params }) => {
    const change = { iid: params.issue_iid, step: resetSpentStep };
    return presentTimeStats(ctx, await changeTime(ctx, project, change));
  });
}
