import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

const serverMetadata = z
  .object({
    version: z.string(),
    revision: z.string(),
    /** Named as clients know it, the one record of the API in this spelling. */
    kas: z.object({
      enabled: z.boolean(),
      externalUrl: z.string().nullable(),
      externalK8sProxyUrl: z.string().nullable(),
      version: z.string().nullable(),
    }),
    enterprise: z.boolean(),
  })
  .meta({ id: 'Metadata' });

const scopes = ['read_user'] as const;

export const metadata = {
  show: defineEndpoint({
    id: 'metadata.show',
    method: 'GET',
    path: '/metadata',
    summary: 'Which server this is',
    access: { who: 'user' },
    scopes,
    response: serverMetadata,
    status: [200],
  }),
} as const;

export const version = {
  show: defineEndpoint({
    id: 'version.show',
    method: 'GET',
    path: '/version',
    summary: 'Which server this is; the old name of `/metadata`',
    access: { who: 'user' },
    scopes,
    response: serverMetadata,
    status: [200],
  }),
} as const;
