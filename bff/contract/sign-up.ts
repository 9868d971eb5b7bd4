import * as z from 'zod';
import { filledText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const signUp = {
  create: defineEndpoint({
    id: 'signUp.create',
    method: 'POST',
    path: '/sign_up',
    base: 'bff',
    summary: 'Register an account',
    access: { who: 'anyone' },
    identifies: false,
    body: z.object({
      name: filledText(),
      username: filledText(),
      email: filledText(),
      password: filledText(),
    }),
    response: z.object({
      /** `blocked_pending_approval`: an administrator has to let the account in. */
      state: z.string(),
      needs_confirmation: z.boolean(),
      /** Markdown. */
      text: z.string(),
    }),
    status: [201],
  }),
  confirm: defineEndpoint({
    id: 'signUp.confirm',
    method: 'POST',
    path: '/confirmation',
    base: 'bff',
    summary: 'Confirm an address by the token of the mail to it',
    access: { who: 'anyone' },
    identifies: false,
    body: z.object({ token: filledText() }),
    response: null,
    status: [204],
  }),
  approve: defineEndpoint({
    id: 'signUp.approve',
    method: 'POST',
    path: '/users/:id/approve',
    summary: 'Let in whoever registered',
    access: { who: 'admin' },
    params: z.object({ id: z.int() }),
    response: z.object({ message: z.string() }),
    status: [201],
  }),
  reject: defineEndpoint({
    id: 'signUp.reject',
    method: 'POST',
    path: '/users/:id/reject',
    summary: 'Delete the account of whoever registered and waits',
    access: { who: 'admin' },
    params: z.object({ id: z.int() }),
    response: z.object({ message: z.string() }),
    status: [200],
  }),
} as const;
