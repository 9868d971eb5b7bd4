import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Suggestion as Shown } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import type { Row } from '../../db/schema.ts';
import { isFilePath } from '../../git/file-path.ts';
import { readObject } from '../../git/objects.ts';
import { repositoryPath } from '../projects/rules.ts';
import { type FileAt, Files } from './files.ts';
import { asText, linesOf, partOf, placeOf, replacementOf } from './lines.ts';
import { lineOf } from './record-rules.ts';
import { keepContent, listSuggestions, type Suggestion } from './repository.ts';

/** Files larger than this are not changed by suggestions, nor are parts of them larger than that. */
export const mostBytes = 512 * 1024;
const mostPart = 64 * 1024;

type Note = Pick<Row<'notes'>, 'id' | 'project_id' | 'noteable_type' | 'position' | 'body'>;

async function linesAt(ctx: Ctx, { projectId, sha, path }: FileAt): Promise<string[] | undefined> {
  if (!isFilePath(path)) return undefined;
  const repo = repositoryPath(ctx, projectId);
  const found = await readObject(repo, `${sha}:${path}`, { maxBytes: mostBytes });
  return found?.type === 'blob' && found.content ? linesOf(found.content) : undefined;
}

/** What stood on the lines of a suggestion; read once, for the commit that it is about stays. */
async function contentOf(
  ctx: Ctx,
  files: Files,
  { row, note }: { row: Suggestion; note: Note },
): Promise<string | null> {
  if (row.from_content !== null) return row.from_content;
  const position = lineOf(note);
  if (position?.new_path === undefined || note.project_id === null) return null;
  const at = { projectId: note.project_id, sha: position.head_sha, path: position.new_path };
  const lines = await files.at(at);
  const part = lines && partOf(lines, row);
  if (part === undefined || part.length > mostPart) return null;
  await keepContent(ctx.db, row.id, asText(part));
  return asText(part);
}

/** What notes suggest, by note; `head` is that of the open merge request, where it is open. */
export async function presentSuggestions(
  ctx: Ctx,
  notes: readonly Note[],
  head: string | null,
): Promise<Map<number, Shown[]>> {
  const found = new Map<number, Shown[]>();
  const byId = new Map(
    notes.filter((note) => note.position !== null).map((note) => [note.id, note]),
  );
  if (byId.size === 0) return found;
  const files = new Files((at) => linesAt(ctx, at));
  for (const row of await listSuggestions(ctx.db, [...byId.keys()])) {
    const note = byId.get(row.note_id);
    if (note === undefined) continue;
    // Others have their turn between two of them.
    await nextTurn();
    const from = await contentOf(ctx, files, { row, note });
    const appliable =
      row.commit_id === null && from !== null && (await fits(ctx, files, { row, note, head }));
    const shown = {
      id: row.id,
      from_line: row.from_line,
      to_line: row.to_line,
      appliable,
      applied: row.commit_id !== null,
      from_content: from ?? '',
      to_content: row.to_content,
    };
    found.set(row.note_id, [...(found.get(row.note_id) ?? []), shown]);
  }
  return found;
}

/** Whether the lines are still there at this head, and would change. */
async function fits(
  ctx: Ctx,
  files: Files,
  { row, note, head }: { row: Suggestion; note: Note; head: string | null },
): Promise<boolean> {
  const position = lineOf(note);
  if (head === null || position?.new_path === undefined || note.project_id === null) return false;
  const before = await files.at({
    projectId: note.project_id,
    sha: position.head_sha,
    path: position.new_path,
  });
  const now = await files.at({
    projectId: note.project_id,
    sha: head,
    path: position.new_path,
  });
  const part = before && partOf(before, row);
  if (part === undefined || now === undefined) return false;
  if (placeOf(now, part, row) === undefined) return false;
  return replacementOf(part, row.to_content) !== part;
}
