import * as z from 'zod';
import { filledText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const secondFactor = {
  create: defineEndpoint({
    id: 'secondFactor.create',
    method: 'POST',
    path: '/otp',
    base: 'bff',
    summary: 'A new secret for an authenticator app; with a code of it, the second factor is on',
    access: { who: 'user' },
    body: z.object({
      current_password: filledText(),
      otp: z.string().max(32).optional(),
    }),
    response: z.object({
      enabled: z.boolean(),
      /** Shown until the second factor is on. */
      secret: z.string().nullable(),
      uri: z.string().nullable(),
      /** Shown once: each opens the account one time. */
      recovery_codes: z.array(z.string()),
    }),
    status: [201],
  }),
  remove: defineEndpoint({
    id: 'secondFactor.remove',
    method: 'DELETE',
    path: '/otp',
    base: 'bff',
    summary: "Switch one's own second factor off",
    access: { who: 'user' },
    body: z.object({ current_password: filledText() }),
    response: null,
    status: [204],
  }),
  reset: defineEndpoint({
    id: 'secondFactor.reset',
    method: 'PATCH',
    path: '/users/:id/disable_two_factor',
    summary: "Switch a user's second factor off, for whoever lost the device",
    access: { who: 'admin' },
    params: z.object({ id: z.int() }),
    response: null,
    status: [204],
  }),
} as const;
