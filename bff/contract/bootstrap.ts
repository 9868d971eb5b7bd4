import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { opening } from './session-routes.ts';

export const bootstrap = {
  show: defineEndpoint({
    ...opening,
    summary: 'What the console shows before anybody has signed in',
    access: { who: 'anyone' },
    identifies: false,
    response: z.object({
      sign_in: z.object({ password: z.boolean(), sign_up: z.boolean() }),
      terms: z.object({ enforced: z.boolean(), text: z.string() }),
      version: z.string(),
      preferred_language: z.string(),
    }),
    status: [200],
  }),
} as const;
