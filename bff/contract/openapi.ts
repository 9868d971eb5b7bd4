import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const openapi = {
  show: defineEndpoint({
    id: 'openapi.show',
    method: 'GET',
    path: '/openapi.json',
    summary: 'The OpenAPI 3.1 document of this API',
    access: { who: 'anyone' },
    response: z.string(),
    media: 'application/json',
    status: [200],
  }),
} as const;
