import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Mounted by `npm run demo` alone. */
export const demo = {
  reset: defineEndpoint({
    id: 'demo.reset',
    method: 'POST',
    path: '/demo/reset',
    base: 'ops',
    summary: 'Bring a demo back to where it began; demos only',
    access: { who: 'anyone' },
    identifies: false,
    response: z.object({ seed: z.int(), now: timestamp }),
    status: [200],
  }),
} as const;
