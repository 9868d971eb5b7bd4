import type { Page } from '#contract/common.ts';
import type { draftNotes } from '#contract/draft-notes.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { NotePosition } from '#contract/notes.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import type { Slice } from '../../db/page.ts';
import { invalid, recordNotFound } from '../../errors.ts';
import { beginReview } from '../approvals/review-rules.ts';
import { audit } from '../audit/rules.ts';
import { getMergeRequest, type MergeRequest, noteableOf } from '../merge-requests/rules.ts';
import { checkPosition } from '../notes/diff-rules.ts';
import { getAnswerable, requireResolve } from '../notes/discussion-rules.ts';
import { checkBody, checkNote, type Noteable } from '../notes/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  type Draft,
  findDraft,
  insertDraft,
  listDrafts,
  type Review,
  takeDrafts,
  updateDraft,
} from './repository.ts';

export type { Draft } from './repository.ts';

/** More of one review are not kept: they are all published in one go. */
const mostDrafts = 200;

/** A merge request whose review somebody writes. */
export interface Place {
  project: Project;
  row: MergeRequest;
}

/** The merge request of a path. */
export const placeOf = async (ctx: Ctx, project: Project, iid: number): Promise<Place> => ({
  project,
  row: await getMergeRequest(ctx, project, iid),
});

export const reviewOf = (ctx: Ctx, row: MergeRequest): Review => ({
  mergeRequestId: row.id,
  authorId: actingUser(ctx).id,
});

// Written below alone, from the contract's position.
export const positionOf = ({ position }: Draft): NotePosition | undefined =>
  position === null ? undefined : (JSON.parse(position) as NotePosition);

/** One page of the caller's drafts. */
export const draftPage = (ctx: Ctx, { row }: Place, paging: Slice): Promise<Page<Draft>> =>
  listDrafts(ctx.db, reviewOf(ctx, row), paging);

/** One draft of the caller; 404 for none and for those of others. */
export async function getDraft(ctx: Ctx, { row }: Place, id: number): Promise<Draft> {
  const draft = await findDraft(ctx.db, reviewOf(ctx, row), id);
  if (draft === undefined) throw recordNotFound();
  return draft;
}

/** Writes a draft: what could not be published is refused now. */
export async function createDraft(
  ctx: Ctx,
  place: Place,
  body: BodyOf<typeof draftNotes.create>,
): Promise<Draft> {
  const { project, row } = place;
  const noteable = noteableOf(project, row);
  await checkNote(ctx, noteable, { body: body.note });
  const answered = body.in_reply_to_discussion_id;
  if (answered !== undefined) await checkAnswer(ctx, noteable, { ...body, answered });
  else if (body.position !== undefined) await checkPosition(ctx, noteable, body.position);
  const position = answered === undefined ? body.position : undefined;
  const review = reviewOf(ctx, row);
  return transact(ctx, async (ctx) => {
    const { total } = await listDrafts(ctx.db, review, { offset: 0, perPage: 1 });
    if ((total ?? 0) >= mostDrafts) {
      throw invalid({ note: [`are too many (maximum is ${mostDrafts} of one review)`] });
    }
    const draft = await insertDraft(ctx.db, {
      merge_request_id: row.id,
      author_id: review.authorId,
      note: body.note,
      discussion_id: answered ?? null,
      resolve_discussion: bit(answered !== undefined && body.resolve_discussion),
      commit_id: position === undefined ? null : (body.commit_id ?? null),
      position: position === undefined ? null : JSON.stringify(position),
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    await beginReview(ctx, row);
    await audited(ctx, place, { action: 'draft_note.create', id: draft.id });
    return draft;
  });
}

async function checkAnswer(
  ctx: Ctx,
  noteable: Noteable,
  { answered, resolve_discussion }: { answered: string; resolve_discussion: boolean },
): Promise<void> {
  await getAnswerable(ctx, noteable, answered);
  if (resolve_discussion) await requireResolve(ctx, noteable);
}

/** Changes a draft; the place of an answer is that of its thread. */
export async function changeDraft(
  ctx: Ctx,
  place: Place,
  { id, body }: { id: number; body: BodyOf<typeof draftNotes.update> },
): Promise<Draft> {
  const draft = await getDraft(ctx, place, id);
  const { note, position } = body;
  if (note !== undefined) checkBody(note);
  const moves = position !== undefined && draft.discussion_id === null;
  if (moves) await checkPosition(ctx, noteableOf(place.project, place.row), position);
  return transact(ctx, async (ctx) => {
    const after = await updateDraft(ctx.db, draft.id, {
      ...(note !== undefined && { note }),
      ...(moves && { position: JSON.stringify(position) }),
      updated_at: now(ctx),
    });
    if (after === undefined) throw recordNotFound();
    await audited(ctx, place, { action: 'draft_note.update', id });
    return after;
  });
}

/** Deletes a draft. */
export async function removeDraft(ctx: Ctx, place: Place, id: number): Promise<void> {
  await getDraft(ctx, place, id);
  await transact(ctx, async (ctx) => {
    await takeDrafts(ctx.db, reviewOf(ctx, place.row), id);
    await audited(ctx, place, { action: 'draft_note.remove', id });
  });
}

/** Says that something was done with drafts, and nothing of what they say. */
export const audited = (
  ctx: Ctx,
  { project, row }: Place,
  done: { action: EventName; id: number; after?: Record<string, unknown> },
): Promise<void> =>
  audit(ctx, {
    action: done.action,
    subject: { type: 'DraftNote', id: done.id, name: `${project.full_path}!${row.iid}` },
    projectId: project.id,
    after: done.after,
  });
