import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Days that the counts look back. */
export const activityDays = 30;

const counted = {
  method: 'GET',
  access: { who: 'user' },
  query: z.object({ group_path: z.string().describe('Full path of the group; its id as well') }),
  status: [200],
} as const;
const about = 'of the last 30 days in a group and its subgroups, 1,000 at most';

const day = z.object({ date: z.iso.date(), count: z.int() });
const series = z.array(day);

/** What began on each day, the oldest first, days without anything included. */
export const groupActivitySeries = z
  .object({
    issues: series,
    merge_requests: series,
    new_members: series,
  })
  .meta({ id: 'GroupActivitySeries' });
export type GroupActivitySeries = z.output<typeof groupActivitySeries>;

export const groupActivity = {
  issuesCount: defineEndpoint({
    ...counted,
    id: 'groupActivity.issuesCount',
    path: '/analytics/group_activity/issues_count',
    summary: `Count of the new issues ${about}`,
    response: z.object({ issues_count: z.int() }).meta({ id: 'GroupIssuesCount' }),
  }),
  mergeRequestsCount: defineEndpoint({
    ...counted,
    id: 'groupActivity.mergeRequestsCount',
    path: '/analytics/group_activity/merge_requests_count',
    summary: `Count of the new merge requests ${about}`,
    response: z.object({ merge_requests_count: z.int() }).meta({ id: 'GroupMergeRequestsCount' }),
  }),
  newMembersCount: defineEndpoint({
    ...counted,
    id: 'groupActivity.newMembersCount',
    path: '/analytics/group_activity/new_members_count',
    summary: `Count of the new direct members ${about}`,
    response: z.object({ new_members_count: z.int() }).meta({ id: 'GroupNewMembersCount' }),
  }),
  series: defineEndpoint({
    id: 'groupActivity.series',
    method: 'GET',
    path: '/groups/:id/activity',
    base: 'bff',
    summary: 'What began in a group and its subgroups, day by day',
    access: { who: 'user', group: 'read_group' },
    params: underId,
    query: z.object({ days: z.int().min(1).max(90).default(activityDays) }),
    response: groupActivitySeries,
    status: [200],
  }),
} as const;
