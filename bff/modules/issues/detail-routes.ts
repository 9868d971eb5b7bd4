import { issueDetails } from '#contract/issue-details.ts';
import { milestoneBurndown } from '#contract/milestone-burndown.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getMilestone } from '../milestones/rules.ts';
import { burndownOf } from './burndown-rules.ts';
import { originOfIssue } from './origin-rules.ts';
import { reorderIssue } from './position-rules.ts';
import { presentIssue } from './present.ts';

/** The place of issues, from where they were opened, and how those of milestones become fewer. */
export function issueDetailRoutes(api: Api): void {
  mount(api, issueDetails.reorder, async ({ ctx, project, params, body }) => {
    const { move_after_id: after, move_before_id: before } = body;
    const wish = { iid: params.issue_iid, after, before };
    return presentIssue(ctx, await reorderIssue(ctx, project, wish));
  });
  for (const endpoint of [issueDetails.userAgent, issueDetails.userAgents]) {
    mount(api, endpoint, async ({ ctx, project, params }) => {
      const { user_agent, ip_address } = await originOfIssue(ctx, project, params.issue_iid);
      return { user_agent, ip_address, akismet_submitted: false };
    });
  }
  mount(api, milestoneBurndown.ofProject, async ({ ctx, project, params }) =>
    burndownOf(ctx, await getMilestone(ctx, { project }, params.milestone_id)),
  );
  mount(api, milestoneBurndown.ofGroup, async ({ ctx, group, params }) =>
    burndownOf(ctx, await getMilestone(ctx, { group }, params.milestone_id)),
  );
}
