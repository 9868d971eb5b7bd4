import type { Discussion, Note, Suggestion } from '#contract/notes.ts';
import type { Ctx, User } from '../../context.ts';
import { presentSuggestions } from '../suggestions/present.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Done } from './command-rules.ts';
import type { Thread } from './discussion-rules.ts';
import { positionOf } from './position.ts';
import type { Noteable, NoteRow } from './rules.ts';

/** What notes hang on, as far as records tell of it. */
type Shown = Pick<Noteable, 'iid' | 'openHead'>;

/** Notes with their people, all fetched at once. */
export async function presentNotes(
  ctx: Ctx,
  noteable: Shown,
  rows: readonly NoteRow[],
): Promise<Note[]> {
  const users = await usersById(
    ctx,
    rows.flatMap((row) => [row.author_id, row.resolved_by_id]),
  );
  const suggested = await presentSuggestions(ctx, rows, noteable.openHead ?? null);
  return rows.map((row) =>
    presentOne(ctx, { row, users, iid: noteable.iid, suggested: suggested.get(row.id) ?? [] }),
  );
}

function presentOne(
  ctx: Ctx,
  given: { row: NoteRow; users: Map<number, User>; iid: number; suggested: Suggestion[] },
): Note {
  const { row, users, iid, suggested } = given;
  const author = users.get(row.author_id);
  if (author === undefined) throw new Error('a note without an author');
  const resolver = users.get(row.resolved_by_id ?? 0);
  return {
    id: row.id,
    type: row.type,
    body: row.body,
    attachment: null,
    author: presentUserSummary(ctx, author),
    created_at: row.created_at,
    updated_at: row.updated_at,
    system: row.system === 1,
    noteable_id: row.noteable_id,
    noteable_type: row.noteable_type,
    project_id: row.project_id,
    noteable_iid: iid,
    ...(row.position === null
      ? {}
      : { commit_id: row.commit_id, position: positionOf(row), suggestions: suggested }),
    resolvable: row.resolvable === 1,
    ...(row.resolvable === 0
      ? {}
      : {
          resolved: row.resolved_at !== null,
          resolved_by: resolver === undefined ? null : presentUserSummary(ctx, resolver),
          resolved_at: row.resolved_at,
        }),
    confidential: row.internal === 1,
    internal: row.internal === 1,
    imported: row.imported_from !== 'none',
    imported_from: row.imported_from,
    commands_changes: {},
  };
}

/** One note's record. */
export async function presentNote(ctx: Ctx, noteable: Shown, row: NoteRow): Promise<Note> {
  const [record] = await presentNotes(ctx, noteable, [row]);
  if (record === undefined) throw new Error('no note to present');
  return record;
}

/** Threads with all their notes. */
export async function presentThreads(
  ctx: Ctx,
  noteable: Shown,
  threads: readonly Thread[],
): Promise<Discussion[]> {
  const notes = await presentNotes(
    ctx,
    noteable,
    threads.flatMap((thread) => thread.notes),
  );
  const byId = new Map(notes.map((note) => [note.id, note]));
  return threads.map((thread) => ({
    id: thread.id,
    individual_note: thread.notes.every((note) => note.type === null),
    notes: thread.notes.flatMap((note) => byId.get(note.id) ?? []),
  }));
}

/** What commands changed, as far as it was asked for. */
export const presentChanges = ({ changes }: Done): Pick<Note, 'commands_changes'> => ({
  commands_changes: Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      value === undefined || value === null || typeof value === 'number' ? [] : [[name, value]],
    ),
  ),
});

/** The record of a comment that was commands alone. */
export const presentDone = (done: Done) => ({ ...presentChanges(done), summary: done.summary });
