import { groupActivity as endpoints } from '#contract/group-activity.ts';
import { type Api, mount } from '../../http/mount.ts';
import { activitySeries, newCount } from './rules.ts';

/** How lively a group is. */
export function groupActivityRoutes(api: Api): void {
  mount(api, endpoints.issuesCount, async ({ ctx, query }) => ({
    issues_count: await newCount(ctx, 'issues', query.group_path),
  }));
  mount(api, endpoints.mergeRequestsCount, async ({ ctx, query }) => ({
    merge_requests_count: await newCount(ctx, 'merge_requests', query.group_path),
  }));
  mount(api, endpoints.newMembersCount, async ({ ctx, query }) => ({
    new_members_count: await newCount(ctx, 'new_members', query.group_path),
  }));
  mount(api, endpoints.series, ({ ctx, group, query }) => activitySeries(ctx, group, query.days));
}
