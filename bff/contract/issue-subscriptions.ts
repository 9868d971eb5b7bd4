import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { issue, underIssue } from './issues.ts';

const one = '/projects/:id/issues/:issue_iid';
const access = { who: 'user', project: 'read_issue' } as const;
/** Nothing where nothing changes. */
const response = issue.or(z.object({}));

export const issueSubscriptions = {
  subscribe: defineEndpoint({
    id: 'issues.subscribe',
    method: 'POST',
    path: `${one}/subscribe`,
    summary: 'Hear of what happens to an issue; 304 for who does',
    access,
    params: underIssue,
    response,
    status: [201, 304],
  }),
  unsubscribe: defineEndpoint({
    id: 'issues.unsubscribe',
    method: 'POST',
    path: `${one}/unsubscribe`,
    summary: 'Hear no more of an issue; 304 for who does not',
    access,
    params: underIssue,
    response,
    status: [201, 304],
  }),
} as const;
