import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underIssue } from './issues.ts';
import { note } from './notes.ts';

const path = '/projects/:id/issues/:issue_iid/notes';
const one = `${path}/:note_id` as const;
const reads = { who: 'user', project: 'read_note' } as const;
const writes = { who: 'user', project: 'create_note' } as const;
const underNote = z.object({ ...underIssue.shape, note_id: z.int() });

export const issueNotes = {
  list: defineEndpoint({
    id: 'issueNotes.list',
    method: 'GET',
    path,
    summary: 'Notes of an issue',
    access: reads,
    params: underIssue,
    query: z.object({
      ...pageQuery,
      order_by: z.enum(['created_at', 'updated_at']).default('created_at'),
      sort: z.enum(['asc', 'desc']).default('desc'),
      activity_filter: z.enum(['all_notes', 'only_comments', 'only_activity']).default('all_notes'),
    }),
    response: z.array(note),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'issueNotes.show',
    method: 'GET',
    path: one,
    summary: 'One note of an issue',
    access: reads,
    params: underNote,
    response: note,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'issueNotes.create',
    method: 'POST',
    path,
    summary: 'Comment on an issue',
    access: writes,
    limited: 'notes_create',
    params: underIssue,
    body: z.object({
      body: z.string(),
      internal: z.boolean().optional(),
      /** The old name of `internal`. */
      confidential: z.boolean().optional(),
    }),
    response: note,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'issueNotes.update',
    method: 'PUT',
    path: one,
    summary: 'Change the text of a note',
    access: writes,
    params: underNote,
    body: z.object({ body: z.string() }),
    response: note,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'issueNotes.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a note',
    access: writes,
    params: underNote,
    response: null,
    status: [204],
  }),
} as const;
