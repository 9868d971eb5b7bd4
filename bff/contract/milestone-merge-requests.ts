import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedMergeRequest } from './merge-request-record.ts';
import { underMilestone } from './milestones.ts';

const list = {
  method: 'GET',
  params: underMilestone,
  query: z.object(pageQuery),
  response: z.array(listedMergeRequest),
  status: [200],
  paginated: true,
} as const;

export const milestoneMergeRequests = {
  ofProject: defineEndpoint({
    ...list,
    id: 'milestoneMergeRequests.ofProject',
    path: '/projects/:id/milestones/:milestone_id/merge_requests',
    summary: "Merge requests in a project's milestone",
    access: { who: 'anyone', project: 'read_merge_request' },
  }),
  ofGroup: defineEndpoint({
    ...list,
    id: 'milestoneMergeRequests.ofGroup',
    path: '/groups/:id/milestones/:milestone_id/merge_requests',
    summary: "Merge requests in a group's milestone",
    access: { who: 'anyone', group: 'read_group' },
  }),
} as const;
