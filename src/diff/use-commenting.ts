import { useCallback, useState } from 'react';
import type { DiffLine } from './parse.ts';
import type { BegunComments, CommentPlace, DiffReview } from './review.ts';
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

/** The comments that somebody writes at the moment, kept by whoever outlives the screen. */
export function useBegunComments(): BegunComments {
  const [places, set] = useState<readonly CommentPlace[]>([]);
  return { places, set };
}

/** The comments that somebody writes at the moment, by the lines that they are about. */
export function useCommenting(
  files: readonly DiffFile[],
  review: DiffReview | undefined,
): {
  forms: readonly CommentPlace[];
  comment: ((wish: CommentWish) => void) | undefined;
  close: (place: CommentPlace) => void;
} {
  const own = useBegunComments();
  const { places, set } = review?.begun ?? own;
  const reading = review?.reading ?? '';
  const comment = useCallback(
    ({ file, line, isRange, from = line }: CommentWish) => {
      set((before) => {
        const isHere = (one: CommentPlace) =>
          one.reading === reading && one.file.path === file.path;
        const begun = isRange ? before.findLast(isHere) : undefined;
        const ends = spanOf(file, [from, line, ...(begun ? [begun.start, begun.end] : [])]);
        const place = { id: begun?.id ?? ++made, reading, ...ends };
        const others = before.filter((one) => one !== begun);
        const isThere = others.some((one) => isHere(one) && isSame(one.end, place.end));
        return isThere ? before : [...others, place];
      });
    },
    [set, reading],
  );
  const close = useCallback(
    (place: CommentPlace) => set((before) => before.filter(({ id }) => id !== place.id)),
    [set],
  );
  const isOffered = review?.form !== undefined && review.mayBegin && files.length > 0;
  return { forms: places, comment: isOffered ? comment : undefined, close };
}

/** By their numbers: a file may have been read anew since. */
const isSame = (one: DiffLine, other: DiffLine) => one.old === other.old && one.new === other.new;

/** From the first to the last of them, as they stand in the file. */
function spanOf(
  file: DiffFile,
  chosen: readonly [DiffLine, ...DiffLine[]],
): Pick<CommentPlace, 'file' | 'start' | 'end'> {
  const [line] = chosen;
  const lines = file.parsed.hunks.flatMap((hunk) => hunk.lines);
  const ends = chosen
    .map((one) => lines.findIndex((known) => isSame(known, one)))
    .filter((index) => index !== -1);
  const [start, end] = [lines[Math.min(...ends)], lines[Math.max(...ends)]];
  return { file, start: start ?? line, end: end ?? line };
}
