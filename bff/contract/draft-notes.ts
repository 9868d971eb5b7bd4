import * as z from 'zod';
import { pageQuery } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';
import { notePosition } from './notes.ts';

/** A comment of a review that is read by nobody but its author until it is published. */
export const draftNote = z
  .object({
    id: z.int(),
    author_id: z.int(),
    merge_request_id: z.int(),
    /** Publishing it resolves the thread that it answers. */
    resolve_discussion: z.boolean(),
    discussion_id: z.string().nullable(),
    note: z.string(),
    commit_id: z.string().nullable(),
    line_code: z.null(),
    position: notePosition.nullable(),
  })
  .meta({ id: 'DraftNote' });
export type DraftNote = z.output<typeof draftNote>;

const path = '/projects/:id/merge_requests/:merge_request_iid/draft_notes';
const one = `${path}/:draft_note_id`;
const underDraft = z.object({ ...underMergeRequest.shape, draft_note_id: z.int() });
const reads = { who: 'user', project: 'read_note' } as const;
const writes = { who: 'user', project: 'create_note' } as const;

export const draftNotes = {
  list: defineEndpoint({
    id: 'draftNotes.list',
    method: 'GET',
    path,
    summary: 'One’s own comments that are not published yet, the oldest first',
    access: reads,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(draftNote),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'draftNotes.show',
    method: 'GET',
    path: one,
    summary: 'One comment of one’s own that is not published yet',
    access: reads,
    params: underDraft,
    response: draftNote,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'draftNotes.create',
    method: 'POST',
    path,
    summary: 'Write a comment that is published later, as a thread or as an answer in one',
    access: writes,
    limited: 'notes_create',
    params: underMergeRequest,
    body: z.object({
      note: z.string(),
      commit_id: z.string().optional(),
      in_reply_to_discussion_id: z.string().optional(),
      resolve_discussion: z
        .boolean()
        .default(false)
        .describe('Resolve the thread that it answers, once it is published'),
      position: notePosition.optional(),
    }),
    response: draftNote,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'draftNotes.update',
    method: 'PUT',
    path: one,
    summary: 'Change a comment that is not published yet',
    access: writes,
    params: underDraft,
    body: z.object({ note: z.string().optional(), position: notePosition.optional() }),
    response: draftNote,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'draftNotes.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a comment that is not published yet',
    access: writes,
    params: underDraft,
    response: null,
    status: [204],
  }),
  publish: defineEndpoint({
    id: 'draftNotes.publish',
    method: 'PUT',
    path: `${one}/publish`,
    summary: 'Publish one comment',
    access: writes,
    limited: 'notes_create',
    params: underDraft,
    response: null,
    status: [204],
  }),
  publishAll: defineEndpoint({
    id: 'draftNotes.publishAll',
    method: 'POST',
    path: `${path}/bulk_publish`,
    summary: 'Publish all comments of one’s review, with a verdict where one is given',
    access: writes,
    limited: 'notes_create',
    params: underMergeRequest,
    body: z.object({
      note: z.string().optional().describe('A last comment that sums the review up'),
      reviewer_state: z.enum(['reviewed', 'requested_changes', 'approved']).optional(),
      sha: z.string().optional().describe('The head that is approved'),
    }),
    response: null,
    status: [204],
  }),
} as const;
