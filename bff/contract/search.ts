import * as z from 'zod';
import { filledText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const hit = z
  .object({
    type: z.enum(['project', 'group', 'merge_request', 'setting']),
    id: z.int(),
    title: z.string(),
    /** Path of its screen in the console. */
    url: z.string(),
  })
  .meta({ id: 'SearchHit' });

export const search = {
  list: defineEndpoint({
    id: 'search.list',
    method: 'GET',
    path: '/search',
    base: 'bff',
    summary:
      'Projects and groups by name or path, merge requests by title or number, settings for administrators',
    access: { who: 'user' },
    query: z.object({ q: filledText() }),
    response: z.array(hit),
    status: [200],
  }),
} as const;
