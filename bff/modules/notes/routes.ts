import { mergeRequestDiscussions, mergeRequestNotes } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { getMergeRequest, noteableOf } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  getNoteOf,
  getThread,
  reply,
  resolveNote,
  resolveThread,
  startThread,
  threadPage,
} from './discussion-rules.ts';
import { startDiffThread } from './diff-rules.ts';
import {
  presentChanges,
  presentDone,
  presentNote,
  presentNotes,
  presentThreads,
} from './present.ts';
import { commentOnMergeRequest } from './command-rules.ts';
import { getNote, notePage, removeNote, updateNote } from './rules.ts';

/** The merge request of a path, as what notes hang on. */
const noteableAt = async (ctx: Ctx, project: Project, params: { merge_request_iid: number }) =>
  noteableOf(project, await getMergeRequest(ctx, project, params.merge_request_iid));

const one = async <T>(list: Promise<T[]>): Promise<T> => {
  const [first] = await list;
  if (first === undefined) throw new Error('nothing to present');
  return first;
};

/** Notes and threads of merge requests. */
export function noteRoutes(api: Api): void {
  notes(api);
  discussions(api);
}

function notes(api: Api): void {
  mount(api, mergeRequestNotes.list, async ({ ctx, project, params, query, paging }) => {
    const noteable = await noteableAt(ctx, project, params);
    const page = await notePage(ctx, noteable, { ...query, paging });
    return { ...page, rows: await presentNotes(ctx, noteable, page.rows) };
  });
  mount(api, mergeRequestNotes.show, async ({ ctx, project, params }) => {
    const noteable = await noteableAt(ctx, project, params);
    return presentNote(ctx, noteable, await getNote(ctx, noteable, params.note_id));
  });
  mount(api, mergeRequestNotes.create, async ({ ctx, project, params, body: sent }) => {
    const { body, created_at: createdAt, merge_request_diff_head_sha: headSha } = sent;
    const note = { body, createdAt, internal: sent.internal ?? sent.confidential };
    const given = { iid: params.merge_request_iid, note, headSha };
    const { note: row, done } = await commentOnMergeRequest(ctx, project, given);
    if (row === undefined) return new Reply(presentDone(done), 202);
    const noteable = await noteableAt(ctx, project, params);
    return { ...(await presentNote(ctx, noteable, row)), ...presentChanges(done) };
  });
  mount(api, mergeRequestNotes.update, async ({ ctx, project, params, body }) => {
    const noteable = await noteableAt(ctx, project, params);
    const change = { id: params.note_id, body: body.body };
    return presentNote(ctx, noteable, await updateNote(ctx, noteable, change));
  });
  mount(api, mergeRequestNotes.remove, async ({ ctx, project, params }) =>
    removeNote(ctx, await noteableAt(ctx, project, params), params.note_id),
  );
}

function discussions(api: Api): void {
  mount(api, mergeRequestDiscussions.list, async ({ ctx, project, params, paging }) => {
    const noteable = await noteableAt(ctx, project, params);
    const page = await threadPage(ctx, noteable, paging);
    return { ...page, rows: await presentThreads(ctx, noteable, page.rows) };
  });
  mount(api, mergeRequestDiscussions.show, async ({ ctx, project, params }) => {
    const noteable = await noteableAt(ctx, project, params);
    const thread = await getThread(ctx, noteable, params.discussion_id);
    return one(presentThreads(ctx, noteable, [thread]));
  });
  mount(api, mergeRequestDiscussions.create, async ({ ctx, project, params, body }) => {
    const noteable = await noteableAt(ctx, project, params);
    const { body: text, internal, position, commit_id: commitId } = body;
    const thread =
      position === undefined
        ? await startThread(ctx, noteable, { body: text, internal })
        : await startDiffThread(ctx, noteable, { body: text, internal, position, commitId });
    return one(presentThreads(ctx, noteable, [thread]));
  });
  mount(api, mergeRequestDiscussions.update, async ({ ctx, project, params, body }) => {
    const noteable = await noteableAt(ctx, project, params);
    const given = { discussionId: params.discussion_id, resolved: body.resolved };
    return one(presentThreads(ctx, noteable, [await resolveThread(ctx, noteable, given)]));
  });
  mount(api, mergeRequestDiscussions.createNote, async ({ ctx, project, params, body }) => {
    const noteable = await noteableAt(ctx, project, params);
    const given = { discussionId: params.discussion_id, body: body.body };
    return presentNote(ctx, noteable, await reply(ctx, noteable, given));
  });
  mount(api, mergeRequestDiscussions.updateNote, async ({ ctx, project, params, body }) => {
    const noteable = await noteableAt(ctx, project, params);
    const place = { discussionId: params.discussion_id, id: params.note_id };
    const { id } = await getNoteOf(ctx, noteable, place);
    const note =
      body.resolved === undefined
        ? await updateNote(ctx, noteable, { id, body: body.body ?? '' })
        : await resolveNote(ctx, noteable, { id, resolved: body.resolved });
    return presentNote(ctx, noteable, note);
  });
  mount(api, mergeRequestDiscussions.removeNote, async ({ ctx, project, params }) => {
    const noteable = await noteableAt(ctx, project, params);
    const place = { discussionId: params.discussion_id, id: params.note_id };
    await removeNote(ctx, noteable, (await getNoteOf(ctx, noteable, place)).id);
  });
}
