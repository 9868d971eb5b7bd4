import * as z from 'zod';
import { filledText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const account = {
  remove: defineEndpoint({
    id: 'account.remove',
    method: 'DELETE',
    path: '/account',
    base: 'bff',
    summary: "Delete one's own account with its personal projects",
    access: { who: 'user' },
    body: z.object({ current_password: filledText() }),
    response: null,
    status: [204],
  }),
} as const;
