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
  /** What was read then: the numbers of lines are those of that. */
  readonly reading: string;
  readonly file: DiffFile;
  readonly start: DiffLine;
  readonly end: DiffLine;
}

/** What somebody has begun to write, wherever it is kept. */
export interface BegunComments {
  readonly places: readonly CommentPlace[];
  readonly set: (change: (before: readonly CommentPlace[]) => readonly CommentPlace[]) => void;
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
  /** Whether what is read may be commented on: of two versions compared only one can. */
  readonly mayBegin: boolean;
  /** Names what is read. */
  readonly reading: string;
  /** Outlives the diff: with another version what is typed stays. */
  readonly begun: BegunComments;
  /** What a file without lines holds: images side by side. */
  readonly content?: (file: DiffFile) => ReactNode;
  /** All lines of a file, changed or not. */
  readonly wholeFile?: (file: DiffFile) => Promise<DiffFile>;
}
