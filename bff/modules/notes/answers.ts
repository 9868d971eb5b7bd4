import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { issueNotes } from '#contract/issue-notes.ts';
import type { Note } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import { presentNote, presentNotes } from './present.ts';
import { type AnyNoteable, createNote, getNote, notePage, updateNote } from './rules.ts';

// What answers calls about the notes of things that take no commands, whatever they hang on.

/** One page of notes. */
export async function listedNotes(
  ctx: Ctx,
  noteable: AnyNoteable,
  query: QueryOf<typeof issueNotes.list> & { paging: { offset: number; perPage: number } },
): Promise<Page<Note>> {
  const page = await notePage(ctx, noteable, query);
  return { ...page, rows: await presentNotes(ctx, noteable, page.rows) };
}

/** One note. */
export const shownNote = async (ctx: Ctx, noteable: AnyNoteable, id: number): Promise<Note> =>
  presentNote(ctx, noteable, await getNote(ctx, noteable, id));

/** A new note. */
export async function createdNote(
  ctx: Ctx,
  noteable: AnyNoteable,
  sent: BodyOf<typeof issueNotes.create>,
): Promise<Note> {
  const { body, internal = sent.confidential, created_at: createdAt } = sent;
  return presentNote(ctx, noteable, await createNote(ctx, noteable, { body, internal, createdAt }));
}

/** A note with another text. */
export const changedNote = async (
  ctx: Ctx,
  noteable: AnyNoteable,
  change: { id: number; body: string },
): Promise<Note> => presentNote(ctx, noteable, await updateNote(ctx, noteable, change));
