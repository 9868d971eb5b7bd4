import * as z from 'zod';
import { pageQuery, timestamp, underId, upload, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const row = z
  .object({
    line: z.int().describe('Where the row begins in the file, from 1'),
    outcome: z.enum(['failed', 'skipped']),
    source_user_identifier: z.string(),
    source_user_name: z.string(),
    source_username: z.string(),
    column: z.string().nullable().describe('Null: the whole line'),
    value: z.string().nullable(),
    problem: z.string().nullable().describe('A word for programs'),
    message: z.string().nullable(),
  })
  .meta({ id: 'ReassignmentRow' });
export type ReassignmentRowRecord = z.output<typeof row>;

const file = z
  .object({
    id: z.int(),
    status: z.enum(['queued', 'running', 'finished', 'failed', 'stopped']),
    dry_run: z.boolean(),
    applicable: z.boolean().describe('A dry run whose file is still here'),
    filename: z.string(),
    size: z.int(),
    user: userSummary.nullable(),
    total: z.int(),
    done: z.int(),
    matched: z.int(),
    failed: z.int(),
    skipped: z.int(),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'ReassignmentFile' });
export type ReassignmentFileRecord = z.output<typeof file>;

const path = '/groups/:id/reassignment_files';
const one = `${path}/:file_id`;
const underFile = z.object({ ...underId.shape, file_id: z.int() });
const owners = {
  base: 'bff',
  access: { who: 'user', group: 'admin_group' },
  order: 'subject-first',
} as const;

export const reassignmentFiles = {
  list: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.list',
    method: 'GET',
    path,
    summary: 'Files that were uploaded to reassign people of imports, the newest first',
    params: underId,
    query: z.object(pageQuery),
    response: z.array(file),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.create',
    method: 'POST',
    path,
    summary: 'Upload a file: to see what it would do, or to do it',
    params: underId,
    query: z.object({ dry_run: z.boolean().default(false) }),
    body: z.object({ file: upload() }),
    response: file,
    status: [201],
  }),
  show: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.show',
    method: 'GET',
    path: one,
    summary: 'How far a file is, with the first of its errors',
    params: underFile,
    response: z
      .object({ ...file.shape, errors: z.array(row).describe('The first hundred') })
      .meta({ id: 'ShownReassignmentFile' }),
    status: [200],
  }),
  rows: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.rows',
    method: 'GET',
    path: `${one}/rows`,
    summary: 'Lines of a file that fail or name nobody',
    params: underFile,
    query: z.object({ ...pageQuery, outcome: z.enum(['failed', 'skipped']).optional() }),
    response: z.array(row),
    status: [200],
    paginated: true,
  }),
  errors: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.errors',
    method: 'GET',
    path: `${one}/errors.csv`,
    summary: 'The lines that failed, as a file to mend and upload again',
    params: underFile,
    response: z.string(),
    media: 'text/csv; charset=utf-8',
    status: [200],
  }),
  apply: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.apply',
    method: 'POST',
    path: `${one}/apply`,
    summary: 'Do what a dry run has shown',
    params: underFile,
    response: file,
    status: [201],
  }),
  stop: defineEndpoint({
    ...owners,
    id: 'reassignmentFiles.stop',
    method: 'POST',
    path: `${one}/stop`,
    summary: 'End a run; what it has done stays',
    params: underFile,
    response: file,
    status: [200],
  }),
} as const;
