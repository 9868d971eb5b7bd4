import * as z from 'zod';
import { pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const states = z.enum(['queued', 'sent', 'kept', 'failed']);

const mail = z
  .object({
    id: z.int(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    /** `kept`: no mail server is configured, the mail is only here. */
    state: states,
    /** What the mail server last answered. */
    error: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Mail' });

export const mails = {
  list: defineEndpoint({
    id: 'mails.list',
    method: 'GET',
    path: '/mails',
    base: 'bff',
    summary: 'Mails of this server, the newest first',
    access: { who: 'admin' },
    query: z.object({
      ...pageQuery,
      to: z.string().optional(),
      state: states.optional(),
    }),
    response: z.array(mail),
    status: [200],
    paginated: true,
  }),
} as const;
