import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMilestone } from './milestones.ts';

const list = {
  method: 'GET',
  params: underMilestone,
  response: z.array(
    z
      .object({
        created_at: timestamp,
        weight: z.int(),
        action: z.enum(['created', 'closed', 'reopened']),
      })
      .meta({ id: 'BurndownEvent' }),
  ),
  status: [200],
} as const;

export const milestoneBurndown = {
  ofProject: defineEndpoint({
    ...list,
    id: 'milestoneBurndown.ofProject',
    path: '/projects/:id/milestones/:milestone_id/burndown_events',
    summary: "When the issues of a project's milestone came, were closed and opened again",
    access: { who: 'anyone', project: 'read_issue' },
  }),
  ofGroup: defineEndpoint({
    ...list,
    id: 'milestoneBurndown.ofGroup',
    path: '/groups/:id/milestones/:milestone_id/burndown_events',
    summary: "When the issues of a group's milestone came, were closed and opened again",
    access: { who: 'anyone', group: 'read_group' },
  }),
} as const;
