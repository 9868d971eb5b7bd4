import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underIssue } from './issues.ts';
import { listedMergeRequest } from './merge-request-record.ts';

const one = '/projects/:id/issues/:issue_iid';
const list = {
  method: 'GET',
  access: { who: 'anyone', project: 'read_issue' },
  params: underIssue,
  query: z.object(pageQuery),
  response: z.array(listedMergeRequest),
  status: [200],
  paginated: true,
} as const;

/** Merge requests that name issues. */
export const issueMergeRequests = {
  closing: defineEndpoint({
    ...list,
    id: 'issues.listClosingMergeRequests',
    path: `${one}/closed_by`,
    summary: 'Merge requests of the project that close an issue when they are merged',
  }),
  related: defineEndpoint({
    ...list,
    id: 'issues.listRelatedMergeRequests',
    path: `${one}/related_merge_requests`,
    summary: 'Merge requests that name an issue, themselves or in a comment',
  }),
} as const;
