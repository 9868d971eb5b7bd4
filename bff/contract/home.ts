import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { mergeRequests } from './merge-requests.ts';

const block = z.object({
  total: z.int().nullable().describe('Null above 10,000, as in lists'),
  merge_requests: mergeRequests.listAll.response,
});

/** Blocks of the home page. */
export const home = {
  show: defineEndpoint({
    id: 'home.show',
    method: 'GET',
    path: '/home',
    base: 'bff',
    summary: 'Open merge requests by whose turn it is, the ten that changed last of each',
    access: { who: 'user' },
    response: z
      .object({ to_review: block, returned_to_me: block, waiting_for_others: block })
      .meta({ id: 'Home' }),
    status: [200],
  }),
} as const;
