import * as z from 'zod';
import { pageQuery, timestamp, underId, upload, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const groupImport = z
  .object({
    id: z.int(),
    status: z.enum(['queued', 'running', 'finished', 'failed']),
    filename: z.string(),
    size: z.int(),
    user: userSummary.nullable(),
    total: z.int().describe('Lines of the bundle; 0 while it is being unpacked'),
    done: z.int(),
    counts: z.record(z.string(), z.int()).describe('How many of each kind are new'),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'GroupImport' });
export type GroupImportRecord = z.output<typeof groupImport>;

const owners = {
  base: 'bff',
  access: { who: 'user', group: 'admin_group' },
  order: 'subject-first',
} as const;
const path = '/groups/:id/imports';

/** Bundles that bring people and their work from another server into a group. */
export const groupImports = {
  list: defineEndpoint({
    ...owners,
    id: 'groupImports.list',
    method: 'GET',
    path,
    summary: 'Bundles that were uploaded to a group, the newest first',
    params: underId,
    query: z.object(pageQuery),
    response: z.array(groupImport),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    ...owners,
    id: 'groupImports.create',
    method: 'POST',
    path,
    summary: 'Upload a bundle, which a job brings in',
    params: underId,
    body: z.object({ file: upload() }),
    response: groupImport,
    status: [201],
  }),
  show: defineEndpoint({
    ...owners,
    id: 'groupImports.show',
    method: 'GET',
    path: `${path}/:import_id`,
    summary: 'How far a bundle is, or how it has ended',
    params: z.object({ ...underId.shape, import_id: z.int() }),
    response: groupImport,
    status: [200],
  }),
} as const;
