import type { NotePosition } from '#contract/notes.ts';
import type { Row } from '../../db/schema.ts';

/** Where in a diff a note stands. */
export const positionOf = (row: Pick<Row<'notes'>, 'position'>): NotePosition | undefined =>
  // Written by `writeNote` alone, from the contract's position.
  row.position === null ? undefined : (JSON.parse(row.position) as NotePosition);
