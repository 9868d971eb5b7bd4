import type { DraftNote } from '#contract/draft-notes.ts';
import { type Discussion, type NotePosition, resolutionOf } from '#contract/notes.ts';
import type { ReviewedVersion } from '#contract/review-diffs.ts';
import type { DiffLine } from '../../diff/parse.ts';
import type { CommentPlace, PlacedThread } from '../../diff/review.ts';

const draftId = (id: number) => `draft ${id}`;

/** Whether the lines that a position names are those of the version that is read. */
export const isOfVersion = (position: NotePosition, head: ReviewedVersion): boolean =>
  head.commentable && position.head_sha === head.head_sha && position.base_sha === head.base_sha;

/** Where threads and what one has not published yet stand in the files of a version. */
export function placedIn(
  head: ReviewedVersion | undefined,
  threads: readonly Discussion[],
  drafts: readonly DraftNote[],
): { placed: PlacedThread[]; threadOf: Map<string, Discussion>; draftOf: Map<string, DraftNote> } {
  const threadOf = new Map<string, Discussion>();
  const draftOf = new Map<string, DraftNote>();
  const placed: PlacedThread[] = [];
  const add = (id: string, position: NotePosition, isOpen: boolean) => {
    const path = position.new_path ?? position.old_path ?? '';
    const isHere = head !== undefined && isOfVersion(position, head);
    const [old, fresh] = isHere ? [position.old_line, position.new_line] : [];
    placed.push({ id, path, old: old ?? null, new: fresh ?? null, isOpen });
  };
  for (const thread of threads) {
    const position = thread.notes[0]?.position;
    if (position === undefined) continue;
    threadOf.set(thread.id, thread);
    add(thread.id, position, resolutionOf(thread.notes) === 'open');
  }
  for (const draft of drafts) {
    if (draft.position === null) continue;
    draftOf.set(draftId(draft.id), draft);
    add(draftId(draft.id), draft.position, false);
  }
  return { placed, threadOf, draftOf };
}

const typeOf = { added: 'new', removed: 'old', context: null } as const;

const rangeEnd = (line: DiffLine) => ({
  type: typeOf[line.kind],
  old_line: line.old ?? null,
  new_line: line.new ?? null,
});

/** The position of a comment on these lines, as the API takes it. */
export function positionOf(
  head: ReviewedVersion,
  { file, start, end }: CommentPlace,
): NotePosition {
  const { diff } = file;
  return {
    base_sha: head.base_sha,
    start_sha: head.start_sha,
    head_sha: head.head_sha,
    position_type: 'text',
    old_path: diff.old_path,
    new_path: diff.new_path,
    old_line: end.old ?? null,
    new_line: end.new ?? null,
    ...(start !== end && { line_range: { start: rangeEnd(start), end: rangeEnd(end) } }),
  };
}

/** The commented line and a hundred above it. */
const mostSuggested = 101;

/** A block that proposes the lines as they are, to be changed; undefined where none of them stays. */
export function suggestionFor({ file, start, end }: CommentPlace): string | undefined {
  if (end.new === undefined) return undefined;
  const lines = file.parsed.hunks.flatMap((hunk) => hunk.lines);
  const chosen = lines
    .slice(lines.indexOf(start), lines.indexOf(end) + 1)
    .filter(({ kind }) => kind !== 'removed');
  // Lines that are not shown lie between, or more than a suggestion may take along.
  const isWhole = end.new - (chosen[0]?.new ?? end.new) === chosen.length - 1;
  if (!isWhole || chosen.length > mostSuggested) return undefined;
  const above = chosen.length > 1 ? `:-${chosen.length - 1}+0` : '';
  // Longer than any fence among the lines.
  const runs = chosen.flatMap(({ text }) => text.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}suggestion${above}\n${chosen.map(({ text }) => `${text}\n`).join('')}${fence}\n`;
}
