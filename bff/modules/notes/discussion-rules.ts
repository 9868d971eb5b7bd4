import type { Page } from '#contract/common.ts';
import { resolutionOf } from '#contract/notes.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { badRequest, forbidden, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { mayInProject } from '../projects/rules.ts';
import { listDiscussionIds, listNotesOf, resolveNotes, updateNoteRow } from './repository.ts';
import { positionOf } from './position.ts';
import {
  createNote,
  getNote,
  mayReadInternal,
  type NewNote,
  type Noteable,
  type NoteRow,
  recount,
  targetOf,
} from './rules.ts';

/** A thread: its id and its notes, the oldest first. */
export interface Thread {
  id: string;
  notes: NoteRow[];
}

/** One page of the threads that the caller may read. */
export async function threadPage(
  ctx: Ctx,
  noteable: Noteable,
  paging: { offset: number; perPage: number },
): Promise<Page<Thread>> {
  const filter = {
    internal: await mayReadInternal(ctx, noteable.project),
    activity: 'all_notes',
  } as const;
  const target = targetOf(noteable);
  const page = await listDiscussionIds(ctx.db, target, { ...filter, paging });
  const ids = page.rows.map((row) => row.discussion_id);
  const notes = await listNotesOf(ctx.db, target, { ...filter, discussionIds: ids });
  const rows = ids.map((id) => ({ id, notes: notes.filter((note) => note.discussion_id === id) }));
  return { rows, total: page.total };
}

/** One thread; 404 `404 Discussion Not Found`. */
export async function getThread(ctx: Ctx, noteable: Noteable, id: string): Promise<Thread> {
  const notes = await threadNotes(ctx, noteable, id);
  if (notes.length === 0) throw notFound('Discussion');
  return { id, notes };
}

const threadNotes = async (ctx: Ctx, noteable: Noteable, id: string): Promise<NoteRow[]> =>
  listNotesOf(ctx.db, targetOf(noteable), {
    internal: await mayReadInternal(ctx, noteable.project),
    activity: 'all_notes',
    discussionIds: [id],
  });

/** Begins a thread, in the diff where it has a position. */
export async function startThread(ctx: Ctx, noteable: Noteable, note: NewNote): Promise<Thread> {
  const type = note.position === undefined ? 'DiscussionNote' : 'DiffNote';
  const row = await createNote(ctx, noteable, { ...note, type });
  return { id: row.discussion_id, notes: [row] };
}

/**
 * Replies in a thread; a single comment becomes one, and a resolved thread stays resolved. Notes
 * of the system take no replies.
 */
export async function reply(
  ctx: Ctx,
  noteable: Noteable,
  given: { discussionId: string; body: string },
): Promise<NoteRow> {
  return transact(ctx, async (ctx) => {
    const { thread, first } = await getAnswerable(ctx, noteable, given.discussionId);
    if (first.type === null) {
      const resolvable = noteable.type === 'MergeRequest' ? 1 : 0;
      await updateNoteRow(ctx.db, first.id, { type: 'DiscussionNote', resolvable });
    }
    return createNote(ctx, noteable, {
      body: given.body,
      type: first.type ?? 'DiscussionNote',
      discussionId: thread.id,
      internal: first.internal === 1,
      position: positionOf(first),
      resolved: isResolved(thread),
    });
  });
}

/** A thread that takes replies; 404 for none, 400 for notes of the system. */
export async function getAnswerable(
  ctx: Ctx,
  noteable: Noteable,
  id: string,
): Promise<{ thread: Thread; first: NoteRow }> {
  const thread = await getThread(ctx, noteable, id);
  const [first] = thread.notes;
  if (first === undefined || first.system === 1) {
    throw badRequest('Discussion can not be replied to.');
  }
  return { thread, first };
}

/**
 * Tells what was kept back: as an answer, or as a thread of its own where there is none to answer
 * any more. Call inside `transact`.
 */
export async function answerOrBegin(
  ctx: Ctx,
  noteable: Noteable,
  told: NewNote & { answers: string | null; resolves: boolean },
): Promise<void> {
  const { answers, resolves, ...note } = told;
  const notes = answers === null ? [] : await threadNotes(ctx, noteable, answers);
  if (answers === null || notes.length === 0) {
    await startThread(ctx, noteable, note);
    return;
  }
  await reply(ctx, noteable, { discussionId: answers, body: note.body });
  if (resolves && (await mayResolve(ctx, noteable))) {
    await resolveThread(ctx, noteable, { discussionId: answers, resolved: true });
  }
}

/** Resolves a thread of which something was done, where it can be and the caller may. */
export async function resolveWhereAllowed(
  ctx: Ctx,
  noteable: Noteable,
  discussionId: string,
): Promise<void> {
  const notes = await threadNotes(ctx, noteable, discussionId);
  const isOpen = notes.some((note) => note.resolvable === 1 && note.resolved_at === null);
  if (isOpen && (await mayResolve(ctx, noteable))) {
    await resolveThread(ctx, noteable, { discussionId, resolved: true });
  }
}

const isResolved = ({ notes }: Thread): boolean =>
  resolutionOf(
    notes.map((note) => ({
      resolvable: note.resolvable === 1,
      resolved: note.resolved_at !== null,
    })),
  ) === 'resolved';

/** Resolves all of a thread, or opens it again: its author's merge request, or Developer. */
export async function resolveThread(
  ctx: Ctx,
  noteable: Noteable,
  given: { discussionId: string; resolved: boolean },
): Promise<Thread> {
  const thread = await getThread(ctx, noteable, given.discussionId);
  await requireResolve(ctx, noteable);
  if (!thread.notes.some((note) => note.resolvable === 1)) {
    throw badRequest('Discussion can not be resolved.');
  }
  await transact(ctx, async (ctx) => {
    await resolveNotes(ctx.db, thread.id, resolution(ctx, given.resolved));
    await recount(ctx, noteable);
    await auditResolution(ctx, noteable, { name: thread.id, resolved: given.resolved });
  });
  return getThread(ctx, noteable, thread.id);
}

/** Resolves one note of a thread, or opens it again. */
export async function resolveNote(
  ctx: Ctx,
  noteable: Noteable,
  given: { id: number; resolved: boolean },
): Promise<NoteRow> {
  const note = await getNote(ctx, noteable, given.id);
  await requireResolve(ctx, noteable);
  if (note.resolvable !== 1) throw badRequest('Note can not be resolved.');
  if ((note.resolved_at !== null) === given.resolved) return note;
  return transact(ctx, async (ctx) => {
    const after = await updateNoteRow(ctx.db, note.id, resolution(ctx, given.resolved));
    await recount(ctx, noteable);
    await auditResolution(ctx, noteable, { name: note.discussion_id, resolved: given.resolved });
    return after;
  });
}

const resolution = (ctx: Ctx, resolved: boolean) => ({
  resolved_at: resolved ? now(ctx) : null,
  resolved_by_id: resolved ? actingUser(ctx).id : null,
  updated_at: now(ctx),
});

const auditResolution = (
  ctx: Ctx,
  noteable: Noteable,
  thread: { name: string; resolved: boolean },
): Promise<void> =>
  audit(ctx, {
    action: thread.resolved ? 'discussion.resolve' : 'discussion.unresolve',
    subject: { type: noteable.type, id: noteable.id, name: thread.name },
    projectId: noteable.project.id,
  });

const mayResolve = async (ctx: Ctx, noteable: Noteable): Promise<boolean> =>
  noteable.authorId === actingUser(ctx).id ||
  (await mayInProject(ctx, 'update_merge_request', noteable.project));

/** 403 where the threads are not the caller's to resolve. */
export async function requireResolve(ctx: Ctx, noteable: Noteable): Promise<void> {
  if (!(await mayResolve(ctx, noteable))) throw forbidden();
}

/** A note of this thread; 404 where it is another's. */
export async function getNoteOf(
  ctx: Ctx,
  noteable: Noteable,
  place: { discussionId: string; id: number },
): Promise<NoteRow> {
  const note = await getNote(ctx, noteable, place.id);
  if (note.discussion_id !== place.discussionId) throw notFound('Note');
  return note;
}
