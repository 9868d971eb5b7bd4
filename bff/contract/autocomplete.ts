import * as z from 'zod';
import { pageQuery, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Whom fields offer while somebody types. */
export const autocomplete = {
  users: defineEndpoint({
    id: 'autocomplete.users',
    method: 'GET',
    path: '/autocomplete/users',
    base: 'bff',
    summary: 'People to choose from: of a project, or active ones of the instance by name',
    access: { who: 'anyone' },
    limited: 'autocomplete_users',
    query: z.object({
      ...pageQuery,
      search: z.string().optional().describe('Part of a name or username, or an email'),
      project_id: z.string().min(1).optional().describe('Only people of this project'),
    }),
    response: z.array(userSummary),
    status: [200],
    paginated: true,
  }),
} as const;
