import * as z from 'zod';
import { diff } from './commits.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

/** The first line of the stream: what is compared, and how many files follow. */
export const reviewedVersion = z
  .object({
    count: z.int(),
    base_sha: z.string(),
    start_sha: z.string(),
    head_sha: z.string(),
    /** Notes may name these commits as their position. */
    commentable: z.boolean(),
  })
  .meta({ id: 'ReviewedVersion' });
export type ReviewedVersion = z.output<typeof reviewedVersion>;

/** Each further line: a changed file. */
export const reviewedFile = z
  .object({
    ...diff.shape,
    binary: z.boolean(),
    /** Ids of the contents before and after. */
    old_blob: z.string(),
    new_blob: z.string(),
  })
  .meta({ id: 'ReviewedFile' });
export type ReviewedFile = z.output<typeof reviewedFile>;

export const reviewDiffs = {
  stream: defineEndpoint({
    id: 'reviewDiffs.stream',
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/diff_stream',
    base: 'bff',
    summary: 'All changed files, a line of JSON each: first what is compared, then file after file',
    access: { who: 'anyone', project: 'read_merge_request' },
    params: underMergeRequest,
    query: z.object({
      from: z.int().optional().describe('A version whose head is compared with'),
      to: z.int().optional().describe('The version that is read; the newest if absent'),
      ignore_whitespace: z.boolean().default(false),
      whole: z.boolean().default(false).describe('Beyond the limit that an administrator set'),
      context: z.int().min(0).max(1_000_000).optional().describe('Unchanged lines around changes'),
      old_path: z.string().optional().describe('With `new_path`: this file alone'),
      new_path: z.string().optional(),
    }),
    response: z.string(),
    media: 'application/x-ndjson',
    status: [200],
  }),
} as const;
