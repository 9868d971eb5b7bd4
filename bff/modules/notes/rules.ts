import type { Page } from '#contract/common.ts';
import type { NotePosition } from '#contract/notes.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit/rules.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { recordAgain, recordSuggestions } from '../suggestions/record-rules.ts';
import {
  checkMayComment,
  isOwnerAt,
  mayModerateAt,
  mayReadInternalAt,
  type NotePlace,
  placeIds,
} from './place-rules.ts';
import {
  deleteNoteRow,
  deleteNotesOf,
  findNote,
  findNoteById,
  insertNote,
  listCommenters,
  listCommitNotes,
  listNotes,
  type NoteRow,
  type NoteTarget,
  recountIssue,
  recountMergeRequest,
  touchEpic,
  updateNoteRow,
} from './repository.ts';

export type { NoteRow } from './repository.ts';

const longestBody = 1_000_000;

/** What notes hang on. */
interface Thing {
  type: NoteRow['noteable_type'];
  id: number;
  iid: number;
  /** Of a commit, which has no number. */
  sha?: string;
  authorId: number | null;
  /** Head of a merge request that is open: what comments suggest is made there. */
  openHead?: string | null;
  /** Members only may comment. */
  locked: boolean;
}

/** Something of a project that notes hang on, with what decides who may write them. */
export interface Noteable extends Thing {
  project: Project;
}

/** The same of a project or of a group. */
export type AnyNoteable = Thing & NotePlace;

const nameOf = ({ type, iid, sha }: AnyNoteable) => `${type} ${sha ?? iid}`;

export const targetOf = (noteable: AnyNoteable): NoteTarget => ({
  type: noteable.type,
  id: noteable.id,
});

/** Internal notes are for those who may look after the project's issues. */
export const mayReadInternal = (ctx: Ctx, project: Project): Promise<boolean> =>
  mayReadInternalAt(ctx, { project });

/** One page of the notes that the caller may read. */
export async function notePage(
  ctx: Ctx,
  noteable: AnyNoteable,
  query: {
    order_by: 'created_at' | 'updated_at';
    sort: 'asc' | 'desc';
    activity_filter: 'all_notes' | 'only_comments' | 'only_activity';
    paging: { offset: number; perPage: number };
  },
): Promise<Page<NoteRow>> {
  const internal = await mayReadInternalAt(ctx, noteable);
  return listNotes(ctx.db, targetOf(noteable), {
    ...query,
    internal,
    activity: query.activity_filter,
  });
}

/** One page of the comments on a commit, the oldest first. */
export const commitNotePage = (
  ctx: Ctx,
  { project, sha = '' }: Noteable,
  paging: { offset: number; perPage: number },
): Promise<Page<NoteRow>> => listCommitNotes(ctx.db, { projectId: project.id, sha }, paging);

/** One note; 404 `404 Note Not Found` for none and for hidden ones. */
export async function getNote(ctx: Ctx, noteable: AnyNoteable, id: number): Promise<NoteRow> {
  const note = await findNote(ctx.db, targetOf(noteable), id);
  if (note === undefined) throw notFound('Note');
  if (note.internal === 1 && !(await mayReadInternalAt(ctx, noteable))) {
    throw notFound('Note');
  }
  return note;
}

/** A note of a merge request, for one who may read it there; undefined for none. */
export async function noteOf(ctx: Ctx, id: number): Promise<NoteRow | undefined> {
  const note = await findNoteById(ctx.db, id);
  if (note?.noteable_type !== 'MergeRequest') return undefined;
  if (note.internal === 0) return note;
  const project = await findProjectById(ctx, note.project_id ?? 0);
  return project && (await mayReadInternal(ctx, project)) ? note : undefined;
}

export interface NewNote {
  body: string;
  internal?: boolean | undefined;
  /** Heard from Owners and administrators alone. */
  createdAt?: string | undefined;
  type?: NoteRow['type'];
  /** The thread that it joins. */
  discussionId?: string;
  position?: NotePosition;
  commitId?: string;
  /** Written as resolved: a reply in a thread that is. */
  resolved?: boolean;
}

/** Writes a comment: 400 for a blank one, 403 where the caller may not comment. */
export async function createNote(ctx: Ctx, noteable: AnyNoteable, note: NewNote): Promise<NoteRow> {
  await checkNote(ctx, noteable, note);
  const mayDate = isAdministrator(ctx) || (await isOwnerAt(ctx, noteable));
  const createdAt = mayDate ? note.createdAt : undefined;
  return transact(ctx, async (ctx) => {
    const authorId = actingUser(ctx).id;
    const row = await writeNote(ctx, noteable, { ...note, createdAt, authorId });
    await audit(ctx, {
      action: 'note.create',
      subject: { type: 'Note', id: row.id, name: nameOf(noteable) },
      ...placeIds(noteable),
    });
    return row;
  });
}

/** Refuses a comment that `createNote` would refuse. */
export async function checkNote(ctx: Ctx, noteable: AnyNoteable, note: NewNote): Promise<void> {
  await checkMayComment(ctx, noteable);
  checkBody(note.body);
  if (note.internal === true && !(await mayReadInternalAt(ctx, noteable))) throw forbidden();
}

/** As much of a thing as a note's row names; a group has no column there. */
type Hanging = Pick<Noteable, 'type' | 'id'> & { project?: Pick<Project, 'id'> };

/** Notes what has happened, in the transaction in which it happens. */
export async function addSystemNote(
  ctx: Ctx,
  noteable: Hanging,
  note: { body: string; authorId: number },
): Promise<void> {
  await writeNote(ctx, noteable, { ...note, system: true });
}

async function writeNote(
  ctx: Ctx,
  noteable: Hanging,
  note: NewNote & { authorId: number; system?: boolean },
): Promise<NoteRow> {
  const time = note.createdAt ?? now(ctx);
  const type = note.type ?? null;
  const row = await insertNote(ctx.db, {
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    project_id: noteable.project?.id ?? null,
    author_id: note.authorId,
    discussion_id: note.discussionId ?? ctx.chance(20).toString('hex'),
    type,
    body: note.body,
    system: bit(note.system === true),
    internal: bit(note.internal === true),
    resolvable: bit(type !== null && noteable.type === 'MergeRequest'),
    resolved_by_id: note.resolved === true ? note.authorId : null,
    resolved_at: note.resolved === true ? time : null,
    commit_id: note.commitId ?? null,
    position: note.position === undefined ? null : JSON.stringify(note.position),
    created_at: time,
    updated_at: time,
  });
  await recordSuggestions(ctx, row);
  if (note.system !== true) {
    await recount(ctx, noteable);
    await askForLinks(ctx, noteable, [row.body]);
  }
  return row;
}

/** Brings the counts of what notes hang on up to date. Call inside `transact`. */
export async function recount(ctx: Ctx, noteable: Pick<Noteable, 'type' | 'id'>): Promise<void> {
  if (noteable.type === 'MergeRequest') {
    const mayMergeNow = await recountMergeRequest(ctx.db, noteable.id, now(ctx));
    const payload = { merge_request_id: noteable.id };
    if (mayMergeNow) await enqueue(ctx, 'auto_merge', payload, { dedup: String(noteable.id) });
  }
  if (noteable.type === 'Issue') await recountIssue(ctx.db, noteable.id, now(ctx));
  if (noteable.type === 'Epic') await touchEpic(ctx.db, noteable.id, now(ctx));
}

/** Comments on merge requests name issues: which ones is looked up anew where a text may. */
async function askForLinks(
  ctx: Ctx,
  noteable: Pick<Noteable, 'type' | 'id'>,
  texts: readonly string[],
): Promise<void> {
  if (noteable.type !== 'MergeRequest' || !texts.some((text) => text.includes('#'))) return;
  const payload = { merge_request_id: noteable.id };
  await enqueue(ctx, 'link_issues', payload, { dedup: String(noteable.id) });
}

/** 400 for a text that is blank or too long. */
export function checkBody(body: string): void {
  if (body.trim() === '') throw invalid({ note: ["can't be blank"] });
  if ([...body].length > longestBody) {
    throw invalid({ note: [`is too long (maximum is ${longestBody} characters)`] });
  }
}

/** Changes a note's text: its author or a Maintainer may; notes of the system stay. */
export async function updateNote(
  ctx: Ctx,
  noteable: AnyNoteable,
  change: { id: number; body: string },
): Promise<NoteRow> {
  const note = await getNote(ctx, noteable, change.id);
  await checkMayChange(ctx, noteable, note);
  checkBody(change.body);
  return transact(ctx, async (ctx) => {
    const after = await updateNoteRow(ctx.db, note.id, {
      body: change.body,
      updated_at: now(ctx),
    });
    await recordAgain(ctx, after);
    await askForLinks(ctx, noteable, [note.body, after.body]);
    await audit(ctx, {
      action: 'note.update',
      subject: { type: 'Note', id: note.id, name: nameOf(noteable) },
      ...placeIds(noteable),
    });
    return after;
  });
}

/** Deletes a note: its author or a Maintainer may; notes of the system stay. */
export async function removeNote(ctx: Ctx, noteable: AnyNoteable, id: number): Promise<void> {
  const note = await getNote(ctx, noteable, id);
  await checkMayChange(ctx, noteable, note);
  await transact(ctx, async (ctx) => {
    await deleteNoteRow(ctx.db, note.id);
    await recount(ctx, noteable);
    await askForLinks(ctx, noteable, [note.body]);
    await audit(ctx, {
      action: 'note.remove',
      subject: { type: 'Note', id: note.id, name: nameOf(noteable) },
      ...placeIds(noteable),
    });
  });
}

async function checkMayChange(ctx: Ctx, noteable: AnyNoteable, note: NoteRow): Promise<void> {
  if (note.system === 1) throw forbidden();
  if (note.author_id === actingUser(ctx).id) return;
  if (!(await mayModerateAt(ctx, noteable))) throw forbidden();
}

/** Ids of the people whose comments the caller may read. */
export async function commentersOf(
  ctx: Ctx,
  noteable: Pick<Noteable, 'type' | 'id' | 'project'>,
): Promise<number[]> {
  const internal = await mayReadInternalAt(ctx, noteable);
  return listCommenters(ctx.db, noteable, { internal, activity: 'only_comments' });
}

/** Removes the notes of something that is deleted. Call inside `transact`. */
export const forgetNotesOf = (ctx: Ctx, target: NoteTarget): Promise<void> =>
  deleteNotesOf(ctx.db, target);
