import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { opening } from './session-routes.ts';
import { shownAppearance } from './application-appearance.ts';

export const bootstrap = {
  show: defineEndpoint({
    ...opening,
    summary: 'What the console shows before anybody has signed in',
    access: { who: 'anyone' },
    identifies: false,
    response: z.object({
      appearance: shownAppearance,
      sign_in: z.object({ password: z.boolean(), sign_up: z.boolean() }),
      account_deletion: z.boolean().describe('Whether one may delete one’s own account'),
      terms: z.object({ enforced: z.boolean(), text: z.string() }),
      after_sign_out_path: z.string().nullable(),
      help: z.object({ text: z.string(), support_url: z.string().nullable() }),
      ssh: z.object({
        enabled: z.boolean().describe('Whether git is served over SSH'),
        max_key_lifetime: z.int().nullable().describe('Days that a key may live'),
        fips: z.boolean().describe('Keys are of types and lengths that FIPS approves'),
      }),
      version: z.string(),
      preferred_language: z.string(),
      deletion_adjourned_period: z.int().describe('Days in which a deletion is taken back'),
      polling_interval_multiplier: z.number().describe('How often to ask again; 0: never'),
    }),
    status: [200],
  }),
  securityText: defineEndpoint({
    id: 'bootstrap.securityText',
    method: 'GET',
    path: '/security.txt',
    base: 'ops',
    summary: 'Whom to tell of a weakness; the well-known path leads here',
    access: { who: 'anyone' },
    identifies: false,
    response: z.string(),
    media: 'text/plain; charset=utf-8',
    status: [200],
  }),
} as const;
