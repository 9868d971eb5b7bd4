import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const mailSecurities = ['starttls', 'tls', 'none'] as const;

/** What fits behind `Name <` and `>`, without a sign that could begin another header. */
const address = /^[^\s@<>"',;]{1,200}@[^\s@<>"',;]{1,200}$/;
const sender =
  /^(?:[^\s@<>"',;]{1,200}@[^\s@<>"',;]{1,200}|[^<>"\r\n,;]{1,100} <[^\s@<>"',;]{1,200}@[^\s@<>"',;]{1,200}>)$/;
const host = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])$/;

const record = z
  .object({
    /** `environment`: QD_SMTP_URL names the server, and nothing here is changed. */
    source: z.enum(['environment', 'stored', 'none']),
    host: z.string().nullable(),
    port: z.int().nullable(),
    security: z.enum([...mailSecurities, 'starttls_if_offered']),
    user: z.string().nullable(),
    /** `*****` where one is set. */
    password: z.string().nullable(),
    verify_certificate: z.boolean(),
    sender: z.string(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.output<typeof record>;

export const mailSettings = {
  show: defineEndpoint({
    id: 'mailSettings.show',
    method: 'GET',
    path: '/mail_settings',
    base: 'bff',
    summary: 'The mail server of this instance, its password left out',
    access: { who: 'admin' },
    response: record,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'mailSettings.update',
    method: 'PUT',
    path: '/mail_settings',
    base: 'bff',
    summary: 'Name the mail server, from the next mail on; an empty host keeps all mails here',
    access: { who: 'admin' },
    body: z.object({
      host: z.string().regex(host).nullable(),
      port: z.int().min(1).max(65_535).optional(),
      security: z.enum(mailSecurities).default('starttls'),
      user: z.string().max(255).nullable().optional(),
      password: z
        .string()
        .max(1024)
        .nullable()
        .optional()
        .describe(
          '`*****` or left out: what is stored stays, unless it would go to another server',
        ),
      verify_certificate: z.boolean().default(true),
      sender: z.string().regex(sender).nullable().optional(),
    }),
    response: record,
    status: [200],
  }),
  test: defineEndpoint({
    id: 'mailSettings.test',
    method: 'POST',
    path: '/mail_settings/test',
    base: 'bff',
    summary: 'Send one mail now and tell what the mail server answered',
    access: { who: 'admin' },
    body: z.object({
      to: z.string().regex(address).optional().describe('The own address where it is left out'),
    }),
    response: z.object({
      to: z.string(),
      accepted: z.boolean(),
      /** The server's own words, or why it was not reached. */
      answer: z.string(),
    }),
    status: [201],
  }),
} as const;
