import * as z from 'zod';
import { filledText, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

const viewedFile = z.object({
  path: z.string().describe('Where the file is now, or was where it is deleted'),
  viewed_at: timestamp,
  changed: z.boolean().describe('It was viewed, and has other content since'),
});

const viewed = z
  .object({ head_sha: z.string().nullable(), files: z.array(viewedFile) })
  .meta({ id: 'ViewedFiles' });
export type ViewedFiles = z.output<typeof viewed>;

const path = '/projects/:id/merge_requests/:merge_request_iid/viewed';
const access = { who: 'user', project: 'read_merge_request' } as const;

/** Which changed files of a merge request somebody has looked at; read by nobody else. */
export const viewedFiles = {
  show: defineEndpoint({
    id: 'viewedFiles.show',
    method: 'GET',
    path,
    base: 'bff',
    summary: 'The changed files that one has viewed, and which of them changed since',
    access,
    params: underMergeRequest,
    response: viewed,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'viewedFiles.update',
    method: 'PUT',
    path,
    base: 'bff',
    summary: 'Mark changed files as viewed, or take the mark away',
    access,
    params: underMergeRequest,
    body: z.object({
      paths: z.array(filledText()).min(1).max(1000),
      viewed: z.boolean(),
      sha: z.string().optional().describe('The head that was looked at; the newest if absent'),
    }),
    response: viewed,
    status: [200],
  }),
} as const;
