import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const record = z
  .object({
    version: z.string(),
    node: z.string(),
    git: z.string(),
    database: z.object({ kind: z.enum(['sqlite', 'postgres']), version: z.string() }),
    public_url: z.string(),
    started_at: timestamp,
    now: timestamp,
    memory_bytes: z.int(),
    disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }),
    mail: z.enum(['server', 'kept']),
    ssh: z.boolean(),
    counts: z.object({ users: z.int(), groups: z.int(), projects: z.int() }),
    jobs: z.object({ queued: z.int(), running: z.int(), done: z.int(), failed: z.int() }),
  })
  .meta({ id: 'System' });

export const system = {
  show: defineEndpoint({
    id: 'system.show',
    method: 'GET',
    path: '/system',
    base: 'bff',
    summary: 'What runs here, and how much it holds',
    access: { who: 'admin' },
    response: record,
    status: [200],
  }),
} as const;
