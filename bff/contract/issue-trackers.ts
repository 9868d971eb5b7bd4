import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const tracker = z
  .object({
    slug: z.string(),
    title: z.string(),
    project_url: z.string(),
    issues_url: z.string().describe('`:id` stands for the issue'),
    new_issue_url: z.string().nullable(),
    keeps_numbers: z.boolean().describe('`#123` is an issue of the project itself'),
  })
  .meta({ id: 'IssueTracker' });
export type IssueTracker = z.output<typeof tracker>;

/** Where the issues of a project are kept outside of this server. */
export const issueTrackers = {
  show: defineEndpoint({
    id: 'issueTrackers.show',
    method: 'GET',
    path: '/projects/:id/issue_tracker',
    base: 'bff',
    summary: 'The issue tracker that texts of a project link to; null where there is none',
    access: { who: 'anyone', project: 'read_project' },
    params: underId,
    response: z.object({ tracker: tracker.nullable() }).meta({ id: 'ProjectTracker' }),
    status: [200],
  }),
} as const;
