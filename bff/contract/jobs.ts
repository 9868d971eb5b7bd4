import * as z from 'zod';
import { pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const states = z.enum(['queued', 'running', 'done', 'failed']);

const job = z
  .object({
    id: z.int(),
    kind: z.string(),
    /** What the job was asked to do; depends on its kind. */
    payload: z.record(z.string(), z.unknown()),
    state: states,
    attempts: z.int(),
    run_at: timestamp,
    lease_until: timestamp.nullable(),
    last_error: z.string().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Job' });

export const jobs = {
  list: defineEndpoint({
    id: 'jobs.list',
    method: 'GET',
    path: '/jobs',
    base: 'bff',
    summary: 'Background work, the newest first',
    access: { who: 'admin' },
    query: z.object({ ...pageQuery, state: states.optional(), kind: z.string().optional() }),
    response: z.array(job),
    status: [200],
    paginated: true,
  }),
  retry: defineEndpoint({
    id: 'jobs.retry',
    method: 'POST',
    path: '/jobs/:id/retry',
    base: 'bff',
    summary: 'Run a failed or waiting job now, with all its attempts',
    access: { who: 'admin' },
    params: z.object({ id: z.int() }),
    response: job,
    status: [201],
  }),
} as const;
