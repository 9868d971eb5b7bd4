import * as z from 'zod';
import { filledText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const terms = {
  accept: defineEndpoint({
    id: 'terms.accept',
    method: 'POST',
    path: '/terms',
    base: 'bff',
    summary: 'Accept the terms of service that one has read',
    access: { who: 'user' },
    body: z.object({ version: filledText() }),
    response: z.object({ accepted: z.literal(true) }),
    status: [201],
  }),
} as const;
