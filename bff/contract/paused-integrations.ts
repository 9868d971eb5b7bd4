import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const paused = z
  .object({
    slug: z.string(),
    title: z.string(),
    level: z.enum(['project', 'group', 'instance']).describe('Where it is set up'),
    full_path: z.string().nullable().describe('Of the group or project'),
    paused_until: timestamp,
    failures: z.int().describe('Failed events in a row'),
  })
  .meta({ id: 'PausedIntegration' });

/** What tells nobody anything for a while. */
export const pausedIntegrations = {
  list: defineEndpoint({
    id: 'pausedIntegrations.list',
    method: 'GET',
    path: '/paused_integrations',
    base: 'bff',
    summary: 'Paused integrations of groups and projects of which the caller is an Owner',
    access: { who: 'user' },
    query: z.object({
      group_id: z.int().optional().describe('Only those set up in this group'),
    }),
    response: z.array(paused),
    status: [200],
  }),
} as const;
