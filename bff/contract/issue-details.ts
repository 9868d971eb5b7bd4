import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { issue, underIssue } from './issues.ts';

const one = '/projects/:id/issues/:issue_iid';
const origin = {
  method: 'GET',
  access: { who: 'admin', project: 'read_issue' },
  params: underIssue,
  response: z
    .object({
      user_agent: z.string(),
      ip_address: z.string(),
      akismet_submitted: z.boolean().describe('This server submits nothing: false'),
    })
    .meta({ id: 'UserAgentDetail' }),
  status: [200],
} as const;

/** The place of issues in the order that people give them, and from where they were opened. */
export const issueDetails = {
  reorder: defineEndpoint({
    id: 'issues.reorder',
    method: 'PUT',
    path: `${one}/reorder`,
    summary: 'Put an issue behind or before another one of its project',
    access: { who: 'user', project: 'update_issue' },
    params: underIssue,
    body: z.object({
      move_after_id: z.int().optional().describe('Id of the issue that is to come before it'),
      move_before_id: z.int().optional().describe('Id of the issue that is to come after it'),
    }),
    atLeastOne: ['move_after_id', 'move_before_id'],
    response: issue,
    status: [200],
  }),
  userAgent: defineEndpoint({
    ...origin,
    id: 'issues.showUserAgentDetail',
    path: `${one}/user_agent_detail`,
    summary: 'From where an issue was opened',
  }),
  userAgents: defineEndpoint({
    ...origin,
    id: 'issues.showUserAgentDetails',
    path: `${one}/user_agent_details`,
    summary: 'The same by the name that clients know',
  }),
} as const;
