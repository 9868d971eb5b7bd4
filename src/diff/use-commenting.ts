import { useCallback, useState } from 'react';
import type { DiffLine } from './parse.ts';
import type { CommentPlace, DiffReview } from './review.ts';
import type { DiffFile } from './rows.ts';

/** A line to comment on; as a range it goes along with what has begun in its file. */
export interface CommentWish {
  readonly file: DiffFile;
  readonly line: DiffLine;
  readonly isRange: boolean;
  /** The line at the other end. */
  readonly from?: DiffLine | undefined;
}

let made = 0;

/** The comments that somebody writes at the moment, by the lines that they are about. */
export function useCommenting(
  files: readonly DiffFile[],
  review: DiffReview | undefined,
): {
  forms: readonly CommentPlace[];
  comment: ((wish: CommentWish) => void) | undefined;
  close: (place: CommentPlace) => void;
} {
  const [forms, setForms] = useState<readonly CommentPlace[]>([]);
  const comment = useCallback(({ file, line, isRange, from = line }: CommentWish) => {
    setForms((before) => {
      const begun = isRange ? before.findLast((one) => one.file.path === file.path) : undefined;
      const ends = spanOf(file, [from, line, ...(begun ? [begun.start, begun.end] : [])]);
      const place = { id: begun?.id ?? ++made, ...ends };
      const others = before.filter((one) => one !== begun);
      const isThere = others.some((one) => one.file.path === file.path && one.end === place.end);
      return isThere ? before : [...others, place];
    });
  }, []);
  const close = useCallback(
    (place: CommentPlace) => setForms((before) => before.filter((one) => one !== place)),
    [],
  );
  const isOffered = review?.form !== undefined && files.length > 0;
  return { forms, comment: isOffered ? comment : undefined, close };
}

/** From the first to the last of them, as they stand in the file. */
function spanOf(
  file: DiffFile,
  chosen: readonly [DiffLine, ...DiffLine[]],
): Omit<CommentPlace, 'id'> {
  const [line] = chosen;
  const lines = file.parsed.hunks.flatMap((hunk) => hunk.lines);
  const ends = chosen.map((one) => lines.indexOf(one));
  const [start, end] = [lines[Math.min(...ends)], lines[Math.max(...ends)]];
  return { file, start: start ?? line, end: end ?? line };
}
