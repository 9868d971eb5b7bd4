import type { Ctx } from '../../context.ts';
import { refused } from '../../errors.ts';
import { insertNotes, listNotesAfter, measureNotes, type NoteRow } from './repository.ts';
import { type Noteable, recount, targetOf } from './rules.ts';

/** So many notes are read and written by one statement: each may be a megabyte long. */
const together = 20;

/** Nobody else writes while notes are copied, so all of them may be so many and so long. */
const most = { notes: 10_000, bytes: 20_000_000 };

/**
 * Copies the notes of one thing to another with their authors, times and threads; 400 where that
 * would be too much. Call inside `transact`.
 */
export async function copyNotes(ctx: Ctx, from: Noteable, to: Noteable): Promise<void> {
  const { notes, bytes } = await measureNotes(ctx.db, targetOf(from));
  if (notes > most.notes || bytes > most.bytes) {
    throw refused('The comments are too many or too long to be copied.');
  }
  const threads = new Map<string, string>();
  const threadOf = ({ discussion_id }: NoteRow) => {
    const thread = threads.get(discussion_id) ?? ctx.chance(20).toString('hex');
    threads.set(discussion_id, thread);
    return thread;
  };
  for (let after = 0; ; ) {
    const rows = await listNotesAfter(ctx.db, targetOf(from), { after, limit: together });
    const last = rows.at(-1);
    if (last === undefined) break;
    const copies = rows.map((row) => {
      const { id: _, ...columns } = row;
      const place = { noteable_type: to.type, noteable_id: to.id, project_id: to.project.id };
      return { ...columns, ...place, discussion_id: threadOf(row) };
    });
    await insertNotes(ctx.db, copies);
    after = last.id;
  }
  await recount(ctx, to);
}
