import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { listedIssue } from './issues.ts';
import { underMergeRequest } from './merge-requests.ts';

const one = '/projects/:id/merge_requests/:merge_request_iid';
const common = {
  method: 'GET',
  access: { who: 'anyone', project: 'read_merge_request' },
  params: underMergeRequest,
  query: z.object(pageQuery),
  response: z.array(listedIssue),
  status: [200],
  paginated: true,
} as const;

/** Issues that merge requests name. */
export const mergeRequestIssues = {
  closed: defineEndpoint({
    ...common,
    id: 'mergeRequests.listClosedIssues',
    path: `${one}/closes_issues`,
    summary: 'Issues that a merge closes',
  }),
  related: defineEndpoint({
    ...common,
    id: 'mergeRequests.listRelatedIssues',
    path: `${one}/related_issues`,
    summary: 'Issues that a merge request or a comment on it names',
  }),
} as const;
