import * as z from 'zod';
import { filledText, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const commitComment = z
  .object({
    note: z.string(),
    /** Where it stands in the commit's diff, as the next two; null for the commit as a whole. */
    path: z.string().nullable(),
    line: z.int().nullable(),
    line_type: z.enum(['new', 'old']).nullable(),
    author: userSummary,
    created_at: timestamp,
  })
  .meta({ id: 'CommitComment' });
export type CommitComment = z.output<typeof commitComment>;

const underCommit = z.object({ ...underId.shape, sha: z.string() });
const path = '/projects/:id/repository/commits/:sha/comments';

export const commitComments = {
  list: defineEndpoint({
    id: 'commitComments.list',
    method: 'GET',
    path,
    summary: 'Comments on a commit, the oldest first',
    access: { who: 'anyone', project: 'read_code' },
    params: underCommit,
    query: z.object(pageQuery),
    response: z.array(commitComment),
    status: [200],
    paginated: true,
  }),
  create: defineEndpoint({
    id: 'commitComments.create',
    method: 'POST',
    path,
    summary: 'Comment on a commit, or on one line of what it changed',
    access: { who: 'user', project: 'create_note' },
    limited: 'notes_create',
    params: underCommit,
    body: z.object({
      note: filledText(),
      path: z.string().max(4096).optional(),
      line: z.int().min(1).optional().describe('Required with `path`'),
      line_type: z.enum(['new', 'old']).default('new'),
    }),
    response: commitComment,
    status: [201],
  }),
} as const;
