import type { ReactNode } from 'react';
import type { DiffLine } from './parse.ts';
import type { DiffFile } from './rows.ts';

/** A thread at its line; without one it belongs to the file, or to lines that are no longer there. */
export interface PlacedThread {
  readonly id: string;
  readonly path: string;
  readonly old: number | null;
  readonly new: number | null;
  /** It can be resolved and is not. */
  readonly isOpen: boolean;
}

/** Lines that somebody is about to comment on, the first and the last. */
export interface CommentPlace {
  /** Stays when lines are taken into it. */
  readonly id: number;
  readonly file: DiffFile;
  readonly start: DiffLine;
  readonly end: DiffLine;
}

export type ViewedState = 'viewed' | 'changed';

/** What a review adds to a diff: marks, threads at their lines, and the form for a new one. */
export interface DiffReview {
  readonly viewed: ReadonlyMap<string, ViewedState>;
  readonly onViewed: (path: string, isViewed: boolean) => void;
  readonly threads: readonly PlacedThread[];
  readonly thread: (id: string) => ReactNode;
  /** Absent where one may not comment. */
  readonly form?: (place: CommentPlace, close: () => void) => ReactNode;
  /** What a file without lines holds: images side by side. */
  readonly content?: (file: DiffFile) => ReactNode;
  /** All lines of a file, changed or not. */
  readonly wholeFile?: (file: DiffFile) => Promise<DiffFile>;
}
