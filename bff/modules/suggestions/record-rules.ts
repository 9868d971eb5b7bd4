import type { NotePosition } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import type { Row } from '../../db/schema.ts';
import { positionOf } from '../notes/position.ts';
import { proposalsIn } from './parse.ts';
import { deleteSuggestions, insertSuggestions } from './repository.ts';

type Note = Pick<Row<'notes'>, 'id' | 'noteable_type' | 'position' | 'body'>;

/** The line of a file that a note stands on, on the side that a merge would bring. */
export function lineOf(note: Pick<Note, 'noteable_type' | 'position'>): NotePosition | undefined {
  if (note.noteable_type !== 'MergeRequest') return undefined;
  const position = positionOf(note);
  if (position === undefined) return undefined;
  const isLine = position.position_type === 'text' && position.new_path !== undefined;
  return isLine && position.new_line != null ? position : undefined;
}

/** Writes down what a note suggests. Call inside `transact`. */
export async function recordSuggestions(ctx: Ctx, note: Note): Promise<void> {
  const line = note.body.includes('suggestion') ? lineOf(note)?.new_line : undefined;
  if (line == null) return;
  const rows = proposalsIn(note.body, line).map((one) => ({ ...one, note_id: note.id }));
  await insertSuggestions(ctx.db, rows);
}

/** Writes it down anew for a changed text; what was applied of it stays. Call inside `transact`. */
export async function recordAgain(ctx: Ctx, note: Note): Promise<void> {
  if (note.position === null) return;
  if (await deleteSuggestions(ctx.db, note.id)) await recordSuggestions(ctx, note);
}
