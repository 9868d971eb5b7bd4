import * as z from 'zod';
import { datetime, pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

const linePlace = z.object({
  line_code: z.string().optional(),
  type: z.string().nullable().optional(),
  old_line: z.int().nullable().optional(),
  new_line: z.int().nullable().optional(),
});

/** Where in a diff a note stands. */
export const notePosition = z
  .object({
    base_sha: z.string(),
    start_sha: z.string(),
    head_sha: z.string(),
    position_type: z.enum(['text', 'image', 'file']),
    old_path: z.string().optional(),
    new_path: z.string().optional(),
    old_line: z.int().nullable().optional(),
    new_line: z.int().nullable().optional(),
    line_range: z.object({ start: linePlace, end: linePlace }).nullable().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    x: z.number().optional(),
    y: z.number().optional(),
  })
  .meta({ id: 'NotePosition' });
export type NotePosition = z.output<typeof notePosition>;

/** A change of lines that a comment in a diff proposes. */
export const suggestion = z
  .object({
    id: z.int(),
    from_line: z.int(),
    to_line: z.int(),
    /** The lines are as they were, and it can be made. */
    appliable: z.boolean(),
    applied: z.boolean(),
    from_content: z.string(),
    to_content: z.string(),
  })
  .meta({ id: 'Suggestion' });
export type Suggestion = z.output<typeof suggestion>;

/** What lines of a comment that are commands have changed, by parameter. */
const commandsChanges = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), z.array(z.union([z.string(), z.int()]))]),
);

export const note = z
  .object({
    id: z.int(),
    type: z.enum(['DiscussionNote', 'DiffNote']).nullable(),
    body: z.string(),
    attachment: z.null(),
    author: userSummary,
    created_at: timestamp,
    updated_at: timestamp,
    system: z.boolean(),
    noteable_id: z.int(),
    noteable_type: z.string(),
    project_id: z.int().nullable(),
    noteable_iid: z.int(),
    /** Of notes in a diff, as the next two. */
    commit_id: z.string().nullable().optional(),
    position: notePosition.optional(),
    suggestions: z.array(suggestion).optional(),
    resolvable: z.boolean(),
    /** Of resolvable notes, as the next two. */
    resolved: z.boolean().optional(),
    resolved_by: userSummary.nullable().optional(),
    resolved_at: timestamp.nullable().optional(),
    confidential: z.boolean(),
    internal: z.boolean(),
    imported: z.boolean(),
    imported_from: z.string(),
    commands_changes: commandsChanges,
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof note>;

/** The answer to a comment of commands alone, of which no note is made. */
const commandsDone = z
  .object({ commands_changes: commandsChanges, summary: z.array(z.string()) })
  .meta({ id: 'CommandsDone' });

export const discussion = z
  .object({ id: z.string(), individual_note: z.boolean(), notes: z.array(note) })
  .meta({ id: 'Discussion' });
export type Discussion = z.output<typeof discussion>;

/**
 * A thread is resolved when it has notes that can be resolved and none of them is open; `none`
 * where nothing in it can be. The count that the merge check reads follows the same rule in SQL.
 */
export function resolutionOf(
  notes: readonly { resolvable: boolean; resolved?: boolean | undefined }[],
): 'none' | 'open' | 'resolved' {
  const resolvable = notes.filter((note) => note.resolvable);
  if (resolvable.length === 0) return 'none';
  return resolvable.every((note) => note.resolved === true) ? 'resolved' : 'open';
}

const one = '/projects/:id/merge_requests/:merge_request_iid';
const reads = { who: 'user', project: 'read_note' } as const;
const writes = { who: 'user', project: 'create_note' } as const;
const underNote = z.object({ ...underMergeRequest.shape, note_id: z.int() });
const underDiscussion = z.object({ ...underMergeRequest.shape, discussion_id: z.string() });
const underReply = z.object({ ...underDiscussion.shape, note_id: z.int() });

export const mergeRequestNotes = {
  list: defineEndpoint({
    id: 'mergeRequestNotes.list',
    method: 'GET',
    path: `${one}/notes`,
    summary: 'Notes of a merge request',
    access: reads,
    params: underMergeRequest,
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
    id: 'mergeRequestNotes.show',
    method: 'GET',
    path: `${one}/notes/:note_id`,
    summary: 'One note of a merge request',
    access: reads,
    params: underNote,
    response: note,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'mergeRequestNotes.create',
    method: 'POST',
    path: `${one}/notes`,
    summary: 'Comment on a merge request; lines like `/close` are commands',
    access: writes,
    limited: 'notes_create',
    params: underMergeRequest,
    body: z.object({
      body: z.string(),
      internal: z.boolean().optional(),
      /** The old name of `internal`. */
      confidential: z.boolean().optional(),
      created_at: datetime().optional().describe('For Owners and administrators'),
      merge_request_diff_head_sha: z
        .string()
        .optional()
        .describe('The head that a line `/merge` is about'),
    }),
    response: note.or(commandsDone),
    status: [201, 202],
  }),
  update: defineEndpoint({
    id: 'mergeRequestNotes.update',
    method: 'PUT',
    path: `${one}/notes/:note_id`,
    summary: 'Change the text of a note',
    access: writes,
    params: underNote,
    body: z.object({ body: z.string() }),
    response: note,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'mergeRequestNotes.remove',
    method: 'DELETE',
    path: `${one}/notes/:note_id`,
    summary: 'Delete a note',
    access: writes,
    params: underNote,
    response: null,
    status: [204],
  }),
} as const;

export const mergeRequestDiscussions = {
  list: defineEndpoint({
    id: 'mergeRequestDiscussions.list',
    method: 'GET',
    path: `${one}/discussions`,
    summary: 'Threads of a merge request, the oldest first',
    access: reads,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(discussion),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'mergeRequestDiscussions.show',
    method: 'GET',
    path: `${one}/discussions/:discussion_id`,
    summary: 'One thread of a merge request',
    access: reads,
    params: underDiscussion,
    response: discussion,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'mergeRequestDiscussions.create',
    method: 'POST',
    path: `${one}/discussions`,
    summary: 'Begin a thread, in the diff where `position` says so',
    access: writes,
    limited: 'notes_create',
    params: underMergeRequest,
    body: z.object({
      body: z.string(),
      internal: z.boolean().optional(),
      commit_id: z.string().optional(),
      position: notePosition.optional(),
    }),
    response: discussion,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'mergeRequestDiscussions.update',
    method: 'PUT',
    path: `${one}/discussions/:discussion_id`,
    summary: 'Resolve a thread, or open it again',
    access: writes,
    params: underDiscussion,
    body: z.object({ resolved: z.boolean() }),
    response: discussion,
    status: [200],
  }),
  createNote: defineEndpoint({
    id: 'mergeRequestDiscussions.createNote',
    method: 'POST',
    path: `${one}/discussions/:discussion_id/notes`,
    summary: 'Reply in a thread',
    access: writes,
    limited: 'notes_create',
    params: underDiscussion,
    body: z.object({ body: z.string() }),
    response: note,
    status: [201],
  }),
  updateNote: defineEndpoint({
    id: 'mergeRequestDiscussions.updateNote',
    method: 'PUT',
    path: `${one}/discussions/:discussion_id/notes/:note_id`,
    summary: 'Change the text of a reply, or resolve it',
    access: writes,
    params: underReply,
    body: z.object({ body: z.string().optional(), resolved: z.boolean().optional() }),
    exclusive: [['body', 'resolved']],
    atLeastOne: ['body', 'resolved'],
    response: note,
    status: [200],
  }),
  removeNote: defineEndpoint({
    id: 'mergeRequestDiscussions.removeNote',
    method: 'DELETE',
    path: `${one}/discussions/:discussion_id/notes/:note_id`,
    summary: 'Delete a note of a thread',
    access: writes,
    params: underReply,
    response: null,
    status: [204],
  }),
} as const;
